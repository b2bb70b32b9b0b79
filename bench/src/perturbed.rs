//! Vectors for a made vault: a few real ones with noise, the same for us and for our rivals.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{SystemTime, UNIX_EPOCH};

use notekin_embed::{Embedder, Passage};
use notekin_index::{ChunkId, Reader, Space, VectorKey, VectorStore, Writer};
use serde_json::json;

use crate::Failure;
use crate::corpus::paragraphs;
use crate::dice::Dice;
use crate::stage::Stage;
use crate::vault::Made;

/// Real vectors that are perturbed.
const BASES: usize = 96;

/// The length of the noise beside a vector of length 1; e5's vectors of different texts lie about this far apart.
const NOISE: f32 = 0.5;

/// Passages given a vector at once.
const BATCH: usize = 20_000;

/// Rivals get twins of at most so many passages; beyond, the files would be larger than what is measured is worth.
const TWINS: usize = 300_000;

/// Gives every passage a real vector with noise of its own, in the index and in the store of vectors, and writes the
/// twins of all of it.
pub(crate) fn fill(stage: &Stage, made: &Made) -> Result<(), Failure> {
    let embedder = notekin_embed::open(notekin_embed::DEFAULT_MODEL, &stage.models())?;
    let bases = real_vectors(stage, embedder.as_ref())?;
    let space = space(embedder.as_ref());
    let mut dice = Dice::new(1);
    let mut writer = Writer::open(&made.layout(), "notekin-bench")?;
    let mut store = VectorStore::open(&made.layout().vectors, &space.model, space.dims)?;
    writer.set_space(&space)?;
    let day = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs() / 86_400;
    let mut twins = Twins::create(&made.twins)?;
    loop {
        let pending = writer.unembedded(BATCH, None)?;
        if pending.is_empty() {
            break;
        }
        let vectors: Vec<_> = pending.iter().map(|_| vec![perturbed(&bases, &mut dice)]).collect();
        let rows: Vec<_> = pending
            .iter()
            .zip(&vectors)
            .map(|(chunk, parts)| (chunk.chunk, key(chunk.chunk), parts.as_slice()))
            .collect();
        let kept: Vec<_> = rows.iter().map(|&(_, key, parts)| (key, parts)).collect();
        store.put_many(&kept, day as u32)?;
        writer.put_vectors(&rows)?;
        writer.commit()?;
        for (chunk, _, parts) in rows {
            twins.vector(chunk, &transformed(&space, parts.first().map_or(&[], Vec::as_slice)))?;
        }
    }
    drop(writer);
    twins.passages(&Reader::open(&made.layout())?)
}

/// Files in which rivals find the same: `vectors.f32`, the chunks of its rows, and `passages.jsonl`.
struct Twins {
    vectors: BufWriter<File>,
    chunks: BufWriter<File>,
    passages: BufWriter<File>,
    written: usize,
}

impl Twins {
    fn create(folder: &Path) -> Result<Self, Failure> {
        fs::create_dir_all(folder)?;
        let file = |name: &str| File::create(folder.join(name)).map(BufWriter::new);
        let [vectors, chunks] = [file("vectors.f32")?, file("chunks.u64")?];
        Ok(Self { vectors, chunks, passages: file("passages.jsonl")?, written: 0 })
    }

    fn vector(&mut self, chunk: ChunkId, vector: &[f32]) -> Result<(), Failure> {
        if self.written < TWINS {
            self.vectors.write_all(&bytes(vector))?;
            self.chunks.write_all(&chunk.0.to_le_bytes())?;
        }
        self.written += 1;
        Ok(())
    }

    fn passages(mut self, reader: &Reader) -> Result<(), Failure> {
        let notes = if self.written > TWINS { Vec::new() } else { reader.notes()? };
        for note in notes {
            for chunk in reader.chunks(note.id)? {
                let row = json!({ "title": note.title, "heading": chunk.heading.join(" "), "text": chunk.text });
                writeln!(self.passages, "{row}")?;
            }
        }
        self.vectors.flush()?;
        self.chunks.flush()?;
        Ok(self.passages.flush()?)
    }
}

/// Returns numbers as the bytes of a file.
pub(crate) fn bytes(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

fn real_vectors(stage: &Stage, embedder: &dyn Embedder) -> Result<Vec<Vec<f32>>, Failure> {
    let text = paragraphs(&[&stage.root.join("fixtures/vaults/sample")])?;
    let passages: Vec<Passage<'_>> =
        text.iter().take(BASES).map(|text| Passage { title: "", heading: &[], text }).collect();
    Ok(embedder.passages(&passages, &AtomicBool::new(false))?.into_iter().flatten().collect())
}

fn perturbed(bases: &[Vec<f32>], dice: &mut Dice) -> Vec<f32> {
    let base = dice.pick(bases).cloned().unwrap_or_default();
    let step = NOISE / (base.len() as f32).sqrt();
    unit(base.iter().map(|x| x + step * dice.normal()).collect())
}

fn unit(vector: Vec<f32>) -> Vec<f32> {
    let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
    vector.into_iter().map(|x| x / length).collect()
}

fn key(chunk: ChunkId) -> VectorKey {
    let mut key = [0; 16];
    key.iter_mut().zip(chunk.0.to_le_bytes()).for_each(|(into, byte)| *into = byte);
    key
}

/// Returns the space in which the index compares a model's vectors.
pub(crate) fn space(embedder: &dyn Embedder) -> Space {
    let model = embedder.model();
    Space {
        model: model.id.to_owned(),
        dims: model.dims,
        mean: model.mean.clone(),
        basis: model.subspace.basis.clone(),
        factor: model.subspace.factor,
    }
}

/// Returns a query's vector without the queries' mean, as the index takes it.
pub(crate) fn centred_query(embedder: &dyn Embedder, text: &str) -> Result<Vec<f32>, Failure> {
    let query = embedder.query(text)?;
    Ok(query.iter().zip(&embedder.model().query_mean).map(|(x, mean)| x - mean).collect())
}

/// Returns a passage's vector such that its inner product with a transformed query is the index's score.
fn transformed(space: &Space, vector: &[f32]) -> Vec<f32> {
    let mean = |at: usize| space.mean.get(at).copied().unwrap_or_default();
    let centred: Vec<f32> = vector.iter().enumerate().map(|(at, x)| x - mean(at)).collect();
    without_languages(space, &centred)
}

/// Returns a centred vector of length 1 without the languages' own directions.
pub(crate) fn without_languages(space: &Space, centred: &[f32]) -> Vec<f32> {
    let mut left = centred.to_vec();
    for direction in &space.basis {
        let share: f32 = direction.iter().zip(centred).map(|(a, b)| a * b).sum();
        left.iter_mut().zip(direction).for_each(|(x, along)| *x -= space.factor * share * along);
    }
    unit(left)
}
