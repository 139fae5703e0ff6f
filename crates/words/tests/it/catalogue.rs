//! Every code of the rules has a message in every language.

use std::collections::BTreeSet;

use rules::notation::{Reader, Unreadable, Values, Wanted};
use rules::{
    Fact, Facts, Game, GameId, HandCount, Observer, Refusal, Rules, Say, Seat, Seats, Step, Study,
    Untimely, Visit, catbox, catsle, meow, yorozu,
};
use words::Words;

use crate::{languages, random_game, whole};

const N_GAMES: u64 = 12;

fn every_language(check: impl Fn(&Words)) {
    languages().iter().for_each(check);
}

fn every_game(visit: impl Visit<Output = ()> + Copy) {
    for id in GameId::ALL {
        id.visit(visit);
    }
}

fn names_resolve(words: &Words, facts: &Facts) {
    for (_, fact) in facts {
        name_resolves(words, fact);
    }
}

fn name_resolves(words: &Words, fact: &Fact) {
    let has = |id| assert!(words.has(id), "{id} has no name in {}", words.tag());
    match fact {
        Fact::Name(id) | Fact::Noun { name: id, .. } => has(id),
        Fact::Cards(cards) => cards.iter().for_each(|card| has(card.suit)),
        Fact::List(_, facts) => facts.iter().for_each(|fact| name_resolves(words, fact)),
        Fact::Number(_) | Fact::Tenths(_) | Fact::Seat(_) | Fact::Seats(_) | Fact::Text(_) => {}
    }
}

#[test]
fn every_code_has_a_message() {
    #[derive(Clone, Copy)]
    struct Codes;
    impl Visit for Codes {
        type Output = ();
        fn visit<G: Game>(self) {
            every_language(|words| {
                let refused = Refusal::<G>::codes().map(|code| ("refuse", code));
                let seen = G::Seen::CODES.iter().map(|&code| ("seen", code));
                for (kind, code) in refused.chain(seen) {
                    let id = format!("{}-{kind}-{code}", G::ID.name());
                    assert!(words.has(&id), "{id} is missing in {}", words.tag());
                }
            });
        }
    }
    every_game(Codes);
}

/// Plays every rules set at random, and tries every action of every seat and many chance outcomes at every step.
#[test]
fn refusals_are_complete_and_cite_the_rulebook() {
    #[derive(Clone, Copy)]
    struct Provoke;
    impl Visit for Provoke {
        type Output = ();
        fn visit<G: Study>(self) {
            let mut refusals: Vec<Refusal<G>> = Vec::new();
            let mut chances: Vec<G::Chance> = Vec::new();
            for rules in G::Rules::every() {
                let every = G::every_action(&rules);
                let mut game = G::new(rules);
                for step in random_game::<G>(rules, 1) {
                    // A dozen deals of another table are enough.
                    if let Step::Chance(chance) = step
                        && chances.len() < 12
                    {
                        chances.push(chance);
                    }
                    let asked = chances.iter().map(|chance| game.check_chance(chance));
                    let tried = Seat::all(rules.n_seats())
                        .flat_map(|seat| every.iter().map(move |&action| (seat, action)))
                        .map(|(seat, action)| game.check(seat, action));
                    for refused in asked.chain(tried).filter_map(Result::err) {
                        if !refusals.contains(&refused) {
                            refusals.push(refused);
                        }
                    }
                    game.apply(&step);
                }
            }
            let codes: BTreeSet<&str> = refusals.iter().map(Say::code).collect();
            assert!(
                codes.len() * 3 > Refusal::<G>::codes().count(),
                "only {codes:?} were provoked"
            );
            every_language(|words| {
                let book = words.rulebook(G::ID);
                for refused in &refusals {
                    names_resolve(words, &refused.facts());
                    let sentence = words.refusal::<G>(refused);
                    whole(&sentence);
                    let lower = sentence.starts_with(|first: char| !first.is_uppercase());
                    assert!(lower && !sentence.ends_with('.'), "not a refusal: {sentence}");
                    let rule = format!("\n**{}** ", refused.rule());
                    assert!(book.contains(&rule), "{rule} is not in the rulebook: {refused:?}");
                }
            });
        }
    }
    every_game(Provoke);
}

#[test]
fn every_event_has_a_sentence() {
    #[derive(Clone, Copy)]
    struct See;
    impl Visit for See {
        type Output = ();
        fn visit<G: Game>(self) {
            let words = languages();
            for rules in G::Rules::every() {
                for seed in 0..N_GAMES {
                    let mut game = G::new(rules);
                    for step in random_game::<G>(rules, seed) {
                        let before = game.clone();
                        game.apply(&step);
                        for who in Observer::all(rules.n_seats()) {
                            for seen in G::seen(&before, &step, &game, who) {
                                for words in &words {
                                    names_resolve(words, &seen.facts());
                                    whole(&words.seen::<G>(&seen));
                                }
                            }
                        }
                    }
                }
            }
        }
    }
    every_game(See);
}

#[test]
fn every_option_table_row_and_statistic_has_a_label() {
    #[derive(Clone, Copy)]
    struct Lines;
    impl Visit for Lines {
        type Output = ();
        fn visit<G: Study>(self) {
            every_language(|words| {
                let name = G::ID.name();
                let mut lines = vec![words.title(G::ID)];
                for option in G::Rules::OPTIONS {
                    lines.push(words.option(G::ID, option.key));
                    if let Values::Words(values) = option.values {
                        let value = |value: &&str| words.option_value(G::ID, option.key, value);
                        lines.extend(values.iter().map(value));
                    }
                }
                for row in G::Rules::TABLES.iter().flat_map(|table| table.rows) {
                    if !row.is_empty() {
                        lines.push(words.message(&format!("{name}-row-{row}"), &[]));
                    }
                }
                let mut facts = Vec::new();
                let rules = G::Rules::every()[0];
                let mut game = G::new(rules);
                for step in random_game::<G>(rules, 1) {
                    let rounds = game.standing().rounds;
                    game.apply(&step);
                    if game.standing().rounds > rounds {
                        game.round_facts(&mut facts);
                    }
                }
                assert!(!facts.is_empty(), "{name} counts nothing");
                lines.extend(facts.iter().map(|fact| words.round_fact(G::ID, fact.what)));
                for line in lines {
                    whole(&line);
                }
            });
        }
    }
    every_game(Lines);
}

#[test]
fn every_kind_of_syntax_error_has_a_sentence() {
    let every = [
        Wanted::Word(vec!["black"]),
        Wanted::Word(vec!["black", "purple"]),
        Wanted::Number(1, 9),
        Wanted::Like("6b"),
        Wanted::NewKey,
        Wanted::NewCard,
        Wanted::Fitting { with: "players=2".into(), allowed: vec!["black"] },
        Wanted::OnlyWith { with: "players=5" },
        Wanted::Table(meow::Rules::TABLES[0]),
        Wanted::Version(&[1]),
        Wanted::Version(&[1, 2]),
        Wanted::End,
    ];
    for wanted in every {
        // A new variant fails to compile here: add it to the list above.
        match wanted {
            Wanted::Word(_)
            | Wanted::Number(..)
            | Wanted::Like(_)
            | Wanted::NewKey
            | Wanted::NewCard
            | Wanted::Fitting { .. }
            | Wanted::OnlyWith { .. }
            | Wanted::Table(_)
            | Wanted::Version(_)
            | Wanted::End => {}
        }
        every_language(|words| {
            for text in ["purpel", ""] {
                whole(&words.unreadable(&Reader::new(text).refuse(wanted.clone())));
            }
        });
    }
}

#[test]
fn syntax_errors_in_english() {
    fn check<T: std::str::FromStr<Err = Unreadable>>(text: &str, sentence: &str) {
        let Err(unreadable) = text.parse::<T>() else { panic!("{text} can be read") };
        assert_eq!(Words::default().unreadable(&unreadable), sentence);
    }
    check::<catbox::Rules>("catbox side=purpel", "found `purpel`, wanted one of black, purple");
    check::<catbox::Rules>("catbox players=7", "found `7`, wanted a number from 2 to 5");
    check::<catbox::Rules>(
        "catbox players=2 side=purple",
        "found `purple`, wanted black with players=2",
    );
    check::<catbox::Rules>("meow", "found `meow`, wanted catbox");
    check::<catbox::Action>("play 6", "found `6`, wanted something like `6b`");
    check::<meow::Action>("play g5 b3", "found `b3`, wanted nothing more");
    check::<meow::Action>("", "found nothing, wanted one of play, drop");
}

#[test]
fn refusals_in_english() {
    fn check<G: Game>(rules: &str, steps: &str, seat: u8, action: &str, sentence: &str) {
        let mut game = G::new(rules.parse().unwrap());
        for step in steps.split("; ") {
            let act = step.split_once(' ').and_then(|(seat, action)| {
                Some(Step::Act(Seat::read(*seat.as_bytes().first()?)?, action.parse().ok()?))
            });
            let step = act.unwrap_or_else(|| Step::Chance(step.parse().unwrap()));
            game.play(&step).unwrap();
        }
        let refused = game.check(Seat::new(seat), action.parse().unwrap()).unwrap_err();
        assert_eq!(Words::default().refusal::<G>(&refused), sentence);
    }
    const BOX: &str = "start 1; deal 0:1112223334 1:1123445556 2:2344556666; \
        0 discard 1; 1 discard 1; 2 discard 3; 1 bid 1; 2 bid 3; 0 bid 4";
    const CASTLE: &str = "start 0; out y; deal 0:r3,r4,r5,r6,r8,b1,b2,b3,b4,b5,b6 \
        1:r1,r2,r7,r9,b7,b8,b9,b10,b11,b12,k1 2:g1,g2,g3,g4,g5,g6,g7,g8,g9,g10,g11 \
        extra:k12,r10,r11,r12,g12,k2,k3,k4,k5,k6,k7 aside:k8,k9,k10,k11";
    let play = |more: &str| if more.is_empty() { BOX.to_owned() } else { format!("{BOX}; {more}") };
    let check_box = |more: &str, seat, action, sentence| {
        check::<catbox::State>("catbox players=3", &play(more), seat, action, sentence);
    };
    check_box("", 1, "bid 1", "not now: you must play a card");
    check_box("", 0, "play 1b", "it is not your turn: seat 1 must play a card");
    check_box(
        "",
        1,
        "play 4r",
        "red cannot be led: no red on the sheet yet, and you can declare 1 as blue",
    );
    check_box("1 play 6b", 2, "play 6b", "blue 6 is covered: seat 1 took it in trick 1");
    check_box("1 play 6b", 2, "play 1b", "you hold no 1");
    check_box("1 play 6y; 2 play 6r; 0 play 1y", 2, "play 5y", "you gave up yellow in trick 1");
    check::<catbox::State>(
        "catbox players=3",
        "start 1",
        1,
        "bid 1",
        "not yet: first the cards must be dealt",
    );
    let check_castle = |more: &str, seat, action, sentence| {
        let steps = format!("{CASTLE}; 0 play r8; {more}");
        check::<catsle::State>("catsle players=3", &steps, seat, action, sentence);
    };
    check_castle("1 play r2", 1, "play r9", "it is not your turn: seat 2 must play a card");
    let all = "1 play r2; 2 play g5";
    check_castle(all, 1, "take r2 1", "it is not your turn: seat 0 must take a card");
    check_castle(all, 0, "take r8 s", "boards for 3 players have no scrap area");
    check_castle(all, 0, "take r9 1", "red 9 is not in this trick");
    let taken = format!("{all}; 0 take k12 1; 1 take r8 2");
    check_castle(&taken, 1, "take k12 1", "grey 12 is gone: seat 0 took it");
    check_castle(&taken, 1, "take r2 1", "red must go to column 2, where your other red cards lie");
    check_castle(
        &taken,
        1,
        "take g5 2",
        "column 2 already holds red, and no place takes two suits",
    );
}

/// Refusals that random games never cause.
#[test]
fn rare_refusals_in_english() {
    fn check<G: Game>(illegal: G::Illegal, sentence: &str) {
        assert_eq!(Words::default().refusal::<G>(&Refusal::Illegal(illegal)), sentence);
    }
    use catbox::Illegal as Box;
    use meow::{Illegal as Meow, Token};
    let seat = Seat::new(4);
    let value = catbox::Value::new(6).unwrap();
    let cell = catbox::Cell::new(catbox::Colour::Green, value);
    let check_box = check::<catbox::State>;
    check_box(Box::NotOffered(9, 0b1110), "9 is not on your player card: the bids are 1, 2, 3");
    check_box(Box::Covered(cell, None), "green 6 is covered by a neutral token");
    check_box(Box::NoSuchSeat(seat), "there is no seat 4 at this table");
    let size = Box::HandSize(HandCount { seat, found: 1, wanted: 10 });
    check_box(size, "seat 4 is dealt 1 card, not 10");
    check_box(Box::UpSize { found: 2, wanted: 3 }, "2 cards are turned up, not 3");
    let copies = Box::Copies { value, found: 4, wanted: 5 };
    check_box(copies, "the deal has 4 cards of value 6, not 5");
    let owing = Seats::all(3);
    let seats_first = Untimely::SeatsFirst(owing);
    let seats_first = Refusal::<catbox::State>::Untimely(seats_first, catbox::Phase::Bid);
    let sentence = "nothing to draw or deal: seats 0, 1 and 2 must bid";
    assert_eq!(Words::default().refusal(&seats_first), sentence);
    let check_castle = check::<catsle::State>;
    let size = catsle::Illegal::ExtraSize { found: 1, wanted: 11 };
    check_castle(size, "the extra deck has 1 card, not 11");
    let (found, wanted) = (catsle::Suit::Red, catsle::Suit::Grey);
    let out = catsle::Illegal::OtherSuitOut { found, wanted };
    check_castle(out, "red cannot be left out: these rules leave out grey");
    let card = meow::Card::new(meow::Colour::Pink, 7).unwrap();
    let check_meow = check::<meow::State>;
    check_meow(Meow::NoSuchFishbone(5), "you have no fishbone of −5");
    check_meow(Meow::NotInDeck(card), "pink 7 is not in the deck, or was dealt before");
    check_meow(Meow::Missing(card), "pink 7 is missing from the deal");
    let tokens = |token| Meow::Tokens { token, found: 1, wanted: 4 };
    check_meow(tokens(Token::Vase), "the stacks have a vase once, not 4 times");
    check_meow(tokens(Token::Bowl(5)), "the stacks have a bowl of 5 once, not 4 times");
    check_meow(tokens(Token::Fishbone(8)), "the stacks have a fishbone of −8 once, not 4 times");
}

#[test]
fn events_in_english() {
    fn check<G: Game>(seen: &G::Seen, sentence: &str) {
        assert_eq!(Words::default().seen::<G>(seen), sentence);
    }
    let seat = Seat::new(2);
    let scored = |won, bonus, points| catbox::Seen::Scored { seat, won, bonus, points, total: 7 };
    let check_box = check::<catbox::State>;
    let bonus = "Seat 2 wins 1 trick, earns a bonus of 5 and scores 6: 7 in all";
    check_box(&scored(1, 5, 6), bonus);
    check_box(&scored(2, 0, -2), "Seat 2 wins 2 tricks and scores −2: 7 in all");
    let won = |seats| catbox::Seen::Won(rules::Won { seats, tied: seats, score: 1 });
    check_box(&won(Seats::one(seat)), "Seat 2 wins the game with 1 point");
    check_box(&won(Seats::all(2)), "Seats 0 and 1 share the victory with 1 point");
    let grey = catsle::Card::new(catsle::Suit::Grey, 12).unwrap();
    let place = catsle::Place::SCRAP;
    let check_castle = check::<catsle::State>;
    let taken = catsle::Seen::Taken { seat, card: grey, place };
    check_castle(&taken, "Seat 2 takes grey 12 to the scrap area");
    let scored = |counts| {
        let score = "catsle players=4".parse::<catsle::Rules>().unwrap().score(counts);
        catsle::Seen::Scored { seat, score, total: 9 }
    };
    let none = "Seat 2 scores 1: 2 for columns, −1 for scrap, no perfect column; 9 in all";
    check_castle(&scored([0, 0, 1, 1, 1]), none);
    let one =
        "Seat 2 scores 0, because −3 is below zero: −3 for columns, 1 perfect column; 9 in all";
    check_castle(&scored([1, 6, 0, 0, 0]), one);
    let bonus = "Seat 2 scores 7: 6 for columns, 2 perfect columns for a bonus of 1; 9 in all";
    check_castle(&scored([2, 2, 3, 2, 0]), bonus);
    let (seats, tied) = (Seats::one(seat), Seats::all(3));
    check_castle(
        &catsle::Seen::Won(rules::Won { seats, tied, score: 20 }),
        "Seats 0, 1 and 2 have 20 points, and seat 2 wins on the perfect columns of the last round",
    );
    let hand = ["g1", "g13", "b8", "p6", "p7"];
    let card = |text: &str| match format!("play {text}").parse() {
        Ok(meow::Action::Play(card)) => card,
        Ok(meow::Action::Drop(_)) | Err(_) => panic!("{text} is no card"),
    };
    let hand = hand.map(card).into_iter().collect();
    let your_hand = meow::Seen::YourHand { seat, hand };
    check::<meow::State>(&your_hand, "Seat 2 holds green 1 13, blue 8, pink 6 7");
    let led = meow::Seen::Led { turn: 1, seat, card: card("p7"), token: meow::Token::Fish };
    check::<meow::State>(&led, "Seat 2 leads pink 7 for a fish");
}

#[test]
fn yorozu_in_english() {
    use yorozu::{Card, Count, Illegal, Place, Season, Seen};
    let words = Words::default();
    let refused = |illegal, sentence: &str| {
        assert_eq!(words.refusal::<yorozu::State>(&Refusal::Illegal(illegal)), sentence);
    };
    let card = |season, value| Card::new(season, value).unwrap();
    let fall = card(Season::Fall, 7);
    let closed = Illegal::Closed { season: Season::Spring, with: fall };
    refused(closed, "spring is closed, and you hold fall 7 of an open season");
    refused(Illegal::NotInHand(Card::YOROZU_13), "you do not hold Yorozu 13");
    let crows = |found| Illegal::FewCrows { found };
    refused(crows(0), "you hold no crow, and a new deal needs 3");
    refused(crows(1), "you hold 1 crow, and a new deal needs 3");
    let (seat, tied) = (Seat::new(3), Seats::all(2));
    let not_tied = Illegal::NotTied { phase: yorozu::Phase::TieToTake, seat, tied };
    refused(not_tied, "seat 3 cannot be drawn: the lowest total belongs to seats 0 and 1");

    let seen = |seen, sentence: &str| assert_eq!(words.seen::<yorozu::State>(&seen), sentence);
    let hand = [card(Season::Spring, 4), card(Season::Spring, 9), fall, Card::YOROZU_0];
    let hand = hand.into_iter().collect();
    seen(Seen::YourHand { seat, hand }, "Seat 3 holds spring 4 9, fall 7, Yorozu 0");
    let (low, high) = (fall, Card::YOROZU_13);
    let dealt = Seen::Dealt { feast: 2, low, high };
    seen(dealt, "Feast 2 is dealt, and fall 7 and Yorozu 13 are face up");
    let seasons = yorozu::Seasons::NONE.with(Season::Fall);
    seen(Seen::Declared { seat, seasons }, "Seat 3 holds no fall");
    let seasons = seasons.with(Season::Summer).with(Season::Winter);
    seen(Seen::Declared { seat, seasons }, "Seat 3 holds no summer, fall or winter");
    let (by, from) = (Place::Dummy, Place::Seat(seat));
    let swapped = Seen::Swapped { crow: fall, by, yorozu: high, from };
    seen(swapped, "Fall 7 of the dummy swaps with Yorozu 13 of seat 3");
    let count = Count { fish: 5, booze: 2, crows: 1 };
    let scored = Seen::Scored { seat, count, points: 8, total: -1 };
    seen(scored, "Seat 3 scores 8 for 5 fish, 2 booze and 1 crow: −1 in all");
}

#[test]
fn seats_have_a_name_or_a_number() {
    let words = Words::default();
    let seats = |seats: &[u8]| seats.iter().map(|&seat| Seat::new(seat)).collect::<Seats>();
    assert_eq!(words.seats(seats(&[])), "nobody");
    assert_eq!(words.seats(seats(&[2])), "seat 2");
    assert_eq!(words.seats(seats(&[0, 2, 3])), "seats 0, 2 and 3");
    let words = words.with_names(vec!["mia".into(), "Ben".into(), String::new()]);
    assert_eq!(words.seats(seats(&[0, 1])), "mia and Ben");
    assert_eq!(words.seats(seats(&[0, 1, 2])), "mia, Ben and seat 2");
    let bids = |seat| words.seen::<catbox::State>(&catbox::Seen::Bid { seat, bid: 1 });
    assert_eq!(bids(Seat::new(0)), "mia bids 1");
    assert_eq!(bids(Seat::new(2)), "Seat 2 bids 1");
}

#[test]
fn cached_sentences_of_other_tables_are_not_used() {
    let facts = [("seat", Fact::Seat(Seat::new(0)))];
    let words = Words::default();
    for name in ["Mia", "Ken"] {
        let words = words.clone().with_names(vec![name.into()]);
        for _ in ["made", "remembered"] {
            assert_eq!(words.message("face-starts", &facts), format!("{name} starts"));
        }
    }
    assert_eq!(words.message("face-starts", &facts), "seat 0 starts");
    // A name may contain any letters.
    let words = words.with_names(vec!["\u{e001}".into(), "Ken".into()]);
    let text = |text: &str| Fact::Text(text.to_owned());
    for written in ["play g7", "play \u{e001}", "play g7"] {
        let facts = [("step", 3u32.into()), ("text", text(written)), ("seat", Seat::new(0).into())];
        let said = format!("step 3, `{written}` by \u{e001}, is refused");
        assert_eq!(words.message("referee-illegal-act", &facts), said);
    }
}

#[test]
fn a_missing_message_is_its_id() {
    assert_eq!(Words::default().message("catbox-no-such", &[]), "«catbox-no-such»");
    assert!(Words::in_language("tlh").is_none());
    assert_eq!(Words::in_language("en-GB").map(|words| words.tag()), Some("en"));
}

#[test]
fn words_can_be_shared() {
    fn shared<T: Send + Sync + Clone>() {}
    shared::<Words>();
}
