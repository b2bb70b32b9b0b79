//! How replies look as text.

pub(crate) mod ask;
pub(crate) mod comparison;
pub(crate) mod conversation;
pub(crate) mod copies;
pub(crate) mod cost;
pub(crate) mod diff;
pub(crate) mod doctor;
pub(crate) mod hubs;
pub(crate) mod inventory;
pub(crate) mod measure;
pub(crate) mod model;
pub(crate) mod outbound;
pub(crate) mod progress;
pub(crate) mod related;
pub(crate) mod search;
pub(crate) mod setup;
pub(crate) mod status;
pub(crate) mod style;
