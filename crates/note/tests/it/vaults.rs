//! Real vaults: nothing in them is lost or unreadable.

use std::fs;
use std::path::{Path, PathBuf};

use notekin_note::{Format, NotePath, Settings, parse};

pub(crate) fn notes(folder: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            notes(&path, found)?;
        } else {
            found.push(path);
        }
    }
    Ok(())
}

#[test]
fn chunks_of_real_vaults_tile_their_notes() {
    let vaults = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/vaults");
    if !vaults.is_dir() {
        eprintln!("NOT RUN: chunks of real vaults needs ../shared");
        assert!(std::env::var_os("NOTEKIN_REQUIRE_ALL").is_none(), "../shared is missing");
        return;
    }
    let mut files = Vec::new();
    notes(&vaults, &mut files).unwrap();
    let settings = Settings::default();
    let mut read = 0;
    for file in files {
        let name = file.file_name().unwrap().to_str().unwrap();
        let Some(format) = NotePath::parse(name).ok().and_then(|path| Format::of(&path)) else {
            continue;
        };
        let raw = fs::read(&file).unwrap();
        let note = parse(&raw, format, &settings);
        read += 1;
        assert!(
            note.chunks.iter().all(|chunk| chunk.tokens as usize <= settings.chunk_cap()),
            "{}",
            file.display()
        );
        if format == Format::Markdown {
            let covered: usize = note.chunks.iter().map(|chunk| chunk.span.len()).sum();
            assert!(note.chunks.is_empty() || covered == note.body.len(), "{}", file.display());
        }
    }
    assert!(read > 2000, "only {read} notes");
}
