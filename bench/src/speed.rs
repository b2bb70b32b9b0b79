//! Times of the main jobs on a large vault, warm, each the median of several.

use std::path::Path;
use std::time::{Duration, Instant};

use notekin_engine::{Audience, Mode, SearchRequest};
use notekin_index::{Reader, WordQuery};

use crate::Failure;
use crate::vault::{make, space};

/// How often each job is timed.
const TIMES: usize = 21;

/// Queries of common and of rare words, a phrase, and a question.
const QUERIES: [&str; 4] =
    ["data", "airflow scheduler", "\"access control\"", "how do I keep secrets out of a build?"];

/// Prints the times.
pub(crate) fn run(work: &Path, notes: usize) -> Result<(), Failure> {
    let made = make(work, notes)?;
    let engine = made.engine();
    let reader = Reader::open(&made.layout())?;
    let counts = reader.counts()?;
    println!(
        "{} notes, {} passages, {} with a vector",
        counts.notes, counts.chunks, counts.embedded
    );
    print("open the index", || Reader::open(&made.layout()).map(drop).map_err(Failure::from))?;
    print("status, with a look at the folder", || Ok(engine.status(Audience::Owner).map(drop)?))?;
    for query in QUERIES {
        let words = WordQuery::parse(query);
        print(&format!("words alone: {query}"), || {
            Ok(reader.words(&words, None, 400).map(drop)?)
        })?;
    }
    let embedder = notekin_embed::open(notekin_embed::DEFAULT_MODEL, &crate::vault::models())?;
    let vector = embedder.query(QUERIES[3])?;
    let space = space(embedder.as_ref());
    print("meaning alone, without the query's embedding", || {
        Ok(reader.nearest(&space, &vector, None, 400).map(drop)?)
    })?;
    for mode in [Mode::Keyword, Mode::Hybrid] {
        let request = SearchRequest { mode, update: false, ..SearchRequest::new(QUERIES[3]) };
        print(&format!("search {}", mode.name()), || {
            Ok(engine.search(&request, Audience::Owner).map(drop)?)
        })?;
    }
    Ok(())
}

fn print(job: &str, mut work: impl FnMut() -> Result<(), Failure>) -> Result<(), Failure> {
    work()?;
    let mut times = Vec::with_capacity(TIMES);
    for _ in 0..TIMES {
        let started = Instant::now();
        work()?;
        times.push(started.elapsed());
    }
    times.sort_unstable();
    let at = |share: usize| {
        times.get(TIMES * share / 100).copied().unwrap_or(Duration::ZERO).as_secs_f64() * 1000.0
    };
    println!("{job:60} median {:8.2} ms   p95 {:8.2} ms", at(50), at(95));
    Ok(())
}
