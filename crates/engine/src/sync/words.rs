//! Taking the vault's changes into the index by words and links.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use notekin_embed::Model;
use notekin_index::{Known, Reader, Skipped, Writer};
use notekin_note::NotePath;
use notekin_vault::{Scan, Vault};
use rayon::prelude::*;

use super::plan::{Left, Plan, index_stamp};
use super::reading::{Reading, Understood, read};
use super::withdrawn::Withdrawn;
use super::{links, rules};
use crate::behind::Behind;
use crate::progress::{Progress, Stage};
use crate::{Error, Settings, Unread};

/// Notes read in parallel before they are handed to the index.
const BATCH: usize = 128;

/// Notes after which what is done becomes searchable.
const COMMIT_EVERY: usize = 1024;

/// The key under which is kept when the last scan began.
pub(crate) const SCANNED: &str = "scanned_ns";

/// The key under which is kept that links were not worked out, where a run was broken off before that.
const UNRESOLVED: &str = "unresolved";

/// What stands under a key that only marks.
const MARKED: &str = "yes";

fn is_marked(meta: Option<&str>) -> bool {
    meta == Some(MARKED)
}

/// What the work needs, and how far it may go.
pub(super) struct Work<'a> {
    pub(super) vault: &'a Vault,
    pub(super) settings: &'a Settings,
    pub(super) writer: &'a mut Writer,
    pub(super) progress: &'a dyn Progress,
    /// What is known of the model whose vectors are stored, if there are any.
    pub(super) model: Option<Model>,
    pub(super) limits: Limits<'a>,
    /// Told how many changes are still ahead.
    pub(super) behind: &'a Behind,
    /// What damage was met and mended.
    pub(super) recovered: Vec<String>,
}

/// When the work began, when to stop before its end, and what may be done unasked.
#[derive(Clone, Copy)]
pub(super) struct Limits<'a> {
    /// Nanoseconds since 1970.
    pub(super) began_ns: i64,
    pub(super) cancel: &'a AtomicBool,
    pub(super) until: Option<Instant>,
    pub(super) accept_removals: bool,
    /// Whether notes that were read by other rules are read anew.
    pub(super) reread: bool,
}

impl Limits<'_> {
    fn reached(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
            || self.until.is_some_and(|until| Instant::now() >= until)
    }
}

impl Work<'_> {
    /// Takes in all changes, or as many as the limits allow; what is done is committed.
    pub(super) fn run(&mut self) -> Result<Left, Error> {
        self.progress.begin(Stage::Scanning, 0);
        let scan = self.vault.scan()?;
        let takes_time = self.limits.reread;
        rules::compare(self.writer, self.vault, &self.settings.passages, takes_time)?;
        let mut plan = Plan::new(
            self.writer.known()?,
            self.writer.skipped()?,
            &scan,
            scanned_ns(self.writer.meta(SCANNED)?),
        );
        let mut outcome = Outcome::new(&scan, &plan);
        outcome.changed = is_marked(self.writer.meta(UNRESOLVED)?.as_deref());
        self.progress.begin(Stage::Reading, plan.read.len());
        self.behind.set_changes(plan.read.len());
        self.read_all(&mut plan, &mut outcome)?;
        self.remove_gone(&mut plan, &mut outcome)?;
        if outcome.changed {
            links::resolve(self.writer)?;
        }
        if is_marked(self.writer.meta(UNRESOLVED)?.as_deref()) {
            self.writer.set_meta(UNRESOLVED, "")?;
        }
        self.forget_vectors(&mut outcome)?;
        self.remember(&plan, outcome)?;
        self.writer.commit()?;
        Ok(plan.left())
    }

    /// Keeps what else was found out, if it is new.
    fn remember(&mut self, plan: &Plan, mut outcome: Outcome) -> Result<(), Error> {
        outcome.skipped.sort_by(|a, b| a.path.cmp(&b.path));
        if self.writer.skipped()? != outcome.skipped {
            self.writer.set_skipped(&outcome.skipped)?;
        }
        if outcome.read || self.writer.meta(SCANNED)?.is_none() {
            let unread = [plan.read.as_slice(), &outcome.failed].concat();
            let scanned = plan.scanned_ns(self.limits.began_ns, &unread);
            self.writer.set_meta(SCANNED, &scanned.to_string())?;
        }
        Ok(())
    }

    /// Reads the plan's notes in batches and leaves in the plan those it didn't come to.
    fn read_all(&mut self, plan: &mut Plan, outcome: &mut Outcome) -> Result<(), Error> {
        let paths = std::mem::take(&mut plan.read);
        let mut rest = paths.as_slice();
        let mut uncommitted = 0;
        while !rest.is_empty() && !self.limits.reached() {
            let (batch, after) = rest.split_at(BATCH.min(rest.len()));
            let (vault, settings) = (self.vault, &self.settings.passages);
            let readings: Vec<Reading> = batch
                .par_iter()
                .map(|path| read(vault, path, plan.known(path), settings))
                .collect();
            for (path, reading) in batch.iter().zip(readings) {
                self.apply(path, reading, plan, outcome)?;
            }
            rest = after;
            self.behind.set_changes(rest.len());
            uncommitted += batch.len();
            self.progress.advance(batch.len());
            if uncommitted >= COMMIT_EVERY {
                self.commit_midway(outcome)?;
                uncommitted = 0;
            }
        }
        plan.read = rest.to_vec();
        Ok(())
    }

    /// Makes searchable what is done; a run that is killed from here on leaves nothing undone that it wouldn't be seen to
    /// have left.
    fn commit_midway(&mut self, outcome: &mut Outcome) -> Result<(), Error> {
        self.forget_vectors(outcome)?;
        if outcome.changed {
            self.writer.set_meta(UNRESOLVED, MARKED)?;
        }
        self.writer.commit()?;
        Ok(())
    }

    fn apply(
        &mut self,
        path: &NotePath,
        reading: Reading,
        plan: &mut Plan,
        outcome: &mut Outcome,
    ) -> Result<(), Error> {
        match reading {
            Reading::Same(stamp) => {
                if let Some(known) = plan.known(path) {
                    self.writer.touch(known.id, index_stamp(stamp))?;
                }
            }
            Reading::New(understood) => {
                self.put(path, &understood, plan)?;
                outcome.changed = true;
            }
            Reading::OptedOut(stamp) => {
                self.withdraw(plan.known(path), outcome)?;
                outcome.skipped.push(opted_out(path, stamp));
            }
            // The next look finds it gone, and whether that is true of suspiciously many.
            Reading::Vanished => {}
            // What the index knows of a note that can't be read at the moment stays findable.
            Reading::Failed(unread) => {
                outcome.failed.push(path.clone());
                outcome.skipped.push(Skipped { stamp: plan.stamp(path), ..unread.into() });
            }
        }
        Ok(())
    }

    fn put(
        &mut self,
        path: &NotePath,
        understood: &Understood,
        plan: &mut Plan,
    ) -> Result<(), Error> {
        let is_new = plan.known(path).is_none();
        let moved = if is_new { plan.gone.take(&understood.identity(), path) } else { None };
        if let Some(known) = moved {
            self.writer.relocate(known.id, path, &understood.titles)?;
            self.writer.touch(known.id, index_stamp(understood.file.stamp))?;
        } else {
            self.writer.put(&understood.draft(path))?;
        }
        Ok(())
    }

    /// Removes a note that is not to be kept, and remembers its vectors for deletion.
    fn withdraw(&mut self, known: Option<&Known>, outcome: &mut Outcome) -> Result<(), Error> {
        if let Some(known) = known {
            let serving = self.model.as_ref().map(|model| model.id.as_str());
            outcome.withdrawn.add(self.writer, known.id, (self.settings, serving))?;
        }
        self.drop_known(known, outcome)
    }

    /// Deletes the stored vectors of what was withdrawn, unless another note says the same.
    fn forget_vectors(&mut self, outcome: &mut Outcome) -> Result<(), Error> {
        let withdrawn = std::mem::take(&mut outcome.withdrawn);
        let mended = withdrawn.forget(self.writer, self.settings, self.model.as_ref())?;
        self.recovered.extend(mended);
        Ok(())
    }

    fn drop_known(&mut self, known: Option<&Known>, outcome: &mut Outcome) -> Result<(), Error> {
        if let Some(known) = known {
            self.writer.remove(known.id)?;
            outcome.changed = true;
        }
        Ok(())
    }

    /// Removes what a rule keeps out now and what is gone, the latter only when it isn't suspiciously much and no note is
    /// left unread that it may have moved to.
    fn remove_gone(&mut self, plan: &mut Plan, outcome: &mut Outcome) -> Result<(), Error> {
        for note in std::mem::take(&mut plan.withdrawn) {
            self.withdraw(Some(&note), outcome)?;
        }
        let accepted = !plan.vanished || self.limits.accept_removals;
        if accepted && plan.read.is_empty() {
            for note in plan.gone.take_all() {
                self.drop_known(Some(&note), outcome)?;
            }
        }
        Ok(())
    }
}

/// What an update found out besides the notes themselves.
struct Outcome {
    skipped: Vec<Skipped>,
    /// The notes that couldn't be read.
    failed: Vec<NotePath>,
    /// The vectors of notes that are not to be kept.
    withdrawn: Withdrawn,
    /// Whether any note was read.
    read: bool,
    /// Whether the index changed.
    changed: bool,
}

impl Outcome {
    fn new(scan: &Scan, plan: &Plan) -> Self {
        let mut skipped = skipped(scan);
        skipped.extend(plan.opted_out().cloned());
        let read = !plan.read.is_empty();
        Self { skipped, failed: Vec::new(), withdrawn: Withdrawn::default(), read, changed: false }
    }
}

/// Returns whether an index says of itself that there is something to do, whatever is in the folder.
pub(super) fn is_undone(reader: &Reader, vault: &Vault) -> Result<bool, Error> {
    Ok(is_marked(reader.meta(UNRESOLVED)?.as_deref()) || !rules::are_titled(reader, vault)?)
}

/// Returns the notes that a scan found but that aren't to be read, or can't.
pub(crate) fn skipped(scan: &Scan) -> Vec<Skipped> {
    let excluded = scan.excluded.iter().map(|note| Skipped {
        path: note.path.clone(),
        rule: Some(note.rule.name().to_owned()),
        kind: "excluded".to_owned(),
        reason: note.rule.to_string(),
        stamp: None,
    });
    let unreadable = scan.unreadable.iter().cloned().map(|trouble| Unread::from(trouble).into());
    excluded.chain(unreadable).collect()
}

/// Why a note that asks for it is left out.
pub(crate) const OPTED_OUT: &str = "its frontmatter says `index: false`";

fn opted_out(path: &NotePath, stamp: notekin_vault::Stamp) -> Skipped {
    Skipped {
        path: path.as_str().to_owned(),
        rule: Some("index: false".to_owned()),
        kind: "excluded".to_owned(),
        reason: OPTED_OUT.to_owned(),
        stamp: Some(index_stamp(stamp)),
    }
}

/// Reads when the scan behind an index began; 0 when that isn't known.
pub(super) fn scanned_ns(meta: Option<String>) -> i64 {
    meta.and_then(|text| text.parse().ok()).unwrap_or(0)
}
