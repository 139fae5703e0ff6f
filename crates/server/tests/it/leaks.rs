//! No observer is sent secrets: two tables that differ only in secrets send the same bytes.
//!
//! A random game runs to some moment. Then another table is imagined that the observer cannot tell from the first. Two
//! servers load the two logs, and the same things happen at both: pages, streams, hints, refusals, decisions,
//! reconnects. Every byte is compared, and also the number and order of messages.
//! `PAIRS=10000 cargo test -p server leaks` compares that many tables of each game.

use pages::face::{self, Face, VisitFace};
use rules::{Dice, GameId, Observer, Rules as _, Seat, Study, yorozu};
use sha2::{Digest as _, Sha256};
use store::{StoredTable, TableId};
use table::cat::{CoatName, Reaction};
use table::command::{Command, SeatedCommand};
use table::news::News;

use testing::dice::{dice, one_of};
use testing::http::request;
use testing::page::encode;
use testing::wait::{self, Deadline};

use crate::client::{Site, config};
use crate::sitting::{Sitting, holder, keep, person, terms};
use crate::worlds::other_world;

/// Two tables, their observer, and a script for both.
struct Pair {
    tables: [StoredTable; 2],
    script: Script,
}

/// The requests and decisions at both tables.
struct Script {
    id: TableId,
    who: Observer,
    /// Illegal attempts of the observer, as bodies of forms.
    tries: Vec<String>,
    /// Whether the observer asks for a hint.
    hinted: bool,
    scenes: Vec<Scene>,
    /// A decision that one of the tables refuses, and that the observer must not notice.
    wish: Option<(Seat, String)>,
    /// The host, and a player whom the host removes.
    removal: Option<(Seat, Seat)>,
    /// A player whose seat a newcomer takes over.
    leaver: Option<Seat>,
}

/// A decision or the end of an interlude, a reaction in another coat, and a chat line, so that every observer gets a
/// message.
struct Scene {
    seat: Seat,
    /// The command, and its form.
    does: (&'static str, String),
    speaker: Seat,
    coat: &'static str,
    /// The form of a reaction.
    shows: String,
    said: String,
    text: String,
}

#[test]
fn secrets_change_no_byte() {
    #[derive(Clone, Copy)]
    struct Compare(u64);
    impl VisitFace for Compare {
        type Output = ();
        fn visit<G: Face + Study>(self) {
            let mut n_pairs = 0;
            for batch in 0..self.0.div_ceil(50) {
                let mut dice = dice(batch);
                let wanted = (self.0 - n_pairs).min(50);
                let pairs = pairs::<G>(wanted, &mut dice, |_, _, _| true);
                n_pairs += wanted;
                let n_other = pairs.iter().filter(|pair| pair.tables[0] != pair.tables[1]).count();
                assert!(
                    n_other as u64 * 10 >= wanted * 9,
                    "worlds that do not differ show nothing"
                );
                let n_scenes: usize = pairs.iter().map(|pair| pair.script.scenes.len()).sum();
                assert!(n_scenes as u64 * 2 >= wanted, "too little happens: {n_scenes} scenes");
                let n_hinted = pairs.iter().filter(|pair| pair.script.hinted).count();
                assert!(n_hinted as u64 * 5 >= wanted, "too few hints: {n_hinted}");
                let n_removed = pairs.iter().filter(|pair| pair.script.removal.is_some()).count();
                assert!(n_removed as u64 * 2 >= wanted, "too few removals: {n_removed}");
                let n_left = pairs.iter().filter(|pair| pair.script.leaver.is_some()).count();
                assert!(n_left as u64 * 25 >= wanted, "too few newcomers: {n_left}");
                let found = differences(G::ID.name(), pairs);
                if let Some((place, difference)) = found
                    .iter()
                    .enumerate()
                    .find_map(|(place, found)| Some((place, found.as_ref()?)))
                {
                    panic!("{}, batch {batch}, pair {place}: {difference}", G::ID.name());
                }
            }
        }
    }
    let n_pairs = std::env::var_os("PAIRS")
        .map_or(25, |pairs| pairs.to_str().unwrap().parse().expect("PAIRS is a number"));
    for game in GameId::ALL {
        face::visit(game, Compare(n_pairs));
    }
}

/// A planted leak: another player says a hidden card in the chat.
#[test]
fn a_leaked_card_is_detected() {
    #[derive(Clone, Copy)]
    struct Tell;
    impl VisitFace for Tell {
        type Output = ();
        fn visit<G: Face + Study>(self) {
            let mut dice = dice(1);
            let pairs = pairs::<G>(10, &mut dice, |a, b, who| {
                let hand = |sitting: &Sitting<G>, seat: Seat| {
                    let deal = sitting.log.iter().rfind(|line| line.contains(" chance deal "));
                    let mut words = deal.unwrap().split(' ');
                    words.find(|word| word.starts_with(&format!("{seat}:"))).unwrap().to_owned()
                };
                let muted = a.table.view(who).muted;
                let differs = |seat: &Seat| !muted.has(*seat) && hand(a, *seat) != hand(b, *seat);
                let Some(teller) = a.people().find(differs) else { return false };
                for sitting in [a, b] {
                    sitting.says(teller, &hand(sitting, teller));
                }
                true
            });
            let found = differences(&format!("{}-told", G::ID.name()), pairs);
            assert!(found.iter().all(Option::is_some), "{}", G::ID.name());
        }
    }
    for game in GameId::ALL {
        face::visit(game, Tell);
    }
}

/// A planted leak: the two tables differ in who has chosen, and show it.
#[test]
fn a_leaked_choice_is_detected() {
    #[derive(Clone, Copy)]
    struct Notice;
    impl VisitFace for Notice {
        type Output = ();
        fn visit<G: Face + Study>(self) {
            let mut dice = dice(2);
            let pairs = pairs::<G>(5, &mut dice, |a, b, _| {
                let other = a.waiting() != b.waiting();
                for sitting in [a, b] {
                    sitting.log[0] = sitting.log[0].replace("hide-chosen=yes", "hide-chosen=no");
                }
                other
            });
            let found = differences(&format!("{}-noticed", G::ID.name()), pairs);
            assert!(found.iter().all(Option::is_some), "{}", G::ID.name());
        }
    }
    for game in [GameId::Catbox, GameId::Yorozu] {
        face::visit(game, Notice);
    }
}

/// The home page without the tables that everyone may join: those can be a second old.
fn own_tables(site: &Site, cookie: &str) -> String {
    let page = site.bytes(&request("GET", "/", &[("cookie", cookie)], "")).unwrap();
    let (before, behind) = page.split_once("<section class=\"open-tables\"").unwrap();
    let (_, behind) = behind.split_once("</section>").unwrap();
    let head = before.split_inclusive('\n').filter(|line| !line.starts_with("content-length: "));
    head.collect::<String>() + behind
}

/// The home page of a visitor shows all their tables, so each pair has players of its own: what others may know of
/// another pair would differ.
fn own_cookie(id: &TableId, player: &str) -> String {
    format!("nekoza={}", hex(own_secret(id, player)))
}

fn own_secret(id: &TableId, player: &str) -> [u8; 16] {
    let hash = Sha256::digest(format!("{id} {player}"));
    std::array::from_fn(|place| hash[place])
}

fn hex(bytes: [u8; 16]) -> String {
    format!("{:032x}", u128::from_be_bytes(bytes))
}

/// A table with players that no other table has.
fn with_own_players(mut table: StoredTable) -> StoredTable {
    let id = table.id;
    for seat in Seat::all(6) {
        let own = Sha256::digest(own_secret(&id, &seat.to_string()));
        let (shared, own) = (hex(holder(seat).0), hex(std::array::from_fn(|place| own[place])));
        for event in &mut table.events {
            *event = event.replace(&shared, &own);
        }
    }
    table
}

/// Creates this many pairs of tables.
fn pairs<G: Face + Study>(
    n_pairs: u64,
    dice: &mut impl Dice,
    mut pleases: impl FnMut(&mut Sitting<G>, &mut Sitting<G>, Observer) -> bool,
) -> Vec<Pair> {
    let mut pairs = Vec::new();
    let every = G::Rules::every();
    while (pairs.len() as u64) < n_pairs {
        let rules = one_of(&every, dice);
        let mut here = Sitting::<G>::begun(terms::<G>(&rules, dice));
        let max_steps = one_of(&[8, 40, 160], dice);
        for _ in 0..dice.below(max_steps) {
            here.random_event(dice);
            if !here.table.is_playing() {
                break;
            }
        }
        let observers: Vec<Observer> = Observer::all(rules.n_seats())
            .filter(|who| who.seat().is_none_or(|seat| here.people().any(|other| other == seat)))
            .collect();
        if !here.table.is_playing() {
            continue;
        }
        // Players who are asked get hints, so they are chosen more often.
        let owing = here.owing();
        let is_asked = |who: &Observer| who.seat().is_some_and(|seat| owing.contains(&seat));
        let asked: Vec<Observer> = observers.iter().copied().filter(is_asked).collect();
        let some = if asked.is_empty() || dice.below(2) == 0 { &observers } else { &asked };
        let who = one_of(some, dice);
        let Some(mut there) = other_world(&here, who, dice) else { continue };
        assert_alike(&here, &there, who);
        if !pleases(&mut here, &mut there, who) {
            continue;
        }
        pairs.extend(pair(here, there, who, dice));
    }
    pairs
}

/// The observer knows the same at both tables.
fn assert_alike<G: Face>(here: &Sitting<G>, there: &Sitting<G>, who: Observer) {
    let views = [here, there].map(|sitting| format!("{:?}", sitting.table.view(who)));
    assert_eq!(views[0], views[1], "{}\n\n{}", here.log.join("\n"), there.log.join("\n"));
}

/// Two tables, and a script for both. `None` if the script would end between two rounds.
fn pair<G: Face + Study>(
    here: Sitting<G>,
    there: Sitting<G>,
    who: Observer,
    dice: &mut impl Dice,
) -> Option<Pair> {
    let id = TableId::random();
    let tables = [here.kept(id), there.kept(id)].map(with_own_players);
    let script = script(id, here, there, who, dice)?;
    Some(Pair { tables, script })
}

/// Yorozu asks all players whether they want a new deal, and only some hands allow it. Silence is an answer: nobody may
/// notice who has to think, nor that somebody has spoken up.
#[test]
fn who_may_ask_for_a_new_deal_changes_no_byte() {
    let (mut dice, every) = (dice(3), yorozu::Rules::every());
    let mut pairs = Vec::new();
    let mut n_asked_before = 0;
    while pairs.len() < 20 {
        let rules = one_of(&every, &mut dice);
        let here = Sitting::<yorozu::State>::begun(terms::<yorozu::State>(&rules, &mut dice));
        if here.table.silence_ends().is_none() {
            continue;
        }
        let observers = Observer::all(rules.n_seats());
        let is_seated =
            |who: &Observer| who.seat().is_none_or(|seat| here.people().any(|other| other == seat));
        let who = one_of(&observers.filter(is_seated).collect::<Vec<_>>(), &mut dice);
        let Some(mut there) = other_world(&here, who, &mut dice) else { continue };
        let asks = |seat: &Seat| {
            let is_other = Observer::Seat(*seat) != who && may_ask(&here) != may_ask(&there);
            is_other && may_ask(&there).contains(seat)
        };
        let Some(asker) = there.people().find(asks) else { continue };
        let form = wish(&there, asker);
        // Half of them have asked before, and the others do it while the observer watches.
        let asks_before = pairs.len() % 2 == 0;
        if asks_before {
            let at = there.table.question(asker).unwrap();
            let wish = Command::Act { at, action: yorozu::Action::Redeal(true) };
            n_asked_before += there.does(person(asker), &wish).len();
        }
        assert_alike(&here, &there, who);
        let mut pair = pair(here, there, who, &mut dice).expect("no feast ends so soon");
        pair.script.wish = (!asks_before).then_some((asker, form));
        pairs.push(pair);
    }
    assert_eq!(n_asked_before, 10);
    let found = differences("new-deal", pairs);
    assert!(found.iter().all(Option::is_none), "{found:?}");
}

/// The seats whose cards allow a new deal.
fn may_ask(sitting: &Sitting<yorozu::State>) -> Vec<Seat> {
    let play = sitting.table.play().unwrap();
    let may = |seat: &Seat| {
        let view = play.view(Observer::Seat(*seat));
        view.check(yorozu::Action::Redeal(true)) == Some(Ok(()))
    };
    sitting.table.lobby().seats().filter(may).collect()
}

/// The form with which a seat asks for a new deal.
fn wish(sitting: &Sitting<yorozu::State>, seat: Seat) -> String {
    let at = sitting.table.question(seat).unwrap();
    format!("at={at}&action={}", encode(&yorozu::Action::Redeal(true).to_string()))
}

/// A script for both tables. After it the observer still cannot tell them apart. Between two rounds there is none: a player
/// who leaves can begin the next round, and its deal can tell them apart.
fn script<G: Face + Study>(
    id: TableId,
    mut here: Sitting<G>,
    mut there: Sitting<G>,
    who: Observer,
    dice: &mut impl Dice,
) -> Option<Script> {
    let view = here.table.play().unwrap().view(who);
    let mut tries = Vec::new();
    let hinted = who.seat().is_some_and(|seat| here.table.view_for_hint(holder(seat)).is_ok());
    if let Observer::Seat(seat) = who {
        let at = here.table.question(seat).unwrap();
        let refused = G::every_action(here.table.rules()).into_iter();
        let mut refused: Vec<String> = refused
            .filter(|action| matches!(view.check(*action), Some(Err(_))))
            .map(|action| format!("at={at}&action={}", encode(&action.to_string())))
            .collect();
        dice.shuffle(&mut refused);
        tries.extend(refused.into_iter().take(4));
        if here.table.lobby().chair(seat).is_stood_in() {
            for sitting in [&mut here, &mut there] {
                sitting.does(person(seat), &Command::Seated(SeatedCommand::Return));
            }
        }
    }
    tries.extend(["at=0.7&action=dance".to_owned(), "at=&action=play+1".to_owned()]);
    let muted = here.table.view(who).muted;
    let speakers: Vec<Seat> = here.people().filter(|seat| !muted.has(*seat)).collect();
    let mut scenes = Vec::new();
    while scenes.len() < 4
        && !speakers.is_empty()
        && let Some((seat, does)) = both_go_on(&mut here, &mut there, who)
            .or_else(|| both_act(&mut here, &mut there, who, dice))
    {
        let speaker = one_of(&speakers, dice);
        let chair = here.table.lobby().chair(speaker);
        let (said, at) = (chair.said.to_string(), chair.reacted);
        let reaction = Reaction::ALL[(scenes.len() + speaker.index()) % Reaction::ALL.len()];
        let shows = format!("at={at}&reaction={}", reaction.name());
        let coat = CoatName::all().nth(3 * scenes.len()).unwrap().name();
        let text = format!("scene {}", scenes.len());
        for sitting in [&mut here, &mut there] {
            let wear = SeatedCommand::Wear { coat: Some(coat.to_owned()) };
            sitting.does(person(speaker), &Command::Seated(wear));
            let react = SeatedCommand::React { at, reaction };
            sitting.does(person(speaker), &Command::Seated(react));
            sitting.says(speaker, &text);
        }
        scenes.push(Scene { seat, does, speaker, coat, shows, said, text });
    }
    let lobby = here.table.lobby();
    let others: Vec<Seat> = here.people().filter(|seat| Observer::Seat(*seat) != who).collect();
    let host = lobby.host.expect("a game has a host");
    let removed = others.iter().find(|seat| **seat != host);
    let removal = removed.map(|&removed| (host, removed));
    // Without a stand-in the seat is free.
    let terms = here.table.terms();
    let is_free = terms.newcomers && terms.stand_in.is_none();
    let leaver = others.first().copied().filter(|_| is_free);
    let is_between_rounds = here.table.view(Observer::Rail).interlude.is_some();
    let script = Script { id, who, tries, hinted, scenes, wish: None, removal, leaver };
    (!is_between_rounds).then_some(script)
}

/// A player asks for the next round at both tables, if one is over. Whether one is over is public.
fn both_go_on<G: Face>(
    here: &mut Sitting<G>,
    there: &mut Sitting<G>,
    who: Observer,
) -> Option<(Seat, (&'static str, String))> {
    let (caller, next) = here.next_round()?;
    let Command::Seated(SeatedCommand::Next { after }) = next else { return None };
    let seat = here.people().find(|&seat| person(seat) == caller)?;
    let (tried, alike) = tried_alike(here, there, who, |sitting| sitting.does(caller, &next));
    // From here on the clocks of the servers run, and their silence would end during the script.
    if !alike || tried[0].table.silence_ends().is_some() {
        return None;
    }
    [*here, *there] = tried;
    Some((seat, ("next", format!("after={after}"))))
}

/// A decision that is legal at both tables, with its form.
fn both_act<G: Face + Study>(
    here: &mut Sitting<G>,
    there: &mut Sitting<G>,
    who: Observer,
    dice: &mut impl Dice,
) -> Option<(Seat, (&'static str, String))> {
    for _ in 0..8 {
        let owing = there.owing();
        let both: Vec<Seat> = here
            .people()
            .filter(|seat| owing.contains(seat) && here.owing().contains(seat))
            .collect();
        if both.is_empty() {
            return None;
        }
        let seat = one_of(&both, dice);
        let views = [&here, &there].map(|it| it.table.play().unwrap().view(Observer::Seat(seat)));
        let action = views[0].actions().unwrap().pick(dice);
        if views[1].check(action) != Some(Ok(())) {
            continue;
        }
        let at = here.table.question(seat).unwrap();
        let act = Command::Act { at, action };
        let (tried, alike) =
            tried_alike(here, there, who, |sitting| sitting.does(person(seat), &act));
        let [one, other] = &tried;
        if alike && one.table.is_playing() && other.table.is_playing() {
            [*here, *there] = tried;
            let form = format!("at={at}&action={}", encode(&action.to_string()));
            return Some((seat, ("act", form)));
        }
    }
    None
}

/// Both tables after the same command, and whether the observer still cannot tell them apart. Cards and tokens that are
/// turned up may tell them apart for good.
fn tried_alike<G: Face>(
    here: &Sitting<G>,
    there: &Sitting<G>,
    who: Observer,
    does: impl Fn(&mut Sitting<G>) -> Vec<News<G>>,
) -> ([Sitting<G>; 2], bool) {
    let mut tried = [here, there].map(|sitting| Sitting::<G>::replayed(sitting.log.clone()));
    let [heard, other] = tried.each_mut().map(|sitting| {
        sitting.now = here.now;
        let news = does(sitting);
        let told: Vec<_> = news.iter().map(|news| (news.concerns(who), news.told(who))).collect();
        format!("{told:?} {:?}", sitting.table.view(who))
    });
    (tried, heard == other)
}

/// The first difference in what an observer is sent, for each pair of tables.
fn differences(name: &str, pairs: Vec<Pair>) -> Vec<Option<String>> {
    // Everybody here has the same address, and newcomers may not come from the address of a player. Behind a proxy that
    // reports nothing they have none.
    let configs = ["here", "there"].map(|place| {
        config(&format!("leaks-{name}-{place}")).with(|config| config.behind_proxy = true)
    });
    let (tables, scripts): (Vec<[StoredTable; 2]>, Vec<Script>) =
        pairs.into_iter().map(|pair| (pair.tables, pair.script)).unzip();
    for (index, config) in configs.iter().enumerate() {
        keep(&config.data, tables.iter().map(|tables| tables[index].clone()));
    }
    let sites = configs.map(Site::with);
    let compare = |script: &Script| {
        let [here, there] = std::thread::scope(|scope| {
            let play = |site| scope.spawn(move || play(site, script));
            sites.each_ref().map(play).map(|played| played.join().unwrap())
        });
        let first = here.iter().zip(&there).enumerate().find(|(_, (here, there))| here != there);
        let first = first.map(|(place, (here, there))| {
            format!("{:?}, answer {place}:\n{}", script.who, first_difference(here, there))
        });
        let lengths = || format!("{} answers and {}", here.len(), there.len());
        first
            .or_else(|| (here.len() != there.len()).then(lengths))
            .or_else(|| difference_of_home_pages(&sites, script))
    };
    scripts.iter().map(compare).collect()
}

/// Where two texts that are not alike begin to differ.
fn first_difference(here: &str, there: &str) -> String {
    let alike = here.bytes().zip(there.bytes()).take_while(|(one, other)| one == other);
    let from = alike.count().saturating_sub(80);
    let some = |text: &str| text.chars().skip(from).take(400).collect::<String>();
    format!("{}\n\n{}", some(here), some(there))
}

/// Compares the whole home pages that the observer gets after a script. The tables that everyone may join can be a second
/// old, so the pages have some time to become alike.
fn difference_of_home_pages(sites: &[Site; 2], script: &Script) -> Option<String> {
    let mine = script.who.seat().map(|seat| own_cookie(&script.id, &seat.to_string()));
    let headers = [("cookie", mine.as_deref().unwrap_or_default())];
    let get = |site: &Site| undated(site.bytes(&request("GET", "/", &headers, "")).unwrap());
    let deadline = Deadline::new();
    loop {
        let [here, there] = sites.each_ref().map(get);
        if here == there {
            return None;
        }
        if deadline.left().is_none() {
            let difference = first_difference(&here, &there);
            return Some(format!("{:?}, home page:\n{difference}", script.who));
        }
        wait::pause();
    }
}

/// All bytes that an observer is sent during a script.
fn play(site: &Site, script: &Script) -> Vec<String> {
    let Script { id, who, tries, hinted, scenes, wish, removal, leaver } = script;
    let path = format!("/t/{id}");
    let cookie = |seat: Seat| own_cookie(id, &seat.to_string());
    let other_cookie = |number: u8| own_cookie(id, &format!("other {number}"));
    let mine = who.seat().map(cookie).unwrap_or_default();
    let get = |path: &str| site.bytes(&request("GET", path, &[("cookie", &mine)], "")).unwrap();
    let post = |cookie: &str, accept: &str, command: &str, body: &str| {
        let headers = [("cookie", cookie), ("sec-fetch-site", "same-origin"), ("accept", accept)];
        site.bytes(&request("POST", &format!("{path}/{command}"), &headers, body)).unwrap()
    };
    let mut sent = vec![own_tables(site, &mine), get(&path), own_tables(site, &mine)];
    let mut stream = site.watch(&path, &mine);
    sent.push(stream.until("data: "));
    for body in tries {
        sent.extend(["text/html", "*/*"].map(|accept| post(&mine, accept, "act", body)));
    }
    for accept in ["text/html", "*/*"] {
        let headers = [("cookie", &*mine), ("accept", accept)];
        let hint = site.bytes(&request("GET", &format!("{path}/hint"), &headers, "")).unwrap();
        assert_eq!(hint.starts_with("HTTP/1.1 200 "), *hinted, "{hint}");
        sent.push(hint);
    }
    sent.extend([get(&path), get(&format!("{path}/record.neko"))]);
    // No player's clock runs up to here: all clocks start in the far future. But interludes do.
    let same = |text| without_clocks(&undated(text));
    let mut sent: Vec<String> = sent.into_iter().map(same).collect();
    let mut later = Vec::new();
    for Scene { seat, does: (command, form), speaker, coat, shows, said, text } in scenes {
        let answer = post(&cookie(*seat), "*/*", command, form);
        assert!(answer.starts_with("HTTP/1.1 204 "), "{answer}");
        if *who == Observer::Seat(*seat) {
            later.push(answer);
        }
        later.push(own_tables(site, &mine));
        let say = format!("at={said}&text={}", encode(text));
        for (command, body) in [("wear", &format!("coat={coat}")), ("react", shows), ("say", &say)]
        {
            let answer = post(&cookie(*speaker), "*/*", command, body);
            assert!(answer.starts_with("HTTP/1.1 204 "), "{answer}");
        }
        // All earlier messages arrive before this chat line.
        later.push(stream.until(&format!("<span>{text}</span>")));
    }
    if let Some((seat, form)) = wish {
        post(&cookie(*seat), "*/*", "act", form);
        if let Some(Scene { speaker, said, .. }) = scenes.last() {
            let at = said.parse::<u32>().unwrap() + 1;
            post(&cookie(*speaker), "*/*", "say", &format!("at={at}&text=silence"));
            later.push(stream.until("<span>silence</span>"));
        }
    }
    drop(stream);
    later.push(get(&path));
    later.push(site.watch(&path, &mine).until("data: "));
    for address in addresses(id) {
        later.push(get(&address));
    }
    let look = |sent: &mut Vec<String>, mine: &str| {
        sent.push(site.bytes(&request("GET", &path, &[("cookie", mine)], "")).unwrap());
        sent.push(own_tables(site, mine));
        sent.push(site.watch(&path, mine).until("data: "));
    };
    let redirected = |answer: &str| assert!(answer.starts_with("HTTP/1.1 303 "), "{answer}");
    // Seats change hands: the host removes another player, who returns.
    if let Some((host, removed)) = removal {
        redirected(&post(&cookie(*host), "text/html", "remove", &format!("seat={removed}")));
        look(&mut later, &mine);
        redirected(&post(&cookie(*removed), "text/html", "sit", &format!("seat={removed}")));
        look(&mut later, &mine);
    }
    // Another player leaves and returns, and then the observer does.
    let leaving = scenes.first().map(|scene| scene.speaker).into_iter().chain(who.seat());
    for seat in leaving {
        for (command, body) in [("rise", String::new()), ("sit", format!("seat={seat}&name=Mia"))] {
            redirected(&post(&cookie(seat), "text/html", command, &body));
            look(&mut later, &mine);
        }
    }
    // Requests of the observer that are refused, or change nothing that others see.
    for body in ["name=Tom", "name=Tom&seat=1"] {
        later.push(post(&mine, "text/html", "sit", body));
    }
    for body in ["name=...", "name=Tom"] {
        later.push(post(&mine, "text/html", "rename", body));
        look(&mut later, &mine);
    }
    // Another player takes another name.
    if let Some(Scene { speaker, .. }) = scenes.first() {
        redirected(&post(&cookie(*speaker), "text/html", "rename", "name=Renata"));
        look(&mut later, &mine);
    }
    // The observer's seat moves to another browser.
    let page = post(&mine, "text/html", "move", "");
    let code = page.split(&format!("{path}/move/")).nth(1).and_then(|rest| rest.split('"').next());
    assert_eq!(code.is_some(), who.seat().is_some());
    let code = code.unwrap_or("no-code").to_owned();
    later.push(without_code(&page, &code));
    let mut mine = mine;
    if who.seat().is_some() {
        let device = other_cookie(0);
        let link = format!("{path}/move/{code}");
        let confirm = request("GET", &link, &[("cookie", &device)], "");
        later.push(without_code(&site.bytes(&confirm).unwrap(), &code));
        let taken = post(&device, "text/html", &format!("move/{code}"), "");
        redirected(&taken);
        later.push(taken);
        look(&mut later, &mine);
        mine = device;
        look(&mut later, &mine);
    }
    // A newcomer takes over the seat of another player.
    if let Some(seat) = leaver {
        redirected(&post(&cookie(*seat), "text/html", "rise", ""));
        look(&mut later, &mine);
        let body = format!("seat={seat}&name=Zoe");
        redirected(&post(&other_cookie(1), "text/html", "sit", &body));
        look(&mut later, &mine);
    }
    sent.extend(later.into_iter().map(same));
    sent
}

/// Every route, and the request in this test that covers it.
const ROUTES: [(&str, Covered); 21] = [
    ("/", Covered::InScript),
    ("/play", Covered::NoTable),
    ("/new", Covered::Get("/new?game=meow")),
    ("/rules", Covered::Get("/rules")),
    ("/rules/{game}", Covered::Get("/rules/catbox")),
    ("/about", Covered::Get("/about")),
    ("/manifest.webmanifest", Covered::Get("/manifest.webmanifest")),
    ("/assets/{file}", Covered::Get("/assets/icon.svg")),
    ("/healthz", Covered::Get("/healthz")),
    ("/metrics", Covered::Operator),
    ("/t/{id}", Covered::Get("/t/{id}?seat=1")),
    ("/t/{id}/live", Covered::InScript),
    ("/t/{id}/hint", Covered::InScript),
    ("/t/{id}/qr.svg", Covered::Get("/t/{id}/qr.svg")),
    ("/t/{id}/replay", Covered::Get("/t/{id}/replay")),
    ("/t/{id}/record.neko", Covered::Get("/t/{id}/record.neko?game=1")),
    ("/t/{id}/move", Covered::InScript),
    ("/t/{id}/move/{code}", Covered::InScript),
    ("/t/{id}/sit", Covered::InScript),
    ("/t/{id}/rename", Covered::InScript),
    ("/t/{id}/{command}", Covered::InScript),
];

/// How the test covers a route.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Covered {
    /// By this address.
    Get(&'static str),
    /// By a request of its own.
    InScript,
    /// It creates a table and shows none.
    NoTable,
    /// Only this machine may read it, and it counts requests and bytes of memory.
    Operator,
}

/// The addresses that are fetched from both servers.
fn addresses(id: &TableId) -> impl Iterator<Item = String> {
    ROUTES.into_iter().filter_map(move |(_, covered)| match covered {
        Covered::Get(address) => Some(address.replace("{id}", &id.to_string())),
        Covered::InScript | Covered::NoTable | Covered::Operator => None,
    })
}

#[test]
fn every_route_is_covered() {
    fn without_tests(source: &str) -> &str {
        source.split("#[cfg(test)]").next().unwrap()
    }
    let sources = [include_str!("../../src/routes.rs"), include_str!("../../src/table_page.rs")];
    let source = sources.map(without_tests).concat();
    let routes = source.split(".route(").skip(1);
    let mut routes: Vec<&str> = routes.map(|call| call.split('"').nth(1).unwrap()).collect();
    let mut covered: Vec<&str> = ROUTES.iter().map(|(route, _)| *route).collect();
    routes.sort_unstable();
    covered.sort_unstable();
    assert_eq!(routes, covered, "a new route joins the comparison of two tables");
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let other = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let has_routes = |path: &std::path::PathBuf| {
        path.extension().is_some_and(|kind| kind == "rs")
            && without_tests(&std::fs::read_to_string(path).unwrap()).contains(".route(\"")
    };
    assert_eq!(other.filter(has_routes).count(), 2, "routes are in two files");
}

/// Removes the date and the random bits of a new cookie. Whether there is a cookie is still compared.
fn undated(text: String) -> String {
    let without = |text: String, from: &str, to: &str| {
        let Some((before, behind)) = text.split_once(from) else { return text };
        let (_, behind) = behind.split_once(to).unwrap();
        [before, from, to, behind].concat()
    };
    let text = without(text, "\r\ndate: ", "\r\n");
    without(text, "\r\nset-cookie: nekoza=", "; HttpOnly;")
}

/// Blanks the code of a link for another device, and its picture. Both are random.
fn without_code(text: &str, code: &str) -> String {
    let text = text.replace(code, "CODE");
    let Some((before, behind)) = text.split_once("<div class=\"qr\"") else { return text };
    let (_, behind) = behind.split_once("</div>").unwrap();
    // Pictures differ in length.
    let head = before.split_inclusive('\n').filter(|line| !line.starts_with("content-length: "));
    head.collect::<String>() + behind
}

/// Blanks the text of running clocks, because time passes differently at two servers. Whether a clock runs is still
/// compared.
pub(crate) fn without_clocks(text: &str) -> String {
    // "10:00" is longer than "9:59", so with a running clock the lengths tell nothing. The text itself is compared.
    let is_length = |line: &str| {
        let number = line.strip_prefix("content-length: ").unwrap_or(line).trim_end();
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    let runs = text.contains(" data-left=\"");
    let text: String =
        text.split_inclusive('\n').filter(|line| !(runs && is_length(line))).collect();
    let mut clocks = text.split("<span class=\"time");
    let mut rest = clocks.next().unwrap_or_default().to_owned();
    for clock in clocks {
        let (face, behind) = clock.split_once("</span>").unwrap();
        let face: String = face.chars().filter(|letter| !letter.is_ascii_digit()).collect();
        rest.extend(["<span class=\"time", &face, "</span>", behind]);
    }
    rest
}
