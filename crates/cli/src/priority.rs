//! How much this program minds other programs.

/// How far it steps back; between nothing and the 19 at which hardly anything is left for it on a busy machine.
#[cfg(unix)]
const NICE: i32 = 10;

/// Lets other programs go first from now on, and the threads that begin from now on too. Where that can't be had, all
/// stays as it is.
pub(crate) fn lower() {
    #[cfg(unix)]
    if let Err(error) = rustix::process::nice(NICE) {
        log::info!("other programs don't go first: {error}");
    }
}
