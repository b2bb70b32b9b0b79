//! Measures what embedding costs: CPU-seconds and wall time per passage of 200 tokens.
//!
//! `cargo run --release -p notekin-embed --example speed -- MODELS_FOLDER [THREADS]`
use notekin_embed::{Embedder, Passage, models, open};
use std::error::Error;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Seven of these and a title make a passage of 204 tokens.
const SENTENCE: &str = "The dough rests overnight in a cool place, and by the morning it has risen \
                        to twice its size and smells. ";
const PASSAGES: usize = 64;

#[expect(clippy::print_stdout, reason = "it is a program that prints")]
fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("the first argument is the folder of the models")?;
    let threads = arguments.next().map_or(Ok(1), |threads| threads.parse())?;
    rayon::ThreadPoolBuilder::new().num_threads(threads).build_global()?;
    let id = models().first().ok_or("there is no model")?.id;

    let start = Instant::now();
    let model = open(id, Path::new(&folder))?;
    let (opened, start) = (start.elapsed(), Instant::now());
    model.query("how long must dough rest?")?;
    println!("opened in {opened:.1?}, first query after another {:.1?}", start.elapsed());

    let texts: Vec<_> = (0..PASSAGES).map(|n| format!("{n}. {}", SENTENCE.repeat(7))).collect();
    // One by one, the fastest tells what the code can do, however busy the machine is.
    let alone = texts.iter().map(|text| embed(&*model, std::slice::from_ref(text)));
    let fastest = alone.collect::<Result<Vec<_>, _>>()?.into_iter().min().unwrap_or_default();
    let cpu = cpu_seconds();
    let wall = embed(&*model, &texts)?.as_secs_f64() / PASSAGES as f64;
    let cpu = (cpu_seconds() - cpu) / PASSAGES as f64;
    println!(
        "{threads} threads: {cpu:.4} CPU-s, {wall:.4} s a passage; fastest alone {fastest:.1?}"
    );
    Ok(())
}

/// Returns how long it takes to embed the texts.
fn embed(model: &dyn Embedder, texts: &[String]) -> Result<Duration, notekin_embed::Error> {
    let passage = |text| Passage { title: "Bread", heading: &[], text };
    let passages: Vec<_> = texts.iter().map(|text| passage(text)).collect();
    let start = Instant::now();
    model.passages(&passages, &AtomicBool::new(false))?;
    Ok(start.elapsed())
}

/// Returns the time this process has spent on processors; zero where the system does not say.
fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks = after_name.split_whitespace().skip(11).take(2);
    ticks.filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}
