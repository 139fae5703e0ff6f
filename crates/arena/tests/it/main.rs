//! Tests of many games at once.

mod fuzz;
mod simulate;
