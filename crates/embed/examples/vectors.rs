//! Embeds the lines of standard input: raw little-endian floats on standard output.
//!
//! `cargo run --release -p notekin-embed --example vectors -- MODELS passage|query < TEXTS > VECTORS`
use notekin_embed::{Embedder, Passage, models, open};
use std::error::Error;
use std::io::{Read, Write, stdin, stdout};
use std::path::Path;
use std::sync::atomic::AtomicBool;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("the first argument is the folder of the models")?;
    let id = models().first().ok_or("there is no model")?.id;
    let model = open(id, Path::new(&folder))?;
    let mut texts = String::new();
    stdin().read_to_string(&mut texts)?;
    let vectors = match arguments.next().as_deref() {
        Some("passage") => passages(&*model, &texts)?,
        Some("query") => texts.lines().map(|text| model.query(text)).collect::<Result<_, _>>()?,
        _ => return Err("the second argument is `passage` or `query`".into()),
    };
    let mut out = stdout().lock();
    for number in vectors.iter().flatten() {
        out.write_all(&number.to_le_bytes())?;
    }
    Ok(out.flush()?)
}

/// Returns the first vector of each line.
fn passages(model: &dyn Embedder, texts: &str) -> Result<Vec<Vec<f32>>, notekin_embed::Error> {
    let passage = |text| Passage { title: "", heading: &[], text };
    let passages: Vec<_> = texts.lines().map(passage).collect();
    let parts = model.passages(&passages, &AtomicBool::new(false))?;
    Ok(parts.into_iter().filter_map(|parts| parts.into_iter().next()).collect())
}
