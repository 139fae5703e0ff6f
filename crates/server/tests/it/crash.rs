//! Crashes: `kill -9` during play loses no acknowledged decision and repeats none. At most one decision that was in
//! flight may be stored too. Players keep their seats by their cookies and see the same pages.
//!
//! A child process serves. Its parent plays over HTTP and kills it at random moments.
//! `KILLS=1000 cargo test -p server crash` kills it that many times.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use rules::Dice;
use server::{Config, Limits};
use store::SqliteStore;

use testing::dice::{dice, one_of};
use testing::http::Answer;

use crate::client::{Site, folder};
use crate::guest::Guest;
use crate::leaks::without_clocks;
use crate::sitting::kept;
use crate::tables::{form, friends};

/// The environment variable with the folder of a child's server. Only child processes have it.
const CHILD: &str = "SERVER_TEST_CHILD";

/// The environment variable with the address of a child's server.
const ADDRESS: &str = "SERVER_TEST_ADDRESS";

const TABLES: [(&str, &[&str]); 4] = [
    ("game=meow", &["Ken", "Ada"]),
    ("game=catbox", &["Ken", "Ada"]),
    // Without pauses, every deal asks all players something.
    ("game=yorozu&rule-level=experienced&interlude=none", &["Ken", "Ada"]),
    ("game=catsle", &["Ken", "Ada"]),
];

/// A decision: the player and the action, or none where the player asks for the next round.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Decision {
    seat: usize,
    action: Option<String>,
}

impl Decision {
    /// Its line in the log, without the time.
    fn line(&self) -> String {
        match &self.action {
            Some(action) => format!("person {} {action}", self.seat),
            None => format!("next {}", self.seat),
        }
    }
}

/// Compares a log with the players' decisions. Returns whether the decision in flight was stored.
fn arrived(
    log: &[String],
    acknowledged: &[Decision],
    on_its_way: Option<&Decision>,
) -> Result<bool, String> {
    let is_act = |line: &&str| line.starts_with("person ") || line.starts_with("next ");
    let lines = log.iter().filter_map(|line| Some(line.split_once(' ')?.1)).filter(is_act);
    let mut lines = lines.enumerate();
    for (number, decision) in acknowledged.iter().enumerate() {
        match lines.next() {
            None => return Err(format!("decision {number} is lost: {decision:?}")),
            Some((_, line)) if line != decision.line() => {
                return Err(format!("decision {number} was {decision:?}, the log has `{line}`"));
            }
            Some(_) => {}
        }
    }
    match (lines.next(), on_its_way) {
        (None, _) => Ok(false),
        (Some((_, line)), Some(decision)) if line == decision.line() && lines.next().is_none() => {
            Ok(true)
        }
        (Some((number, line)), _) => Err(format!("nobody made decision {number}: `{line}`")),
    }
}

#[test]
fn acknowledged_decisions_survive_a_kill() {
    let n_kills: usize = std::env::var_os("KILLS")
        .map_or(12, |kills| kills.to_str().unwrap().parse().expect("KILLS is a number"));
    let folder = folder("crash");
    let mut dice = dice(1);
    let mut table: Option<Kept> = None;
    let mut n_arrived = 0;
    let mut n_games = 0;
    for kill in 0..n_kills {
        let (mut child, site) = serve(&folder);
        let (mut guests, mut acknowledged) = match table.take() {
            Some(table) => table.come_back(&site, kill),
            None => Default::default(),
        };
        for _ in 0..dice.below(12) {
            if guests.is_empty() || guests.iter().all(|guest| guest.decisions().is_empty()) {
                n_games += 1;
                let (rules, others) = TABLES[n_games % TABLES.len()];
                guests = friends(&site, &form(rules, 1 + others.len()), others);
                acknowledged.clear();
            }
            let (seat, decision, request) = decide(&guests, &mut dice);
            let answer = Answer::read(&site.bytes(&request).unwrap()).unwrap();
            assert_eq!(answer.status, 204, "{seat}: {}", answer.body);
            acknowledged.push(decision);
        }
        if guests.iter().all(|guest| guest.decisions().is_empty()) {
            child.kill().unwrap();
            child.wait().unwrap();
            continue;
        }
        let seen = look(&guests);
        let (_, decision, request) = decide(&guests, &mut dice);
        let most = one_of(&[500, 3000, 10_000], &mut dice);
        let patience = Duration::from_micros(dice.below(most).into());
        let answer = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(patience);
                child.kill().unwrap();
            });
            site.bytes(&request)
        });
        child.wait().unwrap();
        let answer = answer.ok().and_then(|bytes| Answer::read(&bytes));
        let on_its_way = match answer {
            Some(answer) => {
                assert_eq!(answer.status, 204, "{}", answer.body);
                acknowledged.push(decision);
                None
            }
            None => Some((decision, request)),
        };
        let path = guests[0].path.clone();
        let log = log(&folder, &path);
        let found = arrived(&log, &acknowledged, on_its_way.as_ref().map(|(decision, _)| decision));
        let has_arrived = found.unwrap_or_else(|why| panic!("kill {kill}: {why}"));
        n_arrived += usize::from(has_arrived);
        let changed = has_arrived || on_its_way.is_none();
        let cookies = guests.iter().map(|guest| guest.cookie.clone()).collect();
        let seen = (!changed).then_some(seen);
        table = Some(Kept { path, cookies, acknowledged, on_its_way, seen });
    }
    assert!(n_kills < 200 || n_arrived > 0, "children were killed too early or too late");
}

/// The state of a table when its server was killed.
struct Kept {
    path: String,
    cookies: Vec<String>,
    acknowledged: Vec<Decision>,
    /// The decision that was sent but not acknowledged.
    on_its_way: Option<(Decision, String)>,
    /// The pages of all observers, if nothing has happened since.
    seen: Option<Vec<String>>,
}

impl Kept {
    /// All players reconnect, and the unanswered request is sent again.
    fn come_back(self, site: &Site, kill: usize) -> (Vec<Guest<'_>>, Vec<Decision>) {
        let Kept { path, cookies, mut acknowledged, on_its_way, seen } = self;
        let guest = |cookie| Guest { site, cookie, path: path.clone() };
        let guests: Vec<Guest<'_>> = cookies.into_iter().map(guest).collect();
        let now = look(&guests);
        for page in &now[..guests.len()] {
            assert!(!page.contains("/sit\""), "kill {kill}: a player has lost the seat");
        }
        if let Some(seen) = seen {
            let blank = |pages: &[String]| -> Vec<String> {
                pages.iter().map(|page| without_clocks(page)).collect()
            };
            assert_eq!(blank(&seen), blank(&now), "kill {kill}");
        }
        if let Some((decision, request)) = on_its_way {
            for _ in 0..2 {
                let answer = Answer::read(&site.bytes(&request).unwrap()).unwrap();
                assert_eq!(answer.status, 204, "kill {kill}: {}", answer.body);
            }
            acknowledged.push(decision);
        }
        (guests, acknowledged)
    }
}

/// The pages of all players and of a spectator.
fn look(guests: &[Guest<'_>]) -> Vec<String> {
    let rail = Guest::at(guests[0].site, &guests[0].path);
    guests.iter().chain([&rail]).map(Guest::page).collect()
}

/// Makes a random decision. Returns the player, the decision and its request.
fn decide(guests: &[Guest<'_>], dice: &mut impl Dice) -> (usize, Decision, String) {
    let asked = guests.iter().enumerate();
    let asked: Vec<_> = asked
        .flat_map(|(seat, guest)| guest.decisions().into_iter().map(move |d| (seat, d)))
        .collect();
    let (seat, (form, action)) = one_of(&asked, dice);
    let request = guests[seat].form_request("*/*", &form.action, &form.body("action", &action));
    (seat, Decision { seat, action: (!action.is_empty()).then_some(action) }, request)
}

/// Starts a child that serves the tables in this folder.
pub(crate) fn serve(folder: &Path) -> (Child, Site) {
    serve_at(folder, "127.0.0.1:0".parse().unwrap())
}

/// The same at this address.
pub(crate) fn serve_at(folder: &Path, address: SocketAddr) -> (Child, Site) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "crash::child", "--nocapture"]).env(CHILD, folder);
    command.env(ADDRESS, address.to_string());
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let address = lines.map(Result::unwrap).find_map(|line| {
        let (_, address) = line.split_once("serving ")?;
        Some(address.parse().unwrap())
    });
    (child, Site::elsewhere(address.expect("a child says where it serves")))
}

/// The child: serves until it is killed.
#[test]
fn child() {
    let Some(folder) = std::env::var_os(CHILD).map(PathBuf::from) else { return };
    let address = std::env::var_os(ADDRESS).unwrap().to_str().unwrap().parse().unwrap();
    let config = Config::new(address);
    let config = Config { limits: Limits::NONE, ..config };
    let store = Arc::new(SqliteStore::open(&folder).unwrap());
    server::serve_here(config, store, |server| {
        // The test harness would capture normal output.
        let mut out = std::io::stdout().lock();
        writeln!(out, "serving {}", server.address()).unwrap();
        out.flush().unwrap();
    })
    .unwrap();
}

fn log(folder: &Path, path: &str) -> Vec<String> {
    kept(folder, path.strip_prefix("/t/").unwrap().parse().unwrap()).events
}

/// Planted faults: the comparison of logs notices lost, repeated and invented decisions.
#[test]
fn lost_and_doubled_decisions_are_caught() {
    let data = folder("crash-planted");
    let (mut child, site) = serve(&data);
    let mut acknowledged = Vec::new();
    let guests = friends(&site, &form("game=catbox", 3), &["Ken", "Ada"]);
    let mut dice = dice(2);
    for _ in 0..8 {
        let (_, decision, request) = decide(&guests, &mut dice);
        assert_eq!(Answer::read(&site.bytes(&request).unwrap()).unwrap().status, 204);
        acknowledged.push(decision);
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let log = log(&data, &guests[0].path);
    assert_eq!(arrived(&log, &acknowledged, None), Ok(false));
    let (last, others) = acknowledged.split_last().unwrap();
    assert_eq!(arrived(&log, others, Some(last)), Ok(true));
    assert!(arrived(&log, others, None).unwrap_err().contains("nobody made"));
    let acts: Vec<usize> =
        (0..log.len()).filter(|&place| log[place].contains(" person ")).collect();
    for place in acts {
        let mut lost = log.clone();
        lost.remove(place);
        assert!(arrived(&lost, &acknowledged, None).is_err());
        let mut doubled = log.clone();
        doubled.insert(place, log[place].clone());
        assert!(arrived(&doubled, &acknowledged, None).is_err());
        assert!(arrived(&doubled, others, Some(last)).is_err());
    }
}
