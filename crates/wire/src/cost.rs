//! What reading by meaning would take, as JSON.

use notekin_engine as engine;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What reading by meaning would take; what is known from before costs nothing.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Cost {
    /// Notes with passages to be read.
    pub notes: usize,
    /// Passages to be read.
    pub passages: usize,
    /// About how many tokens they have.
    pub tokens: usize,
    /// The time it would take on two ordinary cores; left out where the speed isn't known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Whether they would leave this machine.
    pub elsewhere: bool,
    /// The host they would be sent to; left out where that is this machine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// Whether the model was tried before; of one that wasn't, only what its name tells is known.
    pub tried: bool,
    /// The model that would read them.
    pub model: String,
    /// About what it costs, in US dollars; null where the price isn't known or nothing is asked.
    pub dollars: Option<f64>,
    /// The price that this is reckoned with; null where it isn't known.
    pub price: Option<Price>,
    /// The tokens that the month's budget leaves; left out where there is no budget.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget_left: Option<u64>,
}

/// What a service asks.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Price {
    /// For a million tokens, in US dollars.
    pub dollars_per_million: f64,
    /// The month in which that was read.
    pub read: String,
    /// Where it is told.
    pub source: String,
}

impl From<&engine::Cost> for Cost {
    fn from(cost: &engine::Cost) -> Self {
        Self {
            notes: cost.notes,
            passages: cost.passages,
            tokens: cost.tokens,
            seconds: cost.seconds,
            elsewhere: cost.elsewhere,
            host: cost.host.clone(),
            tried: cost.tried,
            model: cost.model.clone(),
            dollars: cost.dollars(),
            price: cost.price.map(|price| Price {
                dollars_per_million: price.dollars_per_million,
                read: price.read.to_owned(),
                source: price.source.to_owned(),
            }),
            budget_left: cost.budget_left,
        }
    }
}
