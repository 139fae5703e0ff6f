//! What tests and measurements share: one HTTP client, one browser driver, one generator of other worlds.
//!
//! Tests wait for conditions and never for time: [`wait`] polls, and gives up so late that a busy machine does not matter.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says where")]

pub mod background;
pub mod browser;
pub mod catalogue;
pub mod dice;
pub mod folder;
pub mod http;
pub mod page;
pub mod toy;
pub mod wait;
pub mod worlds;
