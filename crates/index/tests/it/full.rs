//! A disk that fills up: an error that says so, and nothing lost.
//!
//! A limit on the size of files stands for the full disk. It holds for a whole process, so that the
//! writer is this very binary run again by a shell that sets it.

use std::path::Path;
use std::process::Command;

use notekin_index::{Kind, NoteDraft, Stamp, Writer};
use notekin_note::{Format, Settings, TitleRule, parse};

use crate::vault::{Vault, embed, found, layout, path, put};

const FOLDER: &str = "NOTEKIN_TEST_FULL_WRITER";

/// Runs in the child only: writes notes until there is no room left.
#[test]
fn full_writer() {
    let Ok(folder) = std::env::var(FOLDER) else { return };
    let mut writer = Writer::open(&layout(Path::new(&folder)), "full").unwrap();
    for batch in 0.. {
        let written = (0..20).try_for_each(|number| {
            let raw = noise(batch * 20 + number);
            let path = path(&format!("{batch}-{number}.md"));
            let note = parse(raw.as_bytes(), Format::Markdown, &Settings::default());
            let titles = note.titles(&path, TitleRule::FileName);
            let stamp = Stamp { size: 1, modified_ns: 1 };
            let draft = NoteDraft {
                path: &path,
                stamp,
                created_ns: None,
                hash: [0; 16],
                titles: &titles,
                raw: raw.as_bytes(),
                private: note.frontmatter.private,
                note: &note,
            };
            writer.put(&draft).map(|_| ())
        });
        if let Err(error) = written.and_then(|()| writer.commit().map(|_| ())) {
            assert_eq!(error.kind(), Kind::Full, "{error:?}");
            return;
        }
    }
}

/// Text that does not compress.
fn noise(seed: usize) -> String {
    let mut state = seed as u64 + 1;
    let mut word = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        format!("{:x} ", state >> 20)
    };
    (0..800).map(|_| word()).collect()
}

#[test]
fn a_full_disk_is_told_and_loses_nothing() {
    let vault = Vault::new();
    let mut writer = vault.writer();
    put(&mut writer, "first.md", "quince");
    embed(&mut writer);
    writer.commit().unwrap();
    drop(writer);
    let folder = vault.layout().vectors.parent().unwrap().to_owned();
    for blocks in [600, 1500, 2600] {
        let limited =
            format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" full::full_writer --exact");
        let this = std::env::current_exe().unwrap();
        let output = Command::new("sh")
            .arg("-c")
            .arg(limited)
            .arg(this)
            .env(FOLDER, &folder)
            .output()
            .unwrap();
        assert!(output.status.success(), "{blocks}: {}", String::from_utf8_lossy(&output.stdout));
        let mut writer = vault.writer();
        assert_eq!(writer.recovered(), None);
        put(&mut writer, "after.md", "medlar");
        writer.commit().unwrap();
        drop(writer);
        assert_eq!(found(&vault.reader(), "quince medlar").len(), 2, "{blocks}");
    }
}
