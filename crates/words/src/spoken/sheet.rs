//! The score sheet of a finished round in words.
//!
//! Codes of the rules are messages of the game: `GAME-sheet-title-COLUMN`, `GAME-sheet-CODE` for terms and notes, and
//! `GAME-sheet-legend`. In a message of a term, the attribute `told` is the text for a line that says all terms.

use rules::{Fact, Game, Note, Sheet, SheetRow, Sum, Term};

use super::{Spoken, SpokenView};
use crate::Words;

/// The headline of a round: `Mika gains 7 and leads.`
pub fn headline<G: Spoken>(sight: SpokenView<'_, G>, sheet: &Sheet) -> String {
    let leaders = sheet.leaders();
    let Some(row) = leaders.first().and_then(|seat| sheet.rows.get(seat.index())) else {
        return String::new();
    };
    let facts = [("seats", leaders.into()), ("score", row.total.into())];
    if leaders.len() > 1 {
        return sight.tell("sheet-lead", &facts);
    }
    let mut facts = vec![
        ("seat", row.seat.into()),
        ("points", row.points.into()),
        ("total", row.total.into()),
        ("score", row.total.into()),
    ];
    let goal = G::goal(&sight.view.open);
    facts.extend(goal.map(|goal| ("goal", goal.into())));
    sight.tell(
        match goal {
            _ if row.points <= 0 => "sheet-leads",
            None => "sheet-gains",
            Some(_) => "sheet-gains-of",
        },
        &facts,
    )
}

/// The title of a column.
pub fn title<G: Game>(words: &Words, column: &str) -> String {
    words.message(&title_id::<G>(column), &[])
}

/// The title of a column where room is scarce.
pub fn short_title<G: Game>(words: &Words, column: &str) -> String {
    let short = words.phrase(&title_id::<G>(column), Some("short"), &[]);
    short.unwrap_or_else(|| title::<G>(words, column))
}

/// The text of a term, which stands below its points.
pub fn term<G: Game>(words: &Words, term: &Term) -> String {
    words.message(&message_id::<G>(term.code), &term.facts)
}

/// The same for a line that says all terms.
pub fn told<G: Game>(words: &Words, of: &Term) -> String {
    let id = message_id::<G>(of.code);
    words.phrase(&id, Some("told"), &of.facts).unwrap_or_else(|| term::<G>(words, of))
}

/// A remark about the round, in one sentence.
pub fn note<G: Game>(words: &Words, note: &Note) -> String {
    words.capitalise(words.message(&message_id::<G>(note.code), &note.facts))
}

/// The arithmetic of a seat in one line.
pub fn row<G: Game>(words: &Words, sheet: &Sheet, row: &SheetRow) -> String {
    let tell = |term: &Term| {
        let told = told::<G>(words, term);
        match term.points {
            Some(points) if points != 0 => {
                let facts = [("term", told.into()), ("points", change(points).into())];
                words.message("sheet-told-term", &facts)
            }
            // What adds nothing needs no number.
            Some(_) | None => told,
        }
    };
    let mut terms: Vec<String> = row.terms.iter().map(tell).collect();
    terms.retain(|term| !term.is_empty());
    let facts = [
        ("seat", row.seat.into()),
        ("terms", terms.join("; ").into()),
        ("gained", change(row.points).into()),
        ("game", Fact::Text(G::ID.name().to_owned())),
        ("before", row.before.into()),
        ("total", row.total.into()),
    ];
    let id = match sheet.sum {
        Sum::Points => "sheet-told-row",
        Sum::Total => "sheet-told-sum",
    };
    words.capitalise(words.message(id, &facts))
}

/// Points with their sign, the same in every language: `+7`, `−2`, `0`.
pub fn change(points: i32) -> String {
    match points {
        0 => "0".to_owned(),
        1.. => format!("+{points}"),
        _ => format!("−{}", points.unsigned_abs()),
    }
}

fn title_id<G: Game>(column: &str) -> String {
    message_id::<G>(&format!("title-{column}"))
}

fn message_id<G: Game>(code: &str) -> String {
    [G::ID.name(), "-sheet-", code].concat()
}
