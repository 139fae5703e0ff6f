//! The functions that fuzzers call, on bytes made from seeds: random ones, and good ones with faults put in.

use arena::{PlayedGame, Progress, Simulation, dice_of_game, fuzz};
use rules::{Dice, GameId, Rules, Study, Visit};
use table::deck::DeckFile;
use table::record::Record;

const N_INPUTS: u64 = 4000;

/// Bytes that mean something somewhere, and one that begins a character and does not end it.
const ODD_BYTES: &[u8] = b" {}[]\"\\:,=/@-?0159grbypFV\n\r\xe7";

#[test]
fn any_bytes_can_be_read() {
    let seeds = good_texts();
    for number in 0..N_INPUTS {
        let mut dice = dice_of_game(20, number);
        let text = &seeds[dice.below(seeds.len() as u32) as usize];
        let data = with_faults(text.as_bytes(), &mut dice);
        fuzz::notation(&data);
        fuzz::record(&data);
    }
}

#[test]
fn any_bytes_can_be_played() {
    for number in 0..N_INPUTS {
        let mut dice = dice_of_game(21, number);
        let length = dice.below(600);
        let data: Vec<u8> = (0..length).map(|_| dice.bits() as u8).collect();
        fuzz::actions(&data);
    }
}

/// A few bytes changed, moved, doubled or left out; sometimes none.
fn with_faults(text: &[u8], dice: &mut impl Dice) -> Vec<u8> {
    let mut data = text.to_vec();
    for _ in 0..dice.below(4) {
        if data.is_empty() {
            break;
        }
        let at = dice.below(data.len() as u32) as usize;
        match dice.below(5) {
            0 => data[at] = ODD_BYTES[dice.below(ODD_BYTES.len() as u32) as usize],
            1 => drop(data.remove(at)),
            2 => data.insert(at, data[at]),
            3 => data.truncate(at),
            _ => {
                let end = (at + dice.below(40) as usize).min(data.len());
                let piece = data[at..end].to_vec();
                let to = dice.below(data.len() as u32) as usize;
                data.splice(to..to, piece);
            }
        }
    }
    data
}

/// Rules lines, chance lines, actions, decks and records of every game.
fn good_texts() -> Vec<String> {
    GameId::ALL.into_iter().flat_map(|id| id.visit(GoodTexts)).collect()
}

struct GoodTexts;

impl Visit for GoodTexts {
    type Output = Vec<String>;

    fn visit<G: Study>(self) -> Vec<String> {
        let mut texts = vec![DeckFile::standard(G::ID).to_toml()];
        for rules in G::Rules::every() {
            texts.push(rules.to_string());
            texts.extend(G::every_action(&rules).iter().map(ToString::to_string));
            let plan = Simulation::<G> { rules, n_games: 1, seed: 3, jobs: 1 };
            let mut keep = |played: PlayedGame<G>| {
                let lines = played.steps.iter().take(3);
                texts.extend(lines.map(ToString::to_string));
                let mut record = Record::<G>::new(G::ID.name(), rules);
                record.steps = played.steps;
                record.set_result(&played.standing);
                texts.push(record.to_string());
            };
            arena::simulate(&plan, &Progress::default(), Some(&mut keep));
        }
        texts
    }
}
