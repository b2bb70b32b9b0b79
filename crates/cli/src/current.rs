//! Long work with settings that the user may change meanwhile.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use notekin_config::{Environment, Vault, Watched};
use notekin_engine::{Engine, Settings};

use crate::opened::Opened;
use crate::talk;

/// How often it is asked whether to stop.
const BEAT: Duration = Duration::from_millis(200);

/// After how many of these settings are looked at.
const BEATS: usize = 5;

/// A vault with the settings that the user wants for it now.
pub(crate) struct Renewed {
    vault: Vault,
    settings: Settings,
    /// Whether there is anything to tell of.
    is_told: bool,
}

impl Renewed {
    /// Opens the vault anew, and says so.
    pub(crate) fn open(self) -> Opened {
        if self.is_told {
            talk::tell("the settings changed; going on with the new ones");
        }
        Opened { vault: self.vault, engine: Engine::open(self.settings) }
    }
}

/// Returns what the settings of an opened vault are compared with.
pub(crate) fn watched(opened: &Opened) -> Watched {
    let settings = opened.engine.settings().clone();
    Watched::new(Environment::of_process(), &opened.vault, settings)
}

/// Works until it is done, and stops the work when the user interrupts it or sets something else; returns what came of it,
/// and what is wanted now if that stopped it.
pub(crate) fn work_with<T>(
    watched: &Watched,
    interrupted: &AtomicBool,
    work: impl FnOnce(&AtomicBool) -> T,
) -> (T, Option<Renewed>) {
    let stop = AtomicBool::new(false);
    let (end, ended) = mpsc::channel();
    std::thread::scope(|scope| {
        let stops = &stop;
        let looking = scope.spawn(move || look(watched, &ended, interrupted, stops));
        let done = work(&stop);
        drop(end);
        (done, looking.join().ok().flatten())
    })
}

fn look(
    watched: &Watched,
    ended: &Receiver<()>,
    interrupted: &AtomicBool,
    stop: &AtomicBool,
) -> Option<Renewed> {
    let mut is_broken = false;
    for beat in 1_usize.. {
        if ended.recv_timeout(BEAT) != Err(RecvTimeoutError::Timeout) {
            return None;
        }
        if interrupted.load(Ordering::Relaxed) {
            stop.store(true, Ordering::Relaxed);
        } else if beat % BEATS == 0 {
            match watched.changed() {
                Ok(Some((vault, settings))) => {
                    stop.store(true, Ordering::Relaxed);
                    let is_told = !watched.is_alike(&settings);
                    return Some(Renewed { vault, settings, is_told });
                }
                Ok(None) => is_broken = false,
                Err(error) => {
                    if !is_broken {
                        talk::tell(&format!("the settings stay as they were: {error}"));
                    }
                    is_broken = true;
                }
            }
        }
    }
    None
}
