//! The start and the end of a server.

use std::io::Read;
use std::net::{TcpListener, TcpStream};

use rules::Say;
use server::{BadSettings, ServeError, Server};
use words::Words;

use crate::client::{Setup, Site, config};

fn bind(setup: Setup) -> Result<Server, ServeError> {
    let threads = tokio::runtime::Builder::new_current_thread().enable_all().build();
    threads.unwrap().block_on(async {
        let store = setup.store();
        Server::bind(setup.config, store).await
    })
}

fn sentence(error: &ServeError) -> String {
    Words::default().message(&format!("serve-{}", error.code()), &error.facts())
}

#[test]
fn every_start_error_has_a_sentence() {
    let words = Words::default();
    for code in [ServeError::CODES, BadSettings::CODES].concat() {
        assert!(words.has(&format!("serve-{code}")), "{code}");
    }
}

#[test]
fn a_taken_port_is_named() {
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    let listen = other.local_addr().unwrap();
    let error = bind(config("taken").with(|config| config.listen = listen)).unwrap_err();
    assert!(matches!(error, ServeError::PortTaken(address) if address == listen));
    let said = sentence(&error);
    assert!(said.contains(&listen.to_string()) && said.contains("--listen"), "{said}");
}

#[test]
fn idle_connections_do_not_delay_the_shutdown() {
    let site = Site::open("idle");
    let mut idle = TcpStream::connect(site.address).unwrap();
    assert_eq!(site.get("/healthz").status, 200);
    drop(site);
    assert_eq!(idle.read(&mut [0]).unwrap_or(0), 0, "the server has hung up");
}
