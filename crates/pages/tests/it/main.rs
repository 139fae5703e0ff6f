//! Pages as players meet them.

mod answers;
mod assets;
mod faces;
mod moods;
mod sheets;
