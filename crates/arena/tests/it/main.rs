//! Tests of many games at once.

#![expect(clippy::unwrap_used, reason = "a panic in a test names its line")]

mod corpus;
mod fuzz;
mod line_ups;
mod report;
mod sequential;
mod simulate;
mod statistics;
mod tournament;
