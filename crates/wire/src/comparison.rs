//! Measurements with several models, as JSON.

use notekin_engine as engine;
use serde::Serialize;

use crate::{Cost, Measurement};

/// What was found out with several models on the same pairs and hubs.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The chosen model, then the others in the order they were named.
    pub models: Vec<Compared>,
}

/// What was found out with one model.
#[derive(Clone, Debug, Serialize)]
pub struct Compared {
    /// The figures.
    pub measurement: Measurement,
    /// What had to be read by meaning, as it was reckoned before.
    pub cost: Cost,
    /// The seconds that took; nearly none where nothing had to be read.
    pub seconds: f64,
}

impl From<&[engine::Compared]> for Comparison {
    fn from(compared: &[engine::Compared]) -> Self {
        Self { models: compared.iter().map(Compared::from).collect() }
    }
}

impl From<&engine::Compared> for Compared {
    fn from(compared: &engine::Compared) -> Self {
        Self {
            measurement: Measurement::from(&compared.measurement),
            cost: Cost::from(&compared.cost),
            seconds: (compared.seconds * 10.0).round() / 10.0,
        }
    }
}
