//! A vault of any size with its index, made without embedding it: text is resampled from real notes, vectors are a few
//! real ones with noise.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use notekin_embed::{Embedder, Passage, VectorKey};
use notekin_engine::{Engine, PassageSettings, PolicySettings, Quiet, Settings, SyncRequest};
use notekin_index::{Layout, Space, Writer};

use crate::corpus::paragraphs;
use crate::dice::Dice;
use crate::{Failure, root};

/// Real vectors that are perturbed.
const BASES: usize = 96;

/// The length of the noise beside a vector of length 1; e5's vectors of different texts lie about this far apart.
const NOISE: f32 = 0.5;

/// Passages given a vector at once.
const BATCH: usize = 2048;

/// What was made.
pub(crate) struct Made {
    pub(crate) vault: PathBuf,
    pub(crate) home: PathBuf,
    settings: Settings,
}

impl Made {
    pub(crate) fn engine(&self) -> Engine {
        Engine::open(self.settings.clone())
    }

    pub(crate) fn layout(&self) -> Layout {
        Layout { folder: self.home.join("index"), vectors: self.settings.vectors.clone() }
    }
}

/// Makes a vault of `notes` notes and its index under `work`, or finds the one made before.
pub(crate) fn make(work: &Path, notes: usize) -> Result<Made, Failure> {
    let base = work.join(format!("vault-{notes}"));
    let (vault, home) = (base.join("notes"), base.join("home"));
    let made = Made { settings: settings(&base, &vault, &home), vault, home };
    if base.join("done").exists() {
        return Ok(made);
    }
    write_notes(&made.vault, notes)?;
    let words_only = SyncRequest { words_only: true, ..SyncRequest::default() };
    made.engine().sync(words_only, &Quiet, &AtomicBool::new(false))?;
    perturb(&made)?;
    fs::write(base.join("done"), "")?;
    Ok(made)
}

fn settings(base: &Path, vault: &Path, home: &Path) -> Settings {
    Settings {
        vault: vault.to_path_buf(),
        name: "bench".to_owned(),
        home: home.to_path_buf(),
        vectors: base.join("vectors"),
        neighbours: Vec::new(),
        models: models(),
        model: notekin_embed::DEFAULT_MODEL.to_owned(),
        policy: PolicySettings::default(),
        passages: PassageSettings::default(),
    }
}

/// Returns the folder of models: that of the environment, else that of the demo.
pub(crate) fn models() -> PathBuf {
    std::env::var_os("NOTEKIN_MODELS")
        .map_or_else(|| root().join("target/demo/data/models"), PathBuf::from)
}

fn write_notes(vault: &Path, notes: usize) -> Result<(), Failure> {
    let shared = root().join("../shared/data/vaults");
    let text = paragraphs(&[&root().join("fixtures/vaults/sample"), &shared])?;
    let mut dice = Dice::new(notes as u64);
    for at in 0..notes {
        let path = vault.join(place(at));
        fs::create_dir_all(path.parent().unwrap_or(vault))?;
        fs::write(path, note(at, notes, &text, &mut dice)?)?;
    }
    Ok(())
}

fn place(at: usize) -> String {
    format!("{:03}/note {at}.md", at / 100)
}

/// Writes a note of three sections with one to three paragraphs and one link each.
fn note(at: usize, notes: usize, text: &[String], dice: &mut Dice) -> Result<String, Failure> {
    let mut note = format!("# Note {at} on {}\n", topic(text, dice));
    for _ in 0..3 {
        write!(note, "\n## {}\n\n", topic(text, dice))?;
        for _ in 0..=dice.below(3) {
            writeln!(note, "{}\n", dice.pick(text).map_or("", String::as_str))?;
        }
        writeln!(note, "See [[note {}]].", dice.below(notes))?;
    }
    Ok(note)
}

fn topic(text: &[String], dice: &mut Dice) -> String {
    let words = dice.pick(text).map_or("", String::as_str).split_whitespace();
    words.filter(|word| word.chars().all(char::is_alphabetic)).take(3).collect::<Vec<_>>().join(" ")
}

/// Gives every passage a real vector with noise of its own.
fn perturb(made: &Made) -> Result<(), Failure> {
    let embedder = notekin_embed::open(&made.settings.model, &made.settings.models)?;
    let bases = real_vectors(embedder.as_ref())?;
    let mut dice = Dice::new(1);
    let mut writer = Writer::open(&made.layout(), "notekin-bench")?;
    writer.set_space(&space(embedder.as_ref()))?;
    loop {
        let pending = writer.unembedded(BATCH)?;
        if pending.is_empty() {
            return Ok(());
        }
        let vectors: Vec<_> = pending.iter().map(|_| vec![perturbed(&bases, &mut dice)]).collect();
        let rows: Vec<_> = pending
            .iter()
            .zip(&vectors)
            .map(|(chunk, parts)| (chunk.chunk, key(chunk.chunk.0).0, parts.as_slice()))
            .collect();
        writer.put_vectors(&rows)?;
        writer.commit()?;
    }
}

fn real_vectors(embedder: &dyn Embedder) -> Result<Vec<Vec<f32>>, Failure> {
    let text = paragraphs(&[&root().join("fixtures/vaults/sample")])?;
    let passages: Vec<Passage<'_>> =
        text.iter().take(BASES).map(|text| Passage { title: "", heading: &[], text }).collect();
    Ok(embedder.passages(&passages, &AtomicBool::new(false))?.into_iter().flatten().collect())
}

fn perturbed(bases: &[Vec<f32>], dice: &mut Dice) -> Vec<f32> {
    let base = dice.pick(bases).cloned().unwrap_or_default();
    let step = NOISE / (base.len() as f32).sqrt();
    let noisy: Vec<f32> = base.iter().map(|x| x + step * dice.normal()).collect();
    let length = noisy.iter().map(|x| x * x).sum::<f32>().sqrt();
    noisy.into_iter().map(|x| x / length).collect()
}

fn key(chunk: u64) -> VectorKey {
    let mut key = [0; 16];
    key.iter_mut().zip(chunk.to_le_bytes()).for_each(|(into, byte)| *into = byte);
    VectorKey(key)
}

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
