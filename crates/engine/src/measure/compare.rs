//! Measuring a vault with several models, one after the other, on the same pairs and hubs.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use notekin_embed::Servers;

use super::{MeasureRequest, Measurement, Measuring, Work};
use crate::engine::Engine;
use crate::progress::Progress;
use crate::sync::Cost;
use crate::{Error, Settings};

/// A comparison that is prepared, so that what it costs is known before it begins.
pub struct Comparing<'e> {
    /// The chosen model's measurement; its notes, pairs and hubs are those of all.
    measuring: Measuring<'e>,
    others: Vec<Candidate>,
}

/// A model that is compared with the chosen one.
struct Candidate {
    /// The same vault's engine, with this model.
    engine: Engine,
    cost: Cost,
}

/// What was found out with one model.
#[derive(Clone, Debug)]
pub struct Compared {
    /// The figures.
    pub measurement: Measurement,
    /// What had to be read by meaning, as it was reckoned before.
    pub cost: Cost,
    /// The seconds that took; nearly none where the vectors were there from before.
    pub seconds: f64,
}

impl Engine {
    /// Prepares a measurement of the vault with the chosen model and with others, each with the servers it may be at.
    ///
    /// One that is named twice or is the chosen one is measured once. Fails where a model can't be used, before any note is
    /// read. Questions are asked of the chosen one alone: the index has no other vectors.
    pub fn comparing(
        &self,
        request: MeasureRequest,
        others: Vec<(String, Servers)>,
        progress: &dyn Progress,
        cancel: &AtomicBool,
    ) -> Result<Comparing<'_>, Error> {
        let mut ids: BTreeSet<String> = self.chosen_model().into_iter().collect();
        let mut engines = Vec::new();
        for (model, servers) in others {
            let engine = Self::open(Settings { model, servers, ..self.settings.clone() });
            if ids.insert(engine.model_unless(cancel)?.model().id.clone()) {
                engines.push(engine);
            }
        }
        let measuring = self.measuring(request, progress, cancel)?;
        let candidate = |engine: Engine| {
            let (cost, _) = measuring.cost_of(&engine)?;
            Ok(Candidate { engine, cost })
        };
        let others = engines.into_iter().map(candidate).collect::<Result<_, Error>>()?;
        Ok(Comparing { measuring, others })
    }
}

impl Comparing<'_> {
    /// Returns what each model has to read first: the chosen one, then the others in their order.
    pub fn costs(&self) -> Vec<&Cost> {
        let others = self.others.iter().map(|other| &other.cost);
        std::iter::once(&self.measuring.cost).chain(others).collect()
    }

    /// Measures with each model, in the order of [`Comparing::costs`]. Of what is found out about scores, nothing is kept
    /// but the chosen one's.
    ///
    /// When it is cancelled or a server fails, what was read by meaning need not be read again.
    pub fn run(
        mut self,
        progress: &dyn Progress,
        cancel: &AtomicBool,
    ) -> Result<Vec<Compared>, Error> {
        let work = Work { progress, cancel };
        let (engine, cost) = (self.measuring.engine, self.measuring.cost.clone());
        let mut compared = vec![self.measuring.compared(engine, cost, &work)?];
        self.measuring.request.calibrate = false;
        self.measuring.request.queries.clear();
        self.measuring.by_meaning = true;
        for Candidate { engine, cost } in self.others {
            self.measuring.link_free.hand_over(&engine)?;
            compared.push(self.measuring.compared(&engine, cost, &work)?);
        }
        Ok(compared)
    }
}

impl Measuring<'_> {
    fn compared(
        &mut self,
        engine: &Engine,
        cost: Cost,
        work: &Work<'_>,
    ) -> Result<Compared, Error> {
        let began = Instant::now();
        self.read(work)?;
        let seconds = began.elapsed().as_secs_f64();
        Ok(Compared { measurement: self.measure(engine, work)?, cost, seconds })
    }
}
