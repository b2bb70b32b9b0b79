//! The server, asked as browsers, programs and strangers ask it.

#![expect(clippy::unwrap_used, reason = "a test that can't set up its server has failed")]

mod api;
mod engine;
mod guard;
mod life;
#[cfg(unix)]
mod socket;

/// A file that isn't named above would silently test nothing.
#[test]
fn no_test_file_is_forgotten() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it");
    let named = std::fs::read_to_string(folder.join("main.rs")).unwrap();
    for file in std::fs::read_dir(folder).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        let Some(module) = name.strip_suffix(".rs") else { continue };
        assert!(module == "main" || named.contains(&format!("mod {module};")), "{name} is no part");
    }
}
