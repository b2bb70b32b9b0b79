//! A little vault written as text, and an index of it in a folder that goes away.

use std::path::Path;

use notekin_index::{
    ChunkId, Layout, NoteDraft, NoteId, Reader, Space, Stamp, VectorKey, WordQuery, Writer,
};
use notekin_note::{Format, NotePath, Settings, TitleRule, parse};

/// The dimensions of the made-up vectors.
pub(crate) const DIMS: usize = 48;

pub(crate) struct Vault {
    folder: tempfile::TempDir,
}

impl Vault {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn layout(&self) -> Layout {
        layout(self.folder.path())
    }

    pub(crate) fn writer(&self) -> Writer {
        Writer::open(&self.layout(), "test").unwrap()
    }

    pub(crate) fn reader(&self) -> Reader {
        Reader::open(&self.layout()).unwrap()
    }
}

pub(crate) fn layout(root: &Path) -> Layout {
    Layout { folder: root.join("v").join("index"), vectors: root.join("vectors") }
}

pub(crate) fn path(text: &str) -> NotePath {
    NotePath::parse(text).unwrap()
}

/// Puts a note; its time is the number of its bytes, so that longer ones are newer.
pub(crate) fn put(writer: &mut Writer, at: &str, raw: &str) -> NoteId {
    let path = path(at);
    let note = parse(raw.as_bytes(), Format::of(&path).unwrap(), &Settings::default());
    let titles = note.titles(&path, TitleRule::FileName);
    let stamp = Stamp { size: raw.len() as u64, modified_ns: raw.len() as i64 };
    let draft = NoteDraft {
        path: &path,
        stamp,
        created_ns: None,
        hash: [7; 16],
        titles: &titles,
        raw: raw.as_bytes(),
        private: note.frontmatter.private,
        note: &note,
    };
    writer.put(&draft).unwrap()
}

pub(crate) fn space() -> Space {
    let mean = (0..DIMS).map(|at| 0.02 * (at % 5) as f32).collect();
    let mut basis = vec![vec![0.0; DIMS]; 2];
    basis[0][3] = 1.0;
    basis[1][7] = 0.6;
    basis[1][9] = 0.8;
    Space { model: "made-up".to_owned(), dims: DIMS, mean, basis, factor: 0.7 }
}

/// A unit vector that depends on nothing but the text.
pub(crate) fn vector(text: &str) -> Vec<f32> {
    let mut state = text.bytes().fold(0x9e37_79b9_7f4a_7c15_u64, |state, byte| {
        (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3).rotate_left(17)
    });
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 40) as f32 / (1 << 24) as f32) - 0.5
    };
    let raw: Vec<f32> = (0..DIMS).map(|_| next()).collect();
    let norm = raw.iter().map(|value| value * value).sum::<f32>().sqrt();
    raw.iter().map(|value| value / norm).collect()
}

pub(crate) fn key(text: &str) -> VectorKey {
    let mut key = [0_u8; 16];
    for (at, byte) in text.bytes().enumerate() {
        key[at % 16] = key[at % 16].wrapping_mul(31) ^ byte;
    }
    key
}

/// Gives every chunk that waits for one its vector; returns how many there were.
pub(crate) fn embed(writer: &mut Writer) -> usize {
    writer.set_space(&space()).unwrap();
    let mut embedded = 0;
    loop {
        let pending = writer.unembedded(10, None).unwrap();
        if pending.is_empty() {
            return embedded;
        }
        for chunk in &pending {
            let text = format!("{}|{:?}|{}", chunk.title, chunk.heading, chunk.text);
            writer.put_vectors(&[(chunk.chunk, key(&text), &[vector(&text)])]).unwrap();
        }
        embedded += pending.len();
    }
}

/// The paths of the notes found by words, best first, each once.
pub(crate) fn found(reader: &Reader, query: &str) -> Vec<String> {
    let hits = reader.words(&WordQuery::parse(query), None, 50).unwrap();
    let mut paths = Vec::new();
    for hit in hits.hits {
        let path = reader.note_by_id(hit.note).unwrap().unwrap().path.to_string();
        if !paths.contains(&path) {
            paths.push(path);
        }
    }
    paths
}

pub(crate) fn first_chunk(reader: &Reader, note: NoteId) -> ChunkId {
    reader.chunks(note).unwrap()[0].id
}
