//! What each part of the ranking says of each question, raw: for sweeps of weights on stored vectors.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

use notekin_embed::Embedder;
use notekin_index::{Layout, Reader, WordQuery};
use serde_json::{Value, json};

use crate::Failure;
use crate::perturbed::space;
use crate::stage::Stage;

/// Passages that words tell of at most.
const WORDS: usize = 2000;

/// Passages that meaning tells of at most.
const MEANING: usize = 6000;

/// Writes `passages.jsonl` and `parts.jsonl` to `out` for the index in `folder` and the questions of a file.
pub(crate) fn run(stage: &Stage, folder: &Path, queries: &Path, out: &Path) -> Result<(), Failure> {
    let layout = Layout { folder: folder.join("index"), vectors: folder.join("none") };
    let reader = Reader::open(&layout)?;
    let embedder = notekin_embed::open(notekin_embed::DEFAULT_MODEL, &stage.models())?;
    fs::create_dir_all(out)?;
    passages(&reader, &out.join("passages.jsonl"))?;
    let mut file = BufWriter::new(File::create(out.join("parts.jsonl"))?);
    for line in fs::read_to_string(queries)?.lines().filter(|line| !line.trim().is_empty()) {
        let question: Value = serde_json::from_str(line)?;
        let text = question["query"].as_str().unwrap_or_default();
        let said = parts(&reader, embedder.as_ref(), text)?;
        writeln!(file, "{}", json!({ "id": question["id"], "query": text, "parts": said }))?;
    }
    Ok(file.flush()?)
}

fn passages(reader: &Reader, path: &Path) -> Result<(), Failure> {
    let mut file = BufWriter::new(File::create(path)?);
    for note in reader.notes()? {
        let detail = reader.detail(note.id)?.unwrap_or_default();
        for chunk in reader.chunks(note.id)? {
            let row = json!({
                "chunk": chunk.id.0, "note": note.id.0, "path": note.path.as_str(), "title": note.title,
                "names": detail.other_titles, "tags": detail.tags, "heading": chunk.heading,
                "text": chunk.text, "aside": chunk.aside, "listing": chunk.listing,
            });
            writeln!(file, "{row}")?;
        }
    }
    Ok(file.flush()?)
}

fn parts(reader: &Reader, embedder: &dyn Embedder, text: &str) -> Result<Value, Failure> {
    let words = reader.words(&WordQuery::parse(text), None, WORDS)?;
    let model = embedder.model();
    let query = embedder.query(text)?;
    let centred: Vec<f32> = query.iter().zip(&model.query_mean).map(|(x, mean)| x - mean).collect();
    let near = reader.nearest(&space(embedder), &centred, None, MEANING)?;
    let by_words: Vec<Value> =
        words.hits.iter().map(|hit| json!([hit.chunk.0, hit.score, hit.share])).collect();
    let notes: Vec<Value> =
        words.notes.iter().map(|note| json!([note.note.0, note.lent, note.share])).collect();
    let by_meaning: Vec<Value> =
        near.iter().map(|hit| json!([hit.chunk.0, (hit.score * 1e4).round() / 1e4])).collect();
    Ok(json!({
        "words": by_words, "notes": notes, "best_share": words.best_share,
        "meaning": by_meaning, "vector": query,
    }))
}
