//! Keeping the vaults that are served as the user wants them, while a server runs.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::library::Library;
use crate::served::{Served, Wanted};

/// Says which vaults are to be served now; asked again and again. What it can't tell changes nothing.
pub type Source = Box<dyn Fn() -> Result<Vec<Wanted>, String> + Send + Sync>;

/// How often the source is asked.
const EVERY: Duration = Duration::from_secs(1);

/// How often it is asked whether to stop.
const BEAT: Duration = Duration::from_millis(50);

/// The vaults of a server. What the user adds, removes or sets while it runs holds for the next call, a second later at
/// most: a rule that leaves notes out must not wait for the assistant's program to be started again.
#[derive(Debug)]
pub struct Shelf {
    library: Arc<RwLock<Arc<Library>>>,
    stop: Arc<AtomicBool>,
    keeper: Option<JoinHandle<()>>,
}

impl Shelf {
    /// Opens what the source names and keeps asking it. It waits for nothing but the source.
    ///
    /// Fails when the source does at first.
    pub fn open(source: Source) -> Result<Self, String> {
        let library = Arc::new(RwLock::new(Arc::new(arranged(&Library::default(), source()?))));
        let stop = Arc::new(AtomicBool::new(false));
        let keeper = {
            let (library, stop) = (Arc::clone(&library), Arc::clone(&stop));
            std::thread::spawn(move || keep(&source, &library, &stop))
        };
        Ok(Self { library, stop, keeper: Some(keeper) })
    }

    /// Returns the vaults as they stand now.
    pub(crate) fn library(&self) -> Arc<Library> {
        Arc::clone(&self.library.read().unwrap_or_else(PoisonError::into_inner))
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

/// Asks the source until told to stop, and exchanges the library when it names something else.
fn keep(source: &Source, library: &RwLock<Arc<Library>>, stop: &AtomicBool) {
    while rest(stop) {
        let wanted = match source() {
            Ok(wanted) => wanted,
            Err(reason) => {
                log::warn!("the vaults stay as they are: {reason}");
                continue;
            }
        };
        let now = Arc::clone(&library.read().unwrap_or_else(PoisonError::into_inner));
        if !is_as_wanted(&now, &wanted) {
            let next = Arc::new(arranged(&now, wanted));
            *library.write().unwrap_or_else(PoisonError::into_inner) = next;
        }
    }
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

fn is_as_wanted(library: &Library, wanted: &[Wanted]) -> bool {
    let served = library.all();
    served.len() == wanted.len()
        && served.iter().zip(wanted).all(|(served, wanted)| served.is(wanted))
}

/// Returns a library of what is wanted; what is served already in the same way stays as it is, with its model.
fn arranged(before: &Library, wanted: Vec<Wanted>) -> Library {
    let place = |wanted: Wanted| match before.all().iter().find(|served| served.is(&wanted)) {
        Some(served) => Arc::clone(served),
        None => Arc::new(Served::open(wanted)),
    };
    Library::new(wanted.into_iter().map(place).collect())
}
