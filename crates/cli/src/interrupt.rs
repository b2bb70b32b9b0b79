//! Ctrl-C: the first asks the work to stop, the second stops the program.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use crate::talk;

/// Returns the flag that Ctrl-C sets; the same one each time, as a process has one Ctrl-C.
pub(crate) fn flag() -> Arc<AtomicBool> {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    Arc::clone(FLAG.get_or_init(watched))
}

/// Returns a flag that Ctrl-C sets from now on.
fn watched() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&flag);
    let watched = ctrlc::set_handler(move || {
        if set.swap(true, Ordering::Relaxed) {
            stop_now();
        }
        talk::tell("stopping; what is done is kept (once more to stop at once)");
    });
    if let Err(error) = watched {
        log::warn!("Ctrl-C is not watched: {error}");
    }
    flag
}

#[expect(
    clippy::exit,
    reason = "the user asked twice; the index survives being stopped at any point"
)]
fn stop_now() {
    std::process::exit(130);
}
