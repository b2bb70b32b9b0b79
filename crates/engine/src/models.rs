//! The embedding models: which there are, which are installed, and how to get one.

pub use notekin_embed::install::{Installed, Phase, Source, install, installed, remove};
pub use notekin_embed::{DEFAULT_MODEL, ModelEntry, models as list};
