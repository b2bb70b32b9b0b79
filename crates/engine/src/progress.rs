//! What long work tells while it runs.

/// A stretch of work with its own unit of progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Looking through the folder; the total is unknown.
    Scanning,
    /// Reading notes by words; the unit is a note.
    Reading,
    /// Reading passages by meaning; the unit is a passage.
    Embedding,
    /// Comparing notes with one another; the unit is a note read.
    Comparing,
    /// Asking questions whose answers are known; the unit is a question.
    Asking,
}

impl Stage {
    /// All stages.
    const ALL: [Self; 5] =
        [Self::Scanning, Self::Reading, Self::Embedding, Self::Comparing, Self::Asking];

    /// Returns the stage of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|stage| stage.name() == name)
    }

    /// Returns the stage's stable name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Scanning => "scanning",
            Self::Reading => "reading",
            Self::Embedding => "embedding",
            Self::Comparing => "comparing",
            Self::Asking => "asking",
        }
    }
}

/// A listener for the progress of long work. Called from the thread that does the work.
pub trait Progress {
    /// Tells that `stage` begins with `total` units ahead (0 when unknown).
    fn begin(&self, stage: Stage, total: usize);
    /// Tells that `done` more units of the current stage are finished.
    fn advance(&self, done: usize);
}

/// A listener that doesn't care.
#[derive(Clone, Copy, Debug, Default)]
pub struct Quiet;

impl Progress for Quiet {
    fn begin(&self, _stage: Stage, _total: usize) {}
    fn advance(&self, _done: usize) {}
}
