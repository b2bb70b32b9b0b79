//! Measures how fast notes are parsed and chunked on one thread.
//!
//! `throughput FOLDER... [--show PATH-PART]`: MB/s over all notes below the folders, or the chunks of some notes.

#![expect(clippy::print_stdout, reason = "its output is what it is for")]

use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Instant;

use notekin_note::{Format, Note, NotePath, Settings, parse};

fn main() {
    let mut folders: Vec<String> = std::env::args().skip(1).collect();
    let shown = folders.iter().position(|word| word == "--show").map(|at| folders.split_off(at));
    let mut notes = Vec::new();
    for folder in &folders {
        collect(Path::new(folder), &mut notes);
    }
    let Some(part) = shown.and_then(|words| words.into_iter().nth(1)) else {
        return measure(&notes);
    };
    for note in notes.iter().filter(|(path, ..)| path.to_string_lossy().contains(&part)) {
        show(note);
    }
}

type File = (PathBuf, Format, Vec<u8>);

fn collect(folder: &Path, notes: &mut Vec<File>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, notes);
        } else if let Some(format) = format(&path)
            && let Ok(raw) = fs::read(&path)
        {
            notes.push((path, format, raw));
        }
    }
}

fn format(path: &Path) -> Option<Format> {
    Format::of(&NotePath::parse(path.file_name()?.to_str()?).ok()?)
}

fn measure(notes: &[File]) {
    let settings = Settings::default();
    let bytes: usize = notes.iter().map(|(.., raw)| raw.len()).sum();
    let (mut chunks, mut tokens, mut best) = (0, 0, f64::MAX);
    for _ in 0..5 {
        (chunks, tokens) = (0, 0);
        let start = Instant::now();
        for (_, format, raw) in notes {
            let note: Note = black_box(parse(raw, *format, &settings));
            chunks += note.chunks.len();
            tokens += note.chunks.iter().map(|chunk| chunk.tokens as usize).sum::<usize>();
        }
        best = best.min(start.elapsed().as_secs_f64());
    }
    let megabytes = bytes as f64 / 1e6;
    println!("{} notes, {megabytes:.1} MB, {chunks} chunks, {tokens} tokens", notes.len());
    println!("{best:.3} s, {:.1} MB/s (best of 5)", megabytes / best);
}

fn show((path, format, raw): &File) {
    let note = parse(raw, *format, &Settings::default());
    println!("=== {} tags {:?} warnings {:?}", path.display(), note.tags, note.warnings);
    for chunk in &note.chunks {
        println!(
            "--- {:?} {:?} {} tokens, listing {}",
            chunk.heading, chunk.lines, chunk.tokens, chunk.listing
        );
        println!("{}", chunk.text);
        if !chunk.aside.is_empty() {
            println!("... aside: {}", chunk.aside);
        }
    }
}
