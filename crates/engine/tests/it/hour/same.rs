//! Whether two indexes of one folder are the same, whatever their past.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use notekin_engine::{Audience, Engine, Mode, SearchRequest, Status};
use notekin_index::{Layout, NoteId, Reader, WordQuery};

use super::language::word;

/// How far numbers of vectors and scores may differ: a vector that was kept is rounded once more than one that was made.
const NEAR: f32 = 0.02;

pub(super) fn reader(engine: &Engine) -> Reader {
    let settings = engine.settings();
    let layout = Layout { folder: settings.home.join("index"), vectors: settings.vectors.clone() };
    Reader::open(&layout).unwrap()
}

/// Checks that an index that was followed holds and finds what a clean one does.
pub(super) fn assert_same(followed: &Engine, clean: &Engine, seed: u64) {
    let [mine, theirs] = [followed, clean].map(reader);
    assert_lines(&contents(&mine), &contents(&theirs), &format!("contents, seed {seed}"));
    assert_eq!(mine.vector_keys().unwrap(), theirs.vector_keys().unwrap(), "keys, seed {seed}");
    assert_vectors(&mine, &theirs, seed);
    let [mine, theirs] = [followed, clean].map(status);
    assert_eq!(mine, theirs, "status, seed {seed}");
    for number in [3, 77, 240, 599] {
        let query = format!("{} {}", word(number), word(number + 1));
        for mode in [Mode::Keyword, Mode::Semantic] {
            let [mine, theirs] = [followed, clean].map(|engine| found(engine, mode, &query));
            assert_found(&mine, &theirs, &format!("{mode:?} {query}, seed {seed}"));
        }
    }
}

/// Returns the status without what is of a run rather than of the index.
fn status(engine: &Engine) -> Status {
    let status = engine.status(Audience::Owner).unwrap();
    Status { generation: 0, ..status }
}

/// Returns the notes that are found, best first, each with its score.
fn found(engine: &Engine, mode: Mode, query: &str) -> Vec<(String, f32)> {
    let request = SearchRequest {
        mode,
        update: false,
        everything: true,
        limit: 15,
        per_note: 1,
        ..SearchRequest::new(query)
    };
    let reply = engine.search(&request, Audience::Owner).unwrap();
    reply.hits.iter().map(|hit| (hit.path.to_string(), hit.score)).collect()
}

#[track_caller]
fn assert_found(mine: &[(String, f32)], theirs: &[(String, f32)], what: &str) {
    assert_eq!(mine.len(), theirs.len(), "{what}");
    for (mine, theirs) in mine.iter().zip(theirs) {
        // Those that are as good as each other may stand in either order.
        assert!((mine.1 - theirs.1).abs() < NEAR, "{what}: {mine:?} is not {theirs:?}");
    }
}

/// Writes all that an index holds, but for ids, vectors and the moment it was made.
fn contents(reader: &Reader) -> String {
    let mut all = String::new();
    let notes = reader.notes().unwrap();
    let paths: BTreeMap<NoteId, String> =
        notes.iter().map(|note| (note.id, note.path.to_string())).collect();
    for note in &notes {
        let shown = (&note.title, note.stamp, note.private, reader.detail(note.id).unwrap());
        writeln!(all, "{} {shown:?}", note.path).unwrap();
        for chunk in reader.chunks(note.id).unwrap() {
            let place = (chunk.ordinal, chunk.span, chunk.lines, chunk.embedded, &chunk.heading);
            let raw = String::from_utf8_lossy(&chunk.raw);
            writeln!(all, "  {place:?} {:?} {raw:?}", chunk.text).unwrap();
        }
        for link in reader.links_from(note.id).unwrap() {
            let to = link.to.and_then(|to| paths.get(&to));
            writeln!(all, "  -> {} {to:?}", link.target).unwrap();
        }
    }
    for number in (0..600).step_by(7) {
        let query = word(number);
        let found = reader.words(&WordQuery::parse(&query), None, 5000).unwrap();
        let mut places: Vec<_> =
            found.hits.iter().map(|hit| place(reader, &paths, hit.chunk)).collect();
        places.sort();
        writeln!(all, "{query}: {places:?}").unwrap();
    }
    writeln!(all, "{:?}\n{:?}", reader.counts().unwrap(), reader.skipped().unwrap()).unwrap();
    all
}

fn place(
    reader: &Reader,
    paths: &BTreeMap<NoteId, String>,
    chunk: notekin_index::ChunkId,
) -> String {
    let chunk = reader.chunk(chunk).unwrap().unwrap();
    format!("{}:{}", paths[&chunk.note], chunk.ordinal)
}

/// Checks that the vectors of each note are nearly the same.
fn assert_vectors(mine: &Reader, theirs: &Reader, seed: u64) {
    let space = super::space(mine.model().unwrap());
    for (mine_of, theirs_of) in mine.notes().unwrap().iter().zip(theirs.notes().unwrap()) {
        let mine = mine.vectors(&space, mine_of.id).unwrap();
        let theirs = theirs.vectors(&space, theirs_of.id).unwrap();
        assert_eq!(mine.len(), theirs.len(), "{}, seed {seed}", mine_of.path);
        let numbers = |of: &[(notekin_index::ChunkId, Vec<f32>)]| {
            of.iter().flat_map(|(_, vector)| vector.clone()).collect::<Vec<_>>()
        };
        for (a, b) in numbers(&mine).iter().zip(numbers(&theirs)) {
            assert!((a - b).abs() < NEAR, "{}, seed {seed}: {a} is not {b}", mine_of.path);
        }
    }
}

/// Compares texts line by line, and shows only the first lines that differ.
#[track_caller]
fn assert_lines(mine: &str, theirs: &str, what: &str) {
    let differ = |(mine, theirs): &(&str, &str)| mine != theirs;
    let different = mine.lines().zip(theirs.lines()).find(differ);
    assert_eq!(different, None, "{what}: followed and clean differ");
    assert_eq!(mine.lines().count(), theirs.lines().count(), "{what}");
}
