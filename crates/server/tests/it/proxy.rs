//! A bad network loses, delays and repeats requests, loses answers and cuts streams. In the end all players see the
//! same pages as without it, and have their seats.

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use pages::face::{self, Face, VisitFace};
use rules::{Dice, GameId, Observer, Rules as _};
use store::TableId;
use table::sealed::Chosen;
use table::terms::Terms;

use testing::browser::{Browser, ScreenSize, Scripts};
use testing::dice::{dice, one_of};
use testing::http::{Answer, request};
use testing::page::{decisions, encode};
use testing::wait::{Deadline, PATIENCE};

use crate::client::{Site, config};
use crate::guest::Guest;
use crate::sitting::{Sitting, cookie, keep, kept};
use crate::tables::form;

/// The read timeout after which a thread checks whether the test has ended.
const READ_TIMEOUT: Duration = Duration::from_millis(100);

/// The fate of a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fate {
    Passes,
    /// The request does not arrive.
    Lost,
    /// The request arrives, the answer does not.
    Unanswered,
    /// The request is delayed.
    Delayed,
    /// The request arrives twice.
    Repeated,
}

const FATES: [Fate; 6] =
    [Fate::Passes, Fate::Passes, Fate::Lost, Fate::Unanswered, Fate::Delayed, Fate::Repeated];

/// A bad network between browsers and a server.
struct Proxy {
    listener: TcpListener,
    to: SocketAddr,
    dice: Mutex<Box<dyn FnMut() -> u64 + Send>>,
    /// If set, the network loses only the first answer to this command. Otherwise all kinds of trouble happen.
    loses_answer_to: Option<String>,
    ends: AtomicBool,
    n_troubles: AtomicUsize,
}

impl Proxy {
    fn new(to: SocketAddr, seed: u64) -> Proxy {
        let mut dice = dice(seed);
        Proxy {
            listener: TcpListener::bind("127.0.0.1:0").unwrap(),
            to,
            dice: Mutex::new(Box::new(move || u64::from(dice.below(1 << 16)))),
            loses_answer_to: None,
            ends: AtomicBool::new(false),
            n_troubles: AtomicUsize::new(0),
        }
    }

    /// A good network that loses only the first answer to this command.
    fn losing(to: SocketAddr, command: &str) -> Proxy {
        Proxy { loses_answer_to: Some(command.to_owned()), ..Proxy::new(to, 0) }
    }

    fn below(&self, n: usize) -> usize {
        (self.dice.lock().unwrap())() as usize % n
    }

    fn fate(&self, request: &str) -> Fate {
        let fate = match &self.loses_answer_to {
            None => FATES[self.below(FATES.len())],
            Some(command) => {
                let first_line = request.lines().next().unwrap_or_default();
                let asked = first_line.contains(&format!("/{command} "));
                let lost = asked && self.n_troubles.load(Ordering::Relaxed) == 0;
                if lost { Fate::Unanswered } else { Fate::Passes }
            }
        };
        self.n_troubles.fetch_add(usize::from(fate != Fate::Passes), Ordering::Relaxed);
        fate
    }

    /// Accepts connections until it ends.
    fn run<'scope>(&'scope self, scope: &'scope std::thread::Scope<'scope, '_>) {
        for client in self.listener.incoming() {
            if self.ends.load(Ordering::Relaxed) {
                return;
            }
            let client = client.unwrap();
            // Errors here are part of the bad network.
            scope.spawn(move || drop(self.pass(client)));
        }
    }

    fn pass(&self, mut client: TcpStream) -> std::io::Result<()> {
        let request = read_request(&mut client)?;
        let fate = self.fate(&request);
        let pause = Duration::from_millis(self.below(20) as u64);
        match fate {
            Fate::Lost => return client.shutdown(Shutdown::Both),
            Fate::Delayed => std::thread::sleep(pause),
            Fate::Passes | Fate::Unanswered | Fate::Repeated => {}
        }
        let mut server = TcpStream::connect(self.to)?;
        server.write_all(request.as_bytes())?;
        if request.contains("/live ") || request.contains("/live?") {
            self.pass_stream(&mut server, &mut client)?;
            return client.shutdown(Shutdown::Both);
        }
        server.set_read_timeout(Some(PATIENCE))?;
        let mut answer = Vec::new();
        server.read_to_end(&mut answer)?;
        if fate == Fate::Unanswered {
            return client.shutdown(Shutdown::Both);
        }
        client.write_all(&answer)?;
        client.shutdown(Shutdown::Both)?;
        if fate == Fate::Repeated {
            std::thread::sleep(pause);
            let mut again = TcpStream::connect(self.to)?;
            again.write_all(request.as_bytes())?;
            again.read_to_end(&mut answer)?;
        }
        Ok(())
    }
}

impl Proxy {
    /// Forwards a stream until it ends or is cut, often in the middle of a message.
    fn pass_stream(&self, server: &mut TcpStream, client: &mut TcpStream) -> std::io::Result<()> {
        server.set_read_timeout(Some(READ_TIMEOUT))?;
        let mut some = vec![0; 2000 + self.below(30_000)];
        while !self.ends.load(Ordering::Relaxed) {
            let n_bytes = match server.read(&mut some) {
                Ok(0) => break,
                Ok(n_bytes) => n_bytes,
                Err(error) if is_silence(&error) => continue,
                Err(error) => return Err(error),
            };
            client.write_all(&some[..n_bytes])?;
            if self.loses_answer_to.is_none() && self.below(3) == 0 {
                break;
            }
        }
        Ok(())
    }
}

/// Whether a read timed out.
fn is_silence(error: &std::io::Error) -> bool {
    matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut)
}

/// Reads a whole request. It is the only one on its connection.
fn read_request(client: &mut TcpStream) -> std::io::Result<String> {
    let (mut request, mut some) = (Vec::new(), [0; 4096]);
    loop {
        let text = String::from_utf8_lossy(&request);
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let mut headers = head.lines().filter_map(|line| line.split_once(": "));
            let length = headers.find(|(name, _)| name.eq_ignore_ascii_case("content-length"));
            if body.len() >= length.map_or(0, |(_, length)| length.parse().unwrap()) {
                return Ok(text.replace("Connection: keep-alive", "connection: close"));
            }
        }
        match client.read(&mut some)? {
            0 => return Err(std::io::ErrorKind::UnexpectedEof.into()),
            n_bytes => request.extend(&some[..n_bytes]),
        }
    }
}

/// Retries a request until it is answered.
fn insist(site: &Site, request: &str) -> Answer {
    for _ in 0..100 {
        let answer = site.bytes(request).ok().and_then(|bytes| Answer::read(&bytes));
        // A truncated answer does not count.
        if let Some(answer) = answer
            && answer.content_length().is_none_or(|length| length == answer.body.len())
        {
            return answer;
        }
    }
    panic!("a hundred times without an answer: {request}");
}

/// Plays with the buttons that pages offer. The decisions depend only on the dice.
fn play(site: &Site, id: TableId, n_seats: u8, n_decisions: usize) {
    let mut dice = dice(3);
    let path = format!("/t/{id}");
    for number in 0..n_decisions {
        let mut decided = false;
        for who in Observer::all(n_seats).filter_map(Observer::seat) {
            let mine = cookie(who);
            let page = insist(site, &request("GET", &path, &[("cookie", &mine)], ""));
            let guest = Guest { site, cookie: mine, path: path.clone() };
            let decisions = decisions(&page.body);
            if decisions.is_empty() {
                continue;
            }
            let (form, action) = one_of(&decisions, &mut dice);
            let decide = guest.form_request("*/*", &form.action, &form.body("action", &action));
            assert_eq!(insist(site, &decide).status, 204);
            let said =
                page.body.split("\" form=\"say\"").next().unwrap().rsplit('"').next().unwrap();
            let say = format!("at={said}&text={}", encode(&format!("words {number}")));
            let say = guest.form_request("*/*", &format!("{path}/say"), &say);
            assert_eq!(insist(site, &say).status, 204);
            decided = true;
            break;
        }
        if !decided {
            return;
        }
    }
}

/// Watches, and reconnects, until `stop` is set and a stream was cut. A network without cuts would test nothing.
fn watch(site: &Site, id: TableId, cookie: &str, stop: &AtomicBool) {
    let deadline = Deadline::new();
    let mut is_cut = false;
    while !is_cut || !stop.load(Ordering::Relaxed) {
        assert!(is_cut || deadline.left().is_some(), "no stream is ever cut");
        let request = request("GET", &format!("/t/{id}/live"), &[("cookie", cookie)], "");
        let Ok(mut socket) = TcpStream::connect(site.address) else { continue };
        socket.set_read_timeout(Some(READ_TIMEOUT)).unwrap();
        if socket.write_all(request.as_bytes()).is_err() {
            continue;
        }
        let mut some = [0; 4096];
        is_cut |= loop {
            match socket.read(&mut some) {
                Ok(1..) => {}
                // Once `stop` is set, a quiet stream ends too.
                Err(error) if is_silence(&error) && stop.load(Ordering::Relaxed) => break false,
                Err(error) if is_silence(&error) => {}
                Ok(0) | Err(_) => break true,
            }
        };
    }
}

/// Ends the network when it is dropped, also after a failed assertion.
struct Ends<'a>(&'a Proxy);

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        self.0.ends.store(true, Ordering::Relaxed);
        drop(TcpStream::connect(self.0.listener.local_addr().unwrap()));
    }
}

#[derive(Clone, Copy)]
struct Through;

impl VisitFace for Through {
    type Output = ();

    fn visit<G: Face>(self) {
        let every = G::Rules::every();
        let rules = every.iter().find(|rules| rules.n_seats() == 3).unwrap();
        let terms = Terms { chosen: Chosen::Hidden, ..Terms::new::<G>(rules) };
        let sitting = Sitting::<G>::begun(terms);
        let n_seats = rules.n_seats();
        let id = TableId::random();
        let [calm, rough] = ["calm", "rough"].map(|weather| {
            let config = config(&format!("proxy-{}-{weather}", G::ID.name()));
            keep(&config.data, [sitting.kept(id)]);
            Site::with(config)
        });
        play(&calm, id, n_seats, 30);
        let proxy = Proxy::new(rough.address, 5);
        let stop = AtomicBool::new(false);
        let seat = cookie(rules::Seat::new(0));
        std::thread::scope(|scope| {
            scope.spawn(|| proxy.run(scope));
            let _ends = Ends(&proxy);
            let through = Site::elsewhere(proxy.listener.local_addr().unwrap());
            let watchers = [seat.as_str(), ""].map(|cookie| {
                let (through, stop) = (Site::elsewhere(through.address), &stop);
                scope.spawn(move || watch(&through, id, cookie, stop))
            });
            play(&through, id, n_seats, 30);
            stop.store(true, Ordering::Relaxed);
            for watcher in watchers {
                watcher.join().unwrap();
            }
        });
        assert!(proxy.n_troubles.load(Ordering::Relaxed) > 30);
        let page = |site, who: Observer| {
            let cookie = who.seat().map(cookie).unwrap_or_default();
            Guest { site, cookie, path: format!("/t/{id}") }.page()
        };
        // On a slow machine some players count as away by now: everybody comes back before pages are compared.
        for who in Observer::all(n_seats) {
            drop((page(&calm, who), page(&rough, who)));
        }
        for who in Observer::all(n_seats) {
            assert_eq!(page(&calm, who), page(&rough, who), "{who:?}");
        }
    }
}

#[test]
fn a_bad_network_changes_nothing() {
    for game in GameId::ALL {
        face::visit(game, Through);
    }
}

/// Acts at an existing table over a network that loses an answer.
fn with_lost_answer(site: &Site, command: &str, does: impl FnOnce(&Site)) {
    let proxy = Proxy::losing(site.address, command);
    std::thread::scope(|scope| {
        scope.spawn(|| proxy.run(scope));
        let _ends = Ends(&proxy);
        does(&Site::elsewhere(proxy.listener.local_addr().unwrap()));
    });
    assert_eq!(proxy.n_troubles.load(Ordering::Relaxed), 1, "an answer got lost");
}

/// The number of lines in a table's log with this text.
fn n_events(data: &Path, path: &str, what: &str) -> usize {
    let id = path.strip_prefix("/t/").unwrap().parse().unwrap();
    let events = kept(data, id).events;
    events.iter().filter(|line| line.split(' ').nth(1) == Some(what)).count()
}

#[test]
fn a_seat_is_kept_when_the_first_answer_gets_lost() {
    for (name, accept) in [("forms", "text/html"), ("scripts", "*/*")] {
        let config = config(&format!("lost-sit-{name}"));
        let site = Site::with(config.clone());
        let mia = Guest::opens(&site, "/new", &form("game=meow", 3));
        let path = mia.path.clone();
        with_lost_answer(&site, "sit", |through| {
            // The cookie comes with the page that offers a seat, and with no other answer.
            let offered = through.get(&mia.path);
            let cookie = offered.header("set-cookie").unwrap();
            assert!(cookie.contains("; HttpOnly; SameSite=Lax; Path=/"), "{cookie}");
            let ken = cookie.split(';').next().unwrap().to_owned();
            let token = ken.strip_prefix("nekoza=").unwrap();
            assert!(token.len() == 32 && !offered.body.contains(token));
            let ken = Guest { site: through, cookie: ken.clone(), path: mia.path.clone() };
            let sit = format!("{}/sit", ken.path);
            let request = ken.form_request(accept, &sit, "name=Ken");
            assert!(through.bytes(&request).unwrap().is_empty(), "nothing comes back");
            let again = through.raw(&request);
            assert_eq!((again.status, again.header("location")), (303, Some(&*ken.path)));
            let is_secret = |cookie: &str| cookie.starts_with("nekoza=");
            assert!(!again.cookies().any(is_secret), "they have it already");
            assert!(ken.page().contains(&format!("{}/rise", ken.path)));
            // Another visitor with the same name has another cookie and gets nothing.
            let mut other = Guest::at(&site, &mia.path);
            let refused = other.post(&sit, "name=Ken");
            assert_eq!(refused.status, 409);
            assert_ne!(refused.cookie(), Some(&*ken.cookie));
            for bytes in [mia.page(), other.page(), refused.body] {
                assert!(!bytes.contains(token) && !bytes.contains("nekoza="));
            }
        });
        drop(site);
        assert_eq!(n_events(&config.data, &path, "sat"), 2, "Mia and Ken, each once");
    }
}

#[test]
fn a_seat_that_moves_is_kept_when_the_answer_gets_lost() {
    let config = config("lost-move");
    let site = Site::with(config.clone());
    let mut mia = Guest::opens(&site, "/new", &form("game=meow", 3));
    let path = mia.path.clone();
    let answer = mia.presses("move");
    let link = answer.attributes("href").into_iter().find(|link| link.contains("/move/")).unwrap();
    let link = link.strip_prefix("http://nekoza.test").unwrap();
    let code = link.rsplit('/').next().unwrap();
    with_lost_answer(&site, code, |through| {
        let mut phone = Guest::at(&site, &mia.path);
        let offered = phone.get(link);
        phone.keeps_cookie(&offered);
        let take = phone.form_request("text/html", link, "x=y");
        assert!(through.bytes(&take).unwrap().is_empty(), "nothing comes back");
        assert_eq!(through.raw(&take).status, 303);
        assert!(phone.page().contains(&format!("{}/rise", phone.path)));
        assert_eq!(site.post(link, "x=y").status, 404, "others cannot follow");
    });
    drop(site);
    assert_eq!(n_events(&config.data, &path, "moved"), 1);
}

#[test]
fn a_browser_keeps_its_seat_when_the_first_answer_gets_lost() {
    for (name, scripts) in [("on", Scripts::On), ("off", Scripts::Off)] {
        let config = config(&format!("lost-window-{name}"));
        let site = Site::with(config.clone());
        let mia = Guest::opens(&site, "/new", &form("game=meow", 3));
        let path = mia.path.clone();
        with_lost_answer(&site, "sit", |through| {
            let ken = Browser::open(ScreenSize::Phone, scripts);
            let link = format!("http://{}{}", through.address, mia.path);
            ken.go(&link);
            ken.write(".join input[name=name]", "Ken\n");
            site.watch(&mia.path, &mia.cookie).until("Ken");
            // The browser shows an error. Ken opens the table again and has his seat.
            ken.go(&link);
            assert_eq!((ken.count(".join"), ken.count("form[action$='/rise']")), (0, 1));
        });
        drop(site);
        assert_eq!(n_events(&config.data, &path, "sat"), 2, "Mia and Ken, each once");
    }
}
