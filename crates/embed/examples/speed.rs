//! Measures what embedding costs: processor time for a passage of 200 tokens, time for a query.
//!
//! `cargo run --release -p notekin-embed --example speed -- MODELS_FOLDER [THREADS]`
//!
//! Every kernel that the processor has is measured, the one in use first. The best run tells what the
//! code can do however busy the machine is.
#![expect(clippy::print_stdout, reason = "it prints what it measures")]

use notekin_embed::{Embedder, Passage, models, open, open_each};
use std::error::Error;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Seven of these and a title make a passage of 204 tokens.
const SENTENCE: &str = "The dough rests overnight in a cool place, and by the morning it has risen \
                        to twice its size and smells. ";
const PASSAGES: usize = 64;
/// Queries with their number of tokens, prefix and marks included.
const QUERIES: [(usize, &str); 3] = [
    (8, "bread dough"),
    (20, "how long must dough of rye flour rest in cool place?"),
    (
        40,
        "how long must a dough of rye flour rest in a cool place before it goes into the hot oven, \
         and how hot should the oven be at the start?",
    ),
];
const REPEATS: usize = 200;

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
    drop(model);

    let mut kernels = open_each(Path::new(&folder))?;
    kernels.reverse();
    for (name, model) in &kernels {
        println!("{name}:");
        passages(&**model, threads)?;
        queries(&**model)?;
    }
    Ok(())
}

fn passages(model: &dyn Embedder, threads: usize) -> Result<(), notekin_embed::Error> {
    let texts: Vec<_> = (0..PASSAGES).map(|n| format!("{n}. {}", SENTENCE.repeat(7))).collect();
    let mut alone = Vec::new();
    for text in &texts {
        alone.push(cost(|| embed(model, std::slice::from_ref(text)))?.processor);
    }
    let all = cost(|| embed(model, &texts))?;
    println!(
        "  passage of 204 tokens: {:.4} CPU-s at best; {threads} threads: {:.4} CPU-s, {:.4} s",
        smallest(&alone),
        all.processor / PASSAGES as f64,
        all.wall / PASSAGES as f64,
    );
    Ok(())
}

fn queries(model: &dyn Embedder) -> Result<(), notekin_embed::Error> {
    for (tokens, query) in QUERIES {
        let mut times = Vec::new();
        for _ in 0..REPEATS {
            times.push(cost(|| model.query(query).map(drop))?.wall * 1000.0);
        }
        times.sort_by(f64::total_cmp);
        let median = times.get(REPEATS / 2).copied().unwrap_or_default();
        let best = smallest(&times);
        println!("  query of {tokens} tokens: {best:.2} ms at best, median {median:.2} ms");
    }
    Ok(())
}

/// Seconds on the clock and on processors.
struct Cost {
    wall: f64,
    processor: f64,
}

/// Returns what some work costs.
fn cost(
    work: impl FnOnce() -> Result<(), notekin_embed::Error>,
) -> Result<Cost, notekin_embed::Error> {
    let (before, start) = (processor_seconds(), Instant::now());
    work()?;
    let wall = start.elapsed().as_secs_f64();
    Ok(Cost { wall, processor: processor_seconds() - before })
}

fn embed(model: &dyn Embedder, texts: &[String]) -> Result<(), notekin_embed::Error> {
    let passage = |text| Passage { title: "Bread", heading: &[], text };
    let passages: Vec<_> = texts.iter().map(|text| passage(text)).collect();
    model.passages(&passages, &AtomicBool::new(false)).map(drop)
}

fn smallest(of: &[f64]) -> f64 {
    of.iter().copied().fold(f64::INFINITY, f64::min)
}

/// Returns the time the threads of this process have spent on processors; zero where the system
/// does not say.
fn processor_seconds() -> f64 {
    let threads = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let of_thread = |thread: std::fs::DirEntry| {
        let line = std::fs::read_to_string(thread.path().join("schedstat")).ok()?;
        line.split_whitespace().next()?.parse::<f64>().ok()
    };
    threads.filter_map(of_thread).sum::<f64>() / 1e9
}
