//! Watching games being played: a progress bar, and Ctrl-C.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use arena::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Plays with a progress bar on standard error, where a person sees it.
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

/// Progress that Ctrl-C stops, so that what is known so far can be told. Whoever presses it again wants to leave at once.
pub(crate) fn stopped_by_ctrl_c() -> Arc<Progress> {
    let progress = Arc::new(Progress::default());
    let stopped = Arc::clone(&progress);
    let handled = ctrlc::set_handler(move || {
        if stopped.is_stopped() {
            leave();
        }
        stopped.stop();
    });
    // Without a handler Ctrl-C ends the command as it always does.
    drop(handled);
    progress
}

#[expect(clippy::exit, reason = "bots in the middle of a long thought cannot be asked to leave")]
fn leave() -> ! {
    // What shells expect of a command that Ctrl-C ended.
    std::process::exit(130)
}
