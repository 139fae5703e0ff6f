//! Progress of long runs: a progress bar, and Ctrl-C.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use arena::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Plays with a progress bar on standard error, if that is a terminal.
pub(crate) fn watched<T>(n_games: u64, progress: &Progress, play: impl FnOnce() -> T) -> T {
    let bar = ProgressBar::with_draw_target(Some(n_games), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} to go");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            while progress.done() < n_games && !bar.is_finished() {
                bar.set_position(progress.done());
                thread::park_timeout(Duration::from_millis(100));
            }
            bar.finish_and_clear();
        });
        let played = play();
        bar.finish_and_clear();
        watcher.thread().unpark();
        played
    })
}

/// Progress that Ctrl-C stops, so that the command reports its results so far. A second Ctrl-C exits at once.
pub(crate) fn stopped_by_ctrl_c() -> Arc<Progress> {
    let progress = Arc::new(Progress::default());
    let stopped = Arc::clone(&progress);
    let handled = ctrlc::set_handler(move || {
        if stopped.is_stopped() {
            leave();
        }
        stopped.stop();
    });
    // Without a handler, Ctrl-C ends the command as usual.
    drop(handled);
    progress
}

#[expect(clippy::exit, reason = "bots that think for a long time cannot be interrupted")]
fn leave() -> ! {
    // The exit code that shells expect after Ctrl-C.
    std::process::exit(130)
}
