//! Tests of the whole server: real requests on a real port, and real browsers.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says where")]

mod authority;
mod caps;
mod client;
mod crash;
mod ending;
mod gallery;
mod guest;
mod hands;
mod health;
mod hints;
mod leaks;
mod order;
mod pages;
mod protection;
mod proxy;
mod replays;
mod sitting;
mod streams;
mod tables;
mod windows;
mod worlds;
