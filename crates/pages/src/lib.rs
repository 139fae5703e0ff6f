//! The games as HTML.
//!
//! Input: an observer's view of a table (a [`View`](rules::View), a [`TableView`](table::view::TableView)), a language
//! ([`Words`](words::Words)), and the paths of links and forms. Output: a whole page, or [pieces](piece) of one, so that a
//! browser gets only the changes.
//!
//! This crate never knows HTTP, sockets, tasks, stores, clocks, or anything that is hidden from the observer.
//! The time is an argument. The address of a request arrives as [`Fields`](fields::Fields).
//!
//! Start at [`face`], which draws a game, then [`live`], the part of a table's page that changes. The other modules are
//! a page each.

#![warn(missing_docs)]

pub mod about;
pub mod assets;
mod cats;
mod chart;
pub mod error;
pub mod face;
pub mod fields;
pub mod hint;
pub mod home;
pub mod kit;
mod layout;
pub mod levels;
pub mod live;
pub mod moving;
pub mod new_table;
pub mod pace;
pub mod piece;
mod posters;
pub mod qr;
pub mod replay;
pub mod rules_page;
mod settings;
pub mod story;
mod styles;
pub mod table_page;
