//! Tests of the whole server: real requests on a real port, and real browsers.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says where")]

mod access;
mod authority;
mod beats;
mod bubbles;
mod caps;
mod client;
mod closed;
mod crash;
mod ending;
#[path = "../../src/forwarding_store.rs"]
mod forwarding_store;
mod frames;
mod gallery;
mod guest;
mod hands;
mod health;
mod hints;
mod interludes;
mod leaks;
mod listings;
mod modes;
mod motion;
mod my_tables;
mod names;
mod order;
mod pages;
mod protection;
mod proxy;
mod replays;
mod rounds;
mod settings;
mod shots;
mod sight;
mod sitting;
mod sizes;
mod sounds;
mod streams;
mod styles;
mod tables;
mod touch;
mod viewer;
mod weights;
mod windows;
mod worlds;
