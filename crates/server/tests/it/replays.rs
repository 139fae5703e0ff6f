//! Replays and records of long logs: refused from the head of a table, and read without delay for others.

use rules::meow;
use store::{StoredTable, TableId, TableStage};
use table::terms::Terms;

use crate::client::{Site, config};
use crate::guest::Guest;
use crate::sitting::{Sitting, keep};

/// A table whose log nobody can read: who tries gets an internal error.
fn unreadable(stage: TableStage, n_events: usize) -> StoredTable {
    let terms = Terms::new::<meow::State>(&"meow players=3".parse().unwrap());
    let mut table = Sitting::<meow::State>::opened(terms).kept(TableId::random());
    table.head.stage = stage;
    table.events = vec!["nonsense".to_owned(); n_events];
    table
}

#[test]
fn the_head_of_a_table_refuses_what_it_can() {
    let setup = config("replay-heads").with(|config| config.limits.replay_events = 20);
    let [waiting, short, long] = [
        unreadable(TableStage::Waiting, 5),
        unreadable(TableStage::Over, 20),
        unreadable(TableStage::Over, 21),
    ];
    let ids = [waiting.id, short.id, long.id];
    keep(&setup.data, [waiting, short, long]);
    let site = Site::with(setup);
    for page in ["replay", "record.neko"] {
        let status = |id: TableId| site.get(&format!("/t/{id}/{page}")).status;
        assert_eq!(status(TableId::random()), 404, "no table");
        assert_eq!(status(ids[0]), 404, "no game has begun");
        assert_eq!(status(ids[1]), 500, "this log is read");
        let long = site.get(&format!("/t/{}/{page}", ids[2]));
        assert_eq!(long.status, 422, "this one is not");
        assert!(long.body.contains("Too long to replay"), "{}", long.body);
    }
}

#[test]
fn strangers_are_refused_before_a_private_log_is_read() {
    let mut terms = Terms::new::<meow::State>(&"meow players=3".parse().unwrap());
    terms.watching = false;
    let mut table = Sitting::<meow::State>::opened(terms).kept(TableId::random());
    table.head.stage = TableStage::Over;
    table.events.push("nonsense".to_owned());
    let (setup, id) = (config("private-replay"), table.id);
    keep(&setup.data, [table]);
    let site = Site::with(setup);
    assert_eq!(site.get(&format!("/t/{id}/replay")).status, 403);
    let mut seated = Guest::opens(&site, "/play", "game=meow&level=kitten");
    seated.path = format!("/t/{id}");
    assert_eq!(seated.get(&format!("/t/{id}/replay")).status, 500, "a visitor might sit there");
}
