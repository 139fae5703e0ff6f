//! Tests of what a browser is shown.

mod faces;
