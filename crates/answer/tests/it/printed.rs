//! Answers as Gemini prints them: each segment leads to its note.

use std::fs;
use std::path::Path;

use notekin_answer::{Checks, Grounded, Passage, SupportLevel, ground};
use notekin_note::{Lines, Span};
use serde_json::Value;

fn passage(title: &str, text: &str) -> Passage {
    Passage {
        vault: "notes".to_owned(),
        path: title.to_owned(),
        title: title.trim_end_matches(".md").rsplit('/').next().unwrap().to_owned(),
        heading: Vec::new(),
        text: text.to_owned(),
        lines: Lines { start: 1, end: 1 },
        span: Span { start: 0, end: text.len() },
        date: None,
        score: 0.9,
    }
}

/// Returns the text and the grounding metadata of a response.
fn parts(response: &Value) -> (&str, &Value) {
    let candidate = &response["candidates"][0];
    (candidate["content"]["parts"][0]["text"].as_str().unwrap(), &candidate["groundingMetadata"])
}

/// Checks that the supported sentences are the segments of the response, with the same notes, and nothing was changed.
#[track_caller]
fn check(grounded: &Grounded, passages: &[Passage], metadata: &Value) {
    let ours: Vec<_> = grounded
        .supports
        .iter()
        .map(|support| {
            let paths: Vec<_> = support
                .sources
                .iter()
                .map(|tie| passages[grounded.chunks[tie.chunk].passage].path.as_str())
                .collect();
            (grounded.answer[support.start..support.end].to_owned(), paths)
        })
        .collect();
    let chunks = &metadata["groundingChunks"];
    let theirs: Vec<_> = metadata["groundingSupports"]
        .as_array()
        .unwrap()
        .iter()
        .map(|support| {
            let text = support["segment"]["text"].as_str().unwrap();
            let indices = support["groundingChunkIndices"].as_array().unwrap();
            let path = |at: &Value| {
                chunks[at.as_u64().unwrap() as usize]["retrievedContext"]["title"].as_str().unwrap()
            };
            // Theirs takes the list marker in; ours does not.
            (text.trim_start_matches("* ").to_owned(), indices.iter().map(path).collect())
        })
        .collect();
    assert_eq!(ours, theirs);
    assert_eq!(grounded.sentences.len(), ours.len(), "what leads in says nothing");
    assert!(grounded.sentences.iter().all(|sentence| sentence.support == SupportLevel::Supported));
}

#[test]
fn each_segment_of_our_response_leads_to_its_note() {
    let response: Value = serde_json::from_str(include_str!("response.json")).unwrap();
    let (text, metadata) = parts(&response);
    let passages: Vec<Passage> = metadata["groundingChunks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|chunk| {
            let context = &chunk["retrievedContext"];
            passage(context["title"].as_str().unwrap(), context["text"].as_str().unwrap())
        })
        .collect();
    let checks = Checks { question: "Wie schärfe ich ein Küchenmesser?", ..Checks::default() };
    let grounded = ground(text, &passages, &checks);
    assert_eq!(grounded.answer, text);
    check(&grounded, &passages, metadata);
    let starts: Vec<_> = grounded.supports.iter().map(|support| support.start as u64).collect();
    let theirs = metadata["groundingSupports"].as_array().unwrap().iter();
    let theirs: Vec<_> =
        theirs.map(|support| support["segment"]["startIndex"].as_u64().unwrap()).collect();
    assert_eq!(starts, theirs, "bytes, with a letter of two and an emoji of four before them");
    let marked =
        text.replace("darüber.", "darüber [1].").replace("kein Schärfen.", "kein Schärfen. [2]");
    let grounded = ground(&marked, &passages, &checks);
    check(&grounded, &passages, metadata);
    assert_eq!(grounded.changes, []);
}

/// The printed response numbers its lines; they are left out to read it.
fn printed(article: &str) -> Value {
    let start = article.find("1{ 2 \"candidates\"").unwrap();
    let end = start + article[start..].find("As you can see the model").unwrap();
    let mut json = String::new();
    let mut in_string = false;
    let mut line = 1;
    let mut rest = &article[start..end];
    while let Some(c) = rest.chars().next() {
        let number = line.to_string();
        let goes_on =
            |after: &str| after.starts_with([' ', '{', '}', ']', '[']) || after.trim().is_empty();
        if !in_string && rest.strip_prefix(&number).is_some_and(goes_on) && !json.ends_with(": ") {
            line += 1;
            rest = &rest[number.len()..];
            continue;
        }
        in_string ^= c == '"' && !json.ends_with('\\');
        json.push(c);
        rest = &rest[c.len_utf8()..];
    }
    serde_json::from_str(&json).unwrap_or_else(|error| panic!("{error}: {json}"))
}

#[test]
fn each_segment_of_the_printed_response_leads_to_its_note() {
    let article = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/reference/seeds/ezrag-article.txt");
    let Ok(article) = fs::read_to_string(article) else {
        eprintln!("NOT RUN: the printed response needs ../shared");
        assert!(std::env::var_os("NOTEKIN_REQUIRE_ALL").is_none(), "../shared is missing");
        return;
    };
    let response = printed(&article);
    let (text, metadata) = parts(&response);
    // Its offsets are a few bytes beyond its text, which was shortened for print. Its passages are left out of the article; these say the same in other words.
    let passages = [
        passage(
            "Clippings/Docling Technical Report.md",
            "Docling is an easy to use, open-source package for PDF document conversion. It can output Markdown or JSON.\n",
        ),
        passage(
            "Articles/markitdown.md",
            "Markitdown is a library that converts many files into Markdown; it handles PDF files, too.\n",
        ),
    ];
    let question = "What Python packages can convert PDF to markdown?";
    let grounded = ground(text, &passages, &Checks { question, ..Checks::default() });
    check(&grounded, &passages, metadata);
}
