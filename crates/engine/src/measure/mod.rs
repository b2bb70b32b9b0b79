//! Measuring on the owner's vault: how well its notes are related and found, and from which score they are related.
//!
//! A link's own words name where it leads, and would be found by them. So notes are read once more with all links taken
//! out of their text, into an index of its own beside the usual one; the links themselves stay known, and the one that is
//! looked at makes no difference to what other links say of its ends.

mod dice;
mod hubs;
mod links;
mod request;
mod sample;
mod search;
mod statistics;
mod vectors;

use std::sync::atomic::AtomicBool;

use dice::Dice;
pub use request::{
    HubMeasure, HubPick, JudgedPair, KnownHubs, KnownPair, KnownQuery, LinkMeasure, MeasureRequest,
    Measurement, Relation, SearchMeasure, Threshold, Variant, VectorSpread,
};
use sample::Sample;
pub use statistics::Interval;
use statistics::{ROUNDS, quantile};
use vectors::Vectors;

use crate::calibration::Calibration;
use crate::engine::Engine;
use crate::notice::Notice;
use crate::progress::Progress;
use crate::related::Judge;
use crate::sync::{Estimate, SyncRequest};
use crate::{Error, Settings};

/// Linked pairs from which a threshold can be told.
const LEAST_PAIRS: usize = 50;

/// The share of linked pairs that may lie below the threshold.
const BELOW: f32 = 0.25;

/// A measurement that is prepared, so that what it costs is known before it begins.
pub struct Measuring<'e> {
    engine: &'e Engine,
    /// The engine of the same notes without the text of their links.
    bare: Engine,
    request: MeasureRequest,
    sample: Sample,
    estimate: Estimate,
    notices: Vec<Notice>,
}

impl Engine {
    /// Prepares a measurement: reads the notes by words without their links, and chooses what is looked at.
    pub fn measuring(
        &self,
        request: MeasureRequest,
        progress: &dyn Progress,
        cancel: &AtomicBool,
    ) -> Result<Measuring<'_>, Error> {
        let mut notices = self.take_in_changes()?;
        let bare = self.without_links();
        let words_only =
            SyncRequest { words_only: true, accept_removals: true, ..SyncRequest::default() };
        bare.sync(words_only, progress, cancel)?;
        let (sample, estimate) = {
            let reader = bare.reader()?;
            let judge = Judge::new(&reader, self.settings.hubs)?;
            let sample = Sample::take(&reader, &judge, &request)?;
            let notes = sample.notes(&judge);
            (sample, bare.estimate_among(&notes)?)
        };
        if self.model().is_err() {
            notices.push(Notice::NoModel { model: self.settings.model.clone() });
        }
        Ok(Measuring { engine: self, bare, request, sample, estimate, notices })
    }

    /// Deletes what was read for measuring and what was found out by it: the model's own score is used again.
    pub fn forget_measurement(&self) -> Result<(), Error> {
        Calibration::forget(&self.settings.home)?;
        let bare = self.without_links();
        if bare.reader().is_ok() { bare.forget().map(|_| ()) } else { Ok(()) }
    }

    /// Returns an engine of the same notes that leaves the text of links out, beside this one's own data.
    pub(crate) fn without_links(&self) -> Self {
        let mut settings =
            Settings { home: self.settings.home.join("measure"), ..self.settings.clone() };
        settings.passages.without_links = true;
        settings.neighbours.push(self.settings.home.clone());
        Self::open(settings)
    }
}

impl Measuring<'_> {
    /// Returns how many passages have to be read by meaning first, and how long that takes.
    pub fn estimate(&self) -> Estimate {
        self.estimate
    }

    /// Measures. When cancelled, `Error::Cancelled` is returned; what was read by meaning need not be read again.
    pub fn run(self, progress: &dyn Progress, cancel: &AtomicBool) -> Result<Measurement, Error> {
        let notes = {
            let reader = self.bare.reader()?;
            self.sample.notes(&Judge::new(&reader, self.engine.settings.hubs)?)
        };
        self.bare.embed_among(&notes, progress, cancel)?;
        let reader = self.bare.reader()?;
        let mut judge = Judge::new(&reader, self.engine.settings.hubs)?;
        let mut dice = Dice::new(self.request.seed);
        let how = (progress, cancel);
        let given = self.request.pairs.is_some();
        let links = links::measure(&judge, &self.sample, given, &mut dice, how)?;
        let hubs = hubs::measure(&mut judge, &self.sample, &mut dice, how)?;
        let vectors = Vectors::read(&reader, &self.engine.settings.vectors, &notes)?;
        let spread = vectors.as_ref().map(|vectors| vectors.spread(&mut dice));
        let variants = vectors.map(|vectors| vectors.variants(&self.sample, &mut dice));
        let (search, unanswerable) =
            search::measure(self.engine, &self.request.queries, &mut dice, how)?;
        let counts = reader.counts()?;
        Ok(Measurement {
            model: reader.model().map(str::to_owned),
            notes: counts.notes,
            passages: counts.chunks,
            seed: self.request.seed,
            rounds: ROUNDS,
            vectors: spread,
            threshold: self.threshold(&links, reader.model())?,
            links,
            variants: variants.unwrap_or_default(),
            hubs,
            search,
            unanswerable,
            notices: self.notices,
        })
    }

    /// Returns from which score notes are called related: that which a quarter of linked pairs lie below. Keeps it when
    /// that is wanted and there are enough of them.
    fn threshold(&self, links: &LinkMeasure, model: Option<&str>) -> Result<Threshold, Error> {
        let linked = links.pairs.iter().filter(|pair| pair.relation == Relation::Linked);
        let mut scores: Vec<f32> = linked.map(|pair| pair.score).collect();
        scores.sort_by(f32::total_cmp);
        let pairs = scores.len();
        let name = Calibration::name(model);
        if pairs < LEAST_PAIRS {
            let least = self.engine.least_related(&*self.bare.reader()?);
            return Ok(Threshold { least, own: false, pairs, kept: false });
        }
        let least = quantile(&scores, BELOW);
        let kept = self.request.calibrate;
        if kept {
            Calibration { least, pairs }.keep(&self.engine.settings.home, name)?;
        }
        Ok(Threshold { least, own: true, pairs, kept })
    }
}
