//! Tests of what bots tell: hints are true, and tell nothing that a seat could not know.

mod hints;
mod reasons;
