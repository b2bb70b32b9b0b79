//! The embedding models: which there are, which are installed, how to get one, and which servers have more.

pub use notekin_embed::install::{Installed, Phase, Source, install, installed, remove};
pub use notekin_embed::{
    CallSettings, DEFAULT_MODEL, ModelEntry, Secret, Server, Servers, is_address, is_served,
    models as list,
};
