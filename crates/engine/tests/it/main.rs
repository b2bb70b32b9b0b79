//! The engine over real folders, with the deterministic stand-in for a model.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod ask;
mod broken_off;
mod compare;
mod copies;
#[path = "../../../answer/tests/it/dialect.rs"]
#[expect(dead_code, reason = "the tests of other rooms use the rest of it")]
mod dialect;
mod explain;
mod filters;
mod follow;
mod forgetting;
mod hour;
mod kept;
mod link;
mod measure;
mod naive;
mod pause;
mod read;
mod related;
mod search;
mod served;
#[path = "../../../net/tests/it/server.rs"]
mod server;
mod several;
#[path = "../../../embed/tests/it/stand_in.rs"]
#[expect(dead_code, reason = "the tests of other rooms use the rest of it")]
mod stand_in;
mod switch;
mod sync;
mod vault;
mod words;
mod written;
