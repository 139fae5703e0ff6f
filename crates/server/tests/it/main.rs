//! Tests of the whole server: real requests on a real port, and real browsers.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says where")]

mod authority;
mod beats;
mod caps;
mod client;
mod closed;
mod crash;
mod ending;
mod frames;
mod gallery;
mod guest;
mod hands;
mod health;
mod hints;
mod interludes;
mod leaks;
mod listings;
mod my_tables;
mod names;
mod order;
mod pages;
mod protection;
mod proxy;
mod replays;
mod rounds;
mod shots;
mod sight;
mod sitting;
mod streams;
mod tables;
mod touch;
mod windows;
mod worlds;
