//! Pages as players meet them.

mod faces;
mod sheets;
