//! Keeping the vaults that are served as the user wants them, while a process runs.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::thread::JoinHandle;
use std::time::Duration;

use notekin_engine::models::SharedModels;

use crate::served::{Served, Told, Wanted};

/// Says which vaults are to be served now; asked again and again. What it can't tell changes nothing.
pub type Source = Box<dyn Fn() -> Result<Vec<Wanted>, String> + Send + Sync>;

/// How often the source is asked.
const EVERY: Duration = Duration::from_secs(1);

/// How often it is asked whether to stop.
const BEAT: Duration = Duration::from_millis(50);

/// The vaults of a process that runs on, such as a server. What the user adds, removes or sets meanwhile holds a second
/// later at most: a rule that leaves notes out must not wait for another start.
pub struct Shelf {
    arranged: Arc<Arranged>,
    stop: Arc<AtomicBool>,
    keeper: Option<JoinHandle<()>>,
}

impl Shelf {
    /// Opens what the source names and keeps asking it; `told` hears what is taken in. It waits for nothing but the source.
    ///
    /// Fails when the source does at first.
    pub fn open(source: Source, told: Told) -> Result<Self, String> {
        let arranged = Arc::new(Arranged {
            source,
            told,
            models: Arc::default(),
            served: RwLock::default(),
            arranging: Mutex::default(),
        });
        arranged.refresh()?;
        let stop = Arc::new(AtomicBool::new(false));
        let keeper = {
            let (arranged, stop) = (Arc::clone(&arranged), Arc::clone(&stop));
            std::thread::spawn(move || arranged.keep(&stop))
        };
        Ok(Self { arranged, stop, keeper: Some(keeper) })
    }

    /// Returns the vaults as they stand now.
    pub fn served(&self) -> Arc<[Arc<Served>]> {
        self.arranged.served()
    }

    /// Asks the source right now.
    pub fn refresh(&self) -> Result<(), String> {
        self.arranged.refresh()
    }
}

impl std::fmt::Debug for Shelf {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "Shelf({:?})", self.served())
    }
}

impl Drop for Shelf {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if self.keeper.take().is_some_and(|keeper| keeper.join().is_err()) {
            log::error!("the vaults were no longer looked after");
        }
    }
}

/// What is on the shelf, and who says what shall be. It outlives no thread that looks after it.
struct Arranged {
    /// Says what shall be served.
    source: Source,
    /// Hears what is taken in.
    told: Told,
    /// The models that all of them use; kept when one is opened anew with other settings.
    models: Arc<SharedModels>,
    /// What is served.
    served: RwLock<Arc<[Arc<Served>]>>,
    /// Held while the source is asked and followed, so that an older answer never replaces a newer one.
    arranging: Mutex<()>,
}

impl Arranged {
    fn served(&self) -> Arc<[Arc<Served>]> {
        Arc::clone(&self.served.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Asks the source until told to stop.
    fn keep(&self, stop: &AtomicBool) {
        let mut last = None;
        while rest(stop) {
            let reason = self.refresh().err();
            // Once, and not each second; what is wrong may be a line of the settings.
            if reason.is_some() && reason != last {
                log::warn!("the vaults stay as they are, as settings or register can't be read");
            }
            last = reason;
        }
    }

    /// Asks the source once, and exchanges the vaults when it names something else; what is served already in the same way
    /// stays as it is, with its model.
    fn refresh(&self) -> Result<(), String> {
        let _only = self.arranging.lock().unwrap_or_else(PoisonError::into_inner);
        let wanted = (self.source)()?;
        let before = self.served();
        if is_as_wanted(&before, &wanted) {
            return Ok(());
        }
        for served in before.iter().filter(|served| !wanted.iter().any(|it| served.is(it))) {
            served.retire();
        }
        let place = |wanted: Wanted| match before.iter().find(|served| served.is(&wanted)) {
            Some(served) => Arc::clone(served),
            None => Arc::new(Served::open(wanted, &self.models, &self.told)),
        };
        let next = wanted.into_iter().map(place).collect();
        *self.served.write().unwrap_or_else(PoisonError::into_inner) = next;
        Ok(())
    }
}

fn is_as_wanted(served: &[Arc<Served>], wanted: &[Wanted]) -> bool {
    served.len() == wanted.len()
        && served.iter().zip(wanted).all(|(served, wanted)| served.is(wanted))
}

/// Returns whether it is time to ask again, rather than to stop.
fn rest(stop: &AtomicBool) -> bool {
    let mut left = EVERY;
    while !left.is_zero() && !stop.load(Ordering::Relaxed) {
        std::thread::sleep(BEAT);
        left = left.saturating_sub(BEAT);
    }
    !stop.load(Ordering::Relaxed)
}
