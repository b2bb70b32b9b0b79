//! The kill test: a writer killed at any moment leaves an index that the next one finishes.
//!
//! The writer is this very test binary, run again as a child with a variable that names the folder.
//! It says on its output what it has begun; the parent kills it after a certain number of such
//! words, at a seeded distance.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

use notekin_index::{Reader, WordQuery, Writer};

use crate::vault::{Vault, embed, layout, put, space, vector};

const FOLDER: &str = "NOTEKIN_TEST_KILLED_WRITER";
const KILLS: u64 = 60;
const ROUNDS: usize = 12;

/// What the vault holds after a round: notes come, change and go.
fn notes(round: usize) -> Vec<(String, String)> {
    let note = |number: usize| {
        let version = (round + number) / 3;
        let path = format!("folder{}/{number}.md", number % 3);
        let long = format!("word{version} and more text here. ").repeat(20 + number);
        (
            path,
            format!(
                "---\ntags: [t{version}]\n---\n# Head {number}\n\nstays {number} {long}\n\n## Tail\n\nv{version} [[{version}]]\n"
            ),
        )
    };
    (round / 2..round + 12).map(note).collect()
}

/// Brings the index to a round; says so step by step.
fn bring(writer: &mut Writer, round: usize, say: &mut dyn FnMut()) {
    let wanted = notes(round);
    for known in writer.known().unwrap() {
        if !wanted.iter().any(|(path, _)| *path == known.path.as_str()) {
            writer.remove(known.id).unwrap();
        }
    }
    for (path, raw) in &wanted {
        put(writer, path, raw);
        say();
    }
    writer.set_meta("round", &round.to_string()).unwrap();
    say();
    writer.commit().unwrap();
    say();
    embed(writer);
    say();
    writer.commit().unwrap();
    say();
}

/// Runs in the child only: writes rounds without end until it is killed.
#[test]
fn killed_writer() {
    let Ok(folder) = std::env::var(FOLDER) else { return };
    let mut writer = Writer::open(&layout(Path::new(&folder)), "killed").unwrap();
    let mut say = || {
        // Through the test harness to the parent: print! would be captured.
        std::io::stderr().write_all(b"step\n").unwrap();
    };
    say();
    let start =
        writer.meta("round").unwrap().map_or(0, |round| round.parse::<usize>().unwrap() + 1);
    for round in start..usize::MAX {
        bring(&mut writer, round % ROUNDS, &mut say);
    }
}

/// Starts a writer and kills it after some steps and a while of spinning.
fn kill_one(folder: &Path, steps: u64, spin: u64) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["kill::killed_writer", "--exact", "--nocapture"])
        .env(FOLDER, folder)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    for _ in 0..=steps {
        let line = lines.next().unwrap().unwrap();
        assert_eq!(line, "step", "the writer failed");
    }
    for round in 0..spin {
        std::hint::black_box(round);
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

/// All that an index holds, as text: chunks by note and place, since ids differ.
fn contents(reader: &Reader) -> String {
    let mut all = String::new();
    for row in reader.notes().unwrap() {
        writeln!(
            all,
            "{} {} {:?} {:?}",
            row.path,
            row.title,
            row.stamp,
            reader.detail(row.id).unwrap()
        )
        .unwrap();
        for chunk in reader.chunks(row.id).unwrap() {
            let text = (
                chunk.ordinal,
                chunk.span,
                chunk.lines,
                &chunk.heading,
                &chunk.text,
                &chunk.raw,
                chunk.embedded,
            );
            writeln!(all, "  {text:?}").unwrap();
        }
        let vectors = reader.vectors(&space(), row.id).unwrap();
        writeln!(all, "  {:?}", vectors.iter().map(|(_, vector)| vector).collect::<Vec<_>>())
            .unwrap();
        let links = reader.links_from(row.id).unwrap();
        writeln!(
            all,
            "  {:?}",
            links.iter().map(|link| (link.ordinal, &link.target)).collect::<Vec<_>>()
        )
        .unwrap();
    }
    for query in ["word1", "word3 tail", "\"stays 7\"", "t4", "folder1", "13", "head -stays"] {
        let hits = reader.words(&WordQuery::parse(query), None, 500).unwrap();
        let mut places: Vec<_> = hits.hits.iter().map(|hit| place(reader, hit.chunk)).collect();
        places.sort();
        writeln!(all, "{query}: {} {places:?}", hits.notes.len()).unwrap();
    }
    let nearest = reader.nearest(&space(), &vector("query"), None, 500).unwrap();
    let mut near: Vec<_> =
        nearest.iter().map(|hit| (place(reader, hit.chunk), hit.score.to_bits())).collect();
    near.sort();
    writeln!(all, "{near:?} {:?}", reader.counts().unwrap()).unwrap();
    all
}

fn place(reader: &Reader, chunk: notekin_index::ChunkId) -> String {
    let chunk = reader.chunk(chunk).unwrap().expect("a hit is in the snapshot");
    format!("{}:{}", reader.note_by_id(chunk.note).unwrap().unwrap().path, chunk.ordinal)
}

#[test]
fn a_killed_writer_loses_nothing_that_was_committed() {
    let killed = Vault::new();
    let folder = killed.layout().vectors.parent().unwrap().to_owned();
    let mut generation = 0;
    for kill in 0..KILLS {
        let seed = (kill + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        kill_one(&folder, (seed >> 40) % 34, (seed >> 20) % 4_000_000);
        if killed.layout().folder.join("notes.db").exists()
            && let Ok(reader) = Reader::open(&killed.layout())
        {
            assert!(reader.generation() >= generation, "a commit was lost");
            generation = reader.generation();
            reader.words(&WordQuery::parse("word1"), None, 9).unwrap();
        }
    }
    let clean = Vault::new();
    for vault in [&killed, &clean] {
        let mut writer = vault.writer();
        assert_eq!(writer.recovered(), None);
        bring(&mut writer, ROUNDS / 2, &mut || {});
    }
    assert!(generation > 20, "too few commits to prove anything: {generation}");
    assert_eq!(contents(&killed.reader()), contents(&clean.reader()));
}
