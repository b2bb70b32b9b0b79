//! Measures the two searches: the scan against the speed of reading memory, and a query by words.
//!
//! `cargo run --release -p notekin-index --example scan [ROWS]`, with 0 for the kernels alone. The
//! made-up vault has one chunk a note and words as frequent as in real text, so that the numbers
//! stand for a real index of as many chunks.
#![expect(clippy::print_stdout, reason = "it prints what it measures")]

use std::error::Error;
use std::time::{Duration, Instant};

use notekin_index::{Layout, NoteDraft, Reader, Space, Stamp, WordQuery, Writer, kernel_speeds};
use notekin_note::{Format, NotePath, Settings, TitleRule, parse};

const DIMS: usize = 384;
/// Four times the caches of a large server.
const BANDWIDTH_BYTES: usize = 1 << 31;
const REPEATS: usize = 50;

fn main() -> Result<(), Box<dyn Error>> {
    let rows = std::env::args().nth(1).map_or(Ok(100_000), |rows| rows.parse())?;
    for speed in kernel_speeds(BANDWIDTH_BYTES) {
        println!("{}: {:.1} GB/s at best, median {:.1} GB/s", speed.name, speed.best, speed.median);
    }
    if rows == 0 {
        return Ok(());
    }
    let home = tempfile::tempdir()?;
    let layout = Layout { folder: home.path().join("index"), vectors: home.path().join("vectors") };
    fill(&layout, rows)?;
    let reader = Reader::open(&layout)?;
    let query = Noise(7).vector();
    let first = Instant::now();
    reader.nearest(&space(), &query, None, 100)?;
    println!("first scan, with loading: {:?}", first.elapsed());
    let scan = best(|| reader.nearest(&space(), &query, None, 100).map(|hits| hits.len()));
    let bytes = rows * DIMS;
    println!("scan of {rows} x {DIMS}: {scan:?}, {:.1} GB/s", gigabytes_a_second(bytes, scan));
    let buffer = vec![1_u64; bytes / 8];
    let small = best(|| std::hint::black_box(buffer.iter().fold(0_u64, |sum, word| sum ^ word)));
    println!(
        "as many bytes as the matrix, read again: {:.1} GB/s",
        gigabytes_a_second(bytes, small)
    );
    for text in
        ["w900 w4000", "w1 w2 w3 w700 w2000", "how does w12 work with w340 in w5", "\"w1 w2\" w50"]
    {
        let query = WordQuery::parse(text);
        let took = best(|| reader.words(&query, None, 100).map(|found| found.notes));
        println!(
            "words `{text}`: {took:?}, {} notes",
            reader.words(&query, None, 100)?.notes.len()
        );
    }
    let opening = best(|| Reader::open(&layout).map(|reader| reader.generation()));
    println!("opening a reader: {opening:?}");
    Ok(())
}

fn fill(layout: &Layout, rows: usize) -> Result<(), Box<dyn Error>> {
    let start = Instant::now();
    let mut writer = Writer::open(layout, "scan")?;
    let mut noise = Noise(1);
    for number in 0..rows {
        let path = NotePath::parse(&format!("folder{}/note {number}.md", number % 40))?;
        let words: Vec<_> = (0..180).map(|_| format!("w{}", noise.word())).collect();
        let raw = words.join(" ");
        let note = parse(raw.as_bytes(), Format::Markdown, &Settings::default());
        let titles = note.titles(&path, TitleRule::FileName);
        let stamp = Stamp { size: raw.len() as u64, modified_ns: number as i64 };
        let draft = NoteDraft {
            path: &path,
            stamp,
            created_ns: None,
            hash: [0; 16],
            titles: &titles,
            raw: raw.as_bytes(),
            private: note.frontmatter.private,
            note: &note,
        };
        writer.put(&draft)?;
    }
    writer.commit()?;
    println!("{rows} notes put: {:?}", start.elapsed());
    let start = Instant::now();
    writer.set_space(&space())?;
    loop {
        let pending = writer.unembedded(4096, None)?;
        if pending.is_empty() {
            break;
        }
        for chunk in pending {
            writer.put_vectors(&[(chunk.chunk, [0; 16], &[noise.vector()])])?;
        }
    }
    writer.commit()?;
    println!("{rows} vectors put: {:?}", start.elapsed());
    Ok(())
}

/// The best of several runs: the others were disturbed.
fn best<T>(mut work: impl FnMut() -> T) -> Duration {
    let run = |_| {
        let start = Instant::now();
        std::hint::black_box(work());
        start.elapsed()
    };
    (0..REPEATS).map(run).min().unwrap_or_default()
}

fn gigabytes_a_second(bytes: usize, took: Duration) -> f64 {
    bytes as f64 / took.as_secs_f64() / 1e9
}

fn space() -> Space {
    let mut direction = vec![0.0; DIMS];
    direction[5] = 1.0;
    let mean = vec![0.01; DIMS];
    Space { model: "noise".to_owned(), dims: DIMS, mean, basis: vec![direction], factor: 1.0 }
}

/// A small generator of numbers.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> f64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// The rank of a word: the n-th is about 1/n as frequent as the first.
    fn word(&mut self) -> u64 {
        (50_000_f64.powf(self.next())) as u64
    }

    fn vector(&mut self) -> Vec<f32> {
        let raw: Vec<f32> = (0..DIMS).map(|_| self.next() as f32 - 0.5).collect();
        let norm = raw.iter().map(|value| value * value).sum::<f32>().sqrt();
        raw.iter().map(|value| value / norm).collect()
    }
}
