//! How a server begins and ends.

use std::io::Read;
use std::net::{TcpListener, TcpStream};

use rules::Say;
use server::{Config, ServeError, Server};
use words::Words;

use crate::client::{Site, config, folder};

fn bind(config: Config) -> Result<Server, ServeError> {
    let threads = tokio::runtime::Builder::new_current_thread().enable_all().build();
    threads.unwrap().block_on(Server::bind(config))
}

fn sentence(error: &ServeError) -> String {
    Words::english().message(&format!("serve-{}", error.code()), &error.facts())
}

#[test]
fn every_way_to_fail_has_a_sentence() {
    let words = Words::english();
    for code in ServeError::CODES {
        assert!(words.has(&format!("serve-{code}")), "{code}");
    }
}

#[test]
fn a_taken_port_is_named() {
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    let listen = other.local_addr().unwrap();
    let error = bind(Config { listen, ..config("taken") }).unwrap_err();
    assert!(matches!(error, ServeError::PortTaken(address) if address == listen));
    let said = sentence(&error);
    assert!(said.contains(&listen.to_string()) && said.contains("--listen"), "{said}");
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let folder = folder("no-folder");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("file");
    std::fs::write(&file, "not a folder").unwrap();
    for data in [file.clone(), file.join("below")] {
        let error = bind(Config { data: data.clone(), ..config("no-folder-2") }).unwrap_err();
        let said = sentence(&error);
        assert!(said.contains(&data.display().to_string()) && said.contains("--data"), "{said}");
    }
}

#[test]
fn the_folder_is_made_and_left_clean() {
    let data = folder("fresh").join("deep/er");
    let server = bind(Config { data: data.clone(), ..config("fresh-2") }).unwrap();
    assert!(server.url().starts_with("http://127.0.0.1:"), "{}", server.url());
    assert!(data.is_dir());
}

#[test]
fn idle_connections_do_not_keep_a_server_from_ending() {
    let site = Site::open("idle");
    let mut idle = TcpStream::connect(site.address).unwrap();
    assert_eq!(site.get("/healthz").status, 200);
    drop(site);
    assert_eq!(idle.read(&mut [0]).unwrap_or(0), 0, "the server has hung up");
}
