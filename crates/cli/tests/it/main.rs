//! The binary, end to end: vaults written as text, and what is printed about them.

#![expect(clippy::unwrap_used, reason = "a test that can't set up its vault has failed")]

mod ask;
mod ask_notes;
mod assistant;
mod batch;
mod config;
mod conversations;
mod copies;
#[path = "../../../answer/tests/it/dialect.rs"]
#[expect(dead_code, reason = "the tests of other rooms use the rest of it")]
mod dialect;
mod doctor;
mod driver;
mod empty;
mod hostile;
mod index;
mod json;
mod log;
mod mcp;
mod measure;
mod model;
mod moved;
#[cfg(unix)]
mod nobody;
mod open;
mod pause;
mod processes;
mod related;
mod search;
mod serve;
mod served;
#[path = "../../../net/tests/it/server.rs"]
#[expect(dead_code, reason = "the tests of other rooms use the rest of it")]
mod server;
mod setup;
#[path = "../../../embed/tests/it/stand_in.rs"]
#[expect(dead_code, reason = "the tests of other rooms use the rest of it")]
mod stand_in;
mod tuned;
mod vault;

/// A file that isn't named above would silently test nothing.
#[test]
fn no_test_file_is_forgotten() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it");
    let named = std::fs::read_to_string(folder.join("main.rs")).unwrap();
    for file in std::fs::read_dir(folder).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        let Some(module) = name.strip_suffix(".rs") else { continue };
        let is_named = module == "main" || named.contains(&format!("mod {module};"));
        assert!(is_named, "{name} is not part of the tests");
    }
}
