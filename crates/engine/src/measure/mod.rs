//! Measuring on the owner's vault: how well its notes are related and found, and from which score they are related.
//!
//! A link's own words name where it leads, and would be found by them. So notes are read once more with all links taken
//! out of their text, into an index of its own beside the usual one; the links themselves stay known, and the one that is
//! looked at makes no difference to what other links say of its ends.

mod compare;
mod dice;
mod hubs;
mod known;
pub(crate) mod link_free;
mod links;
mod prompts;
mod request;
mod sample;
mod search;
mod statistics;
mod vectors;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

pub use compare::{Compared, Comparing};
use known::Known;
use link_free::LinkFree;
use notekin_index::{NoteSet, Reader};
use prompts::Passages;
pub use request::{
    HubMeasure, HubPick, JudgedPair, KnownHubs, KnownPair, KnownQuery, LeftOut, LinkMeasure,
    MeasureRequest, Measurement, Relation, ScoreSpread, SearchMeasure, Threshold, Unfit, Variant,
    VectorSpread,
};
use sample::Sample;
pub use statistics::Interval;
use statistics::{ROUNDS, quantile};
use vectors::Vectors;

use crate::calibration::Calibration;
use crate::engine::Engine;
use crate::notice::Notice;
use crate::progress::Progress;
use crate::related::{Judge, scale};
use crate::shared::Unneeded;
use crate::sync::Cost;
use crate::{Error, shared};

/// Linked pairs from which a threshold can be told.
const LEAST_PAIRS: usize = 50;

/// The share of linked pairs that may lie below the threshold.
const BELOW: f32 = 0.25;

/// A measurement that is prepared, so that what it costs is known before it begins.
pub struct Measuring<'e> {
    engine: &'e Engine,
    link_free: LinkFree,
    request: MeasureRequest,
    known: Known,
    sample: Sample,
    /// All notes that are looked at.
    notes: NoteSet,
    by_meaning: bool,
    cost: Cost,
    /// Passages that were read before, and need only be looked up.
    known_passages: usize,
    notices: Vec<Notice>,
}

/// Long work: who listens, and whether to go on.
struct Work<'a> {
    progress: &'a dyn Progress,
    cancel: &'a AtomicBool,
}

impl Work<'_> {
    fn go_on(&self) -> Result<(), Error> {
        if self.cancel.load(Ordering::Relaxed) { Err(Error::Cancelled) } else { Ok(()) }
    }
}

impl Engine {
    /// Prepares a measurement: reads the notes by words without their links, and chooses what is looked at.
    pub fn measuring(
        &self,
        request: MeasureRequest,
        progress: &dyn Progress,
        cancel: &AtomicBool,
    ) -> Result<Measuring<'_>, Error> {
        let notices = self.take_in_changes()?;
        let known = Known::new(&*self.reader()?, &request)?;
        let link_free = LinkFree::read(self, progress, cancel)?;
        let (sample, notes) = {
            let reader = link_free.engine().reader()?;
            let judge = Judge::new(&reader, self.settings.hubs)?;
            let sample = Sample::take(&reader, &judge, &known, &request)?;
            let notes = sample.notes(&judge);
            (sample, notes)
        };
        // Who reads a vault by words only is measured so, too.
        let by_meaning = self.reader()?.model().is_some();
        let mut measuring = Measuring {
            engine: self,
            link_free,
            request,
            known,
            sample,
            notes,
            by_meaning,
            cost: Cost::nothing(&self.settings.model),
            known_passages: 0,
            notices,
        };
        match self.model() {
            Ok(_) if by_meaning => {
                (measuring.cost, measuring.known_passages) = measuring.cost_of(self)?;
            }
            Ok(_) => {}
            Err(error) => {
                measuring.notices.push(Notice::of_model(&error, &self.settings.model));
            }
        }
        if !measuring.request.queries.is_empty() {
            measuring.notices.extend(Notice::pending(&self.reader()?.counts()?));
        }
        Ok(measuring)
    }

    /// Returns the passages that are read once more to see what the model's words around them are worth.
    ///
    /// They are those of a part of the sample, without the text of links like all that is measured.
    fn prompt_passages(&self, link_free: &LinkFree, sample: &Sample) -> Result<Passages, Error> {
        let reader = link_free.engine().reader()?;
        let judge = Judge::new(&reader, self.settings.hubs)?;
        Passages::read(&reader, &prompts::part(sample), |note| judge.note(note))
    }

    /// Deletes what was read for measuring and what was found out by it: the model's own score is used again. Returns what
    /// damage was met and mended.
    pub fn forget_measurement(&self) -> Result<Option<String>, Error> {
        let home = &self.settings.home;
        Calibration::forget(home)?;
        let serving = self.stored_model();
        let mut mended = match &serving {
            Some(model) => {
                let mut keys = link_free::measured_vectors(home, &model.id);
                let used = self.reader().and_then(|reader| Ok(reader.vector_keys()?));
                let used: BTreeSet<_> = used.unwrap_or_default().into_iter().collect();
                keys.retain(|key| !used.contains(key));
                shared::remove(&self.settings, model, keys)?
            }
            None => None,
        };
        // Other models were compared, or were in use when it was measured before.
        let reader = self.reader().ok();
        let pages = reader.as_ref().map(|reader| shared::pages(reader));
        for mut other in
            Unneeded::of_others(&self.settings, serving.as_ref().map(|model| &*model.id))?
        {
            other.add_measured(home);
            let own = pages.as_ref().map(|pages| pages as &shared::Pages<'_>);
            mended = mended.or(other.remove(&self.settings, own)?);
        }
        link_free::forget(home)?;
        Ok(mended)
    }
}

impl Measuring<'_> {
    /// Returns what has to be read by meaning first.
    pub fn cost(&self) -> &Cost {
        &self.cost
    }

    /// Returns how many more passages are looked at that were read by meaning before.
    pub fn known_passages(&self) -> usize {
        self.known_passages
    }

    /// Returns what is given and can't be used.
    pub fn left_out(&self) -> &[LeftOut] {
        &self.known.left_out
    }

    /// Returns what has to be read first by the model of an engine of this vault, and how many passages it has read before.
    fn cost_of(&self, engine: &Engine) -> Result<(Cost, usize), Error> {
        let mut tally = engine.tally(engine.model()?, true)?;
        let reader = self.link_free.engine().reader()?;
        let known = tally.add(reader.unembedded(usize::MAX, Some(&self.notes))?)?;
        // A model at a server can't do without its words.
        if self.request.prompts && !notekin_embed::is_served(&engine.settings.model) {
            tally.add_anew(engine.prompt_passages(&self.link_free, &self.sample)?.as_slice());
        }
        Ok((tally.cost(), known))
    }

    /// Measures. When cancelled, `Error::Cancelled` is returned; what was read by meaning need not be read again.
    pub fn run(
        mut self,
        progress: &dyn Progress,
        cancel: &AtomicBool,
    ) -> Result<Measurement, Error> {
        let (engine, work) = (self.engine, Work { progress, cancel });
        self.read(&work)?;
        self.measure(engine, &work)
    }

    /// Reads by meaning what is looked at, if that is how the vault is read.
    fn read(&self, work: &Work<'_>) -> Result<(), Error> {
        if !self.by_meaning {
            return Ok(());
        }
        self.link_free.engine().embed_among(&self.notes, work.progress, work.cancel)
    }

    /// Measures what is read, by the model of an engine of this vault.
    fn measure(&mut self, engine: &Engine, work: &Work<'_>) -> Result<Measurement, Error> {
        let seed = self.request.seed;
        let reader = self.link_free.engine().reader()?;
        let mut judge = Judge::new(&reader, engine.settings.hubs)?;
        let links = {
            let missing = self.known.count(&[Unfit::PairMissing, Unfit::PairOfOne]);
            links::measure(&judge, &self.sample, missing, seed, work)?
        };
        let hubs = {
            let missing = self.known.count(&[Unfit::HubsMissing]);
            hubs::measure(&mut judge, &self.sample, missing, work)?
        };
        let vectors = Vectors::read(&reader, &engine.settings.vectors, &self.notes)?;
        let mut variants = vectors
            .as_ref()
            .map(|vectors| vectors.variants(&self.sample, seed))
            .unwrap_or_default();
        if let (true, true, Some(vectors)) = (self.request.prompts, self.by_meaning, &vectors) {
            let passages = engine.prompt_passages(&self.link_free, &self.sample)?;
            if let Some(bare) = passages.without_prompt(engine.model()?, work.cancel)? {
                variants.extend(vectors.prompts(&prompts::part(&self.sample), bare, seed));
            }
        }
        let search = search::measure(engine, &self.known.questions, seed, work)?;
        let counts = reader.counts()?;
        Ok(Measurement {
            model: reader.model().map(str::to_owned),
            notes: counts.notes,
            passages: counts.chunks,
            seed,
            rounds: ROUNDS,
            vectors: vectors.and_then(|vectors| vectors.spread(seed)),
            threshold: self.threshold(engine, &links, &reader)?,
            links,
            variants,
            hubs,
            search,
            unanswerable: self.known.count(&[Unfit::Unanswerable]),
            notices: std::mem::take(&mut self.notices),
        })
    }

    /// Returns from which score notes are called related: that which a quarter of linked pairs lie below. Keeps it when
    /// that is wanted, the pairs were drawn from all, and there are enough of them.
    fn threshold(
        &self,
        engine: &Engine,
        links: &LinkMeasure,
        measured: &Reader,
    ) -> Result<Threshold, Error> {
        let linked = links.pairs.iter().filter(|pair| pair.relation == Relation::Linked);
        let mut scores: Vec<f32> = linked.map(|pair| pair.score).collect();
        scores.sort_by(f32::total_cmp);
        let pairs = scores.len();
        let reader = engine.reader()?;
        let set = engine.settings.least_related;
        if pairs < LEAST_PAIRS {
            // No vectors of a model that is only compared serve the index.
            let is_chosen = std::ptr::eq(engine, self.engine);
            let least = engine.least_related(if is_chosen { &reader } else { measured });
            return Ok(Threshold { least, own: false, pairs, kept: false, set });
        }
        let least = quantile(&scores, BELOW);
        // Scores by words alone say nothing of scores by meaning, nor the other way round.
        let is_alike = reader.model() == measured.model();
        let kept = self.request.calibrate && !links.given && is_alike;
        if kept {
            Calibration { least, pairs }.keep(&engine.settings.home, &scale(&reader))?;
        }
        Ok(Threshold { least, own: true, pairs, kept, set })
    }
}
