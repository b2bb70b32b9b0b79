//! Passages and questions embedded on one thread, beside ONNX Runtime with the same weights in 8 bits.

use std::fs;
use std::sync::atomic::AtomicBool;

use notekin_embed::{DEFAULT_MODEL, Embedder, Passage, install};
use notekin_engine::estimate_tokens;
use serde_json::{Value, json};

use crate::Failure;
use crate::corpus::paragraphs;
use crate::machine::cpu_seconds;
use crate::perturbed::bytes;
use crate::rival::ask;
use crate::row::Row;
use crate::stage::Stage;
use crate::timing::{milliseconds, timed};

/// Tokens that a passage is to have, by the estimate of `note`.
const TOKENS: usize = 200;

/// Passages embedded, and how often: the best time counts, as others may want the core.
const PASSAGES: usize = 24;
const ROUNDS: usize = 3;

/// CPU-seconds that ONNX Runtime takes for 200 tokens on the machine that the bars were set on.
const REFERENCE: f64 = 0.105;

/// Measures embedding.
pub(super) fn run(stage: &Stage) -> Result<Vec<Row>, Failure> {
    let embedder = notekin_embed::open(DEFAULT_MODEL, &stage.models())?;
    let texts = texts(stage)?;
    let (seconds, vectors) = passages(stage, embedder.as_ref(), &texts)?;
    let questions = stage.questions()?;
    let times = timed(stage.times(questions.len() * 3), |at| {
        let question = questions.get(at % questions.len()).map_or("", String::as_str);
        embedder.query(question).map(drop).map_err(Failure::from)
    })?;
    let twins = stage.work.join("speed/embedding");
    fs::create_dir_all(&twins)?;
    fs::write(
        twins.join("vectors.f32"),
        vectors.iter().flat_map(|v| bytes(v)).collect::<Vec<_>>(),
    )?;
    let given = json!({ "texts": texts, "questions": questions, "quick": stage.quick });
    fs::write(twins.join("given.json"), serde_json::to_vec(&given)?)?;
    let installed = install::installed(DEFAULT_MODEL, &stage.models())?;
    let weights = installed.ok_or("the model is not installed")?.path;
    let said = ask(stage, "embedding", &[twins, weights]);
    // The rival has the model's own tokenizer; without it, the estimate has to do.
    let tokens = said.value["tokens"].as_f64();
    let scale = TOKENS as f64 / tokens.unwrap_or(TOKENS as f64);
    let mut note = said.value["note"].as_str().unwrap_or("tokens by estimate").to_owned();
    let mut rivals = said.rivals();
    for rival in &mut rivals {
        rival.measure *= scale;
    }
    // The first one is what was measured on the reference machine too.
    if let Some(rival) = rivals.first() {
        note = format!("{note}; {:.2} of the reference machine's time", rival.measure / REFERENCE);
    }
    let passage =
        Row::new("embedding a passage of 200 tokens, one thread", seconds * scale, "CPU-s")
            .bar(0.10)
            .beside(rivals)
            .note(said.told(note));
    let question = Row::new("embedding a question, warm, one thread", times.median(), "ms")
        .with_p95(times.p95())
        .beside(query_rivals(&said.value));
    Ok(vec![passage, question])
}

fn query_rivals(said: &Value) -> Vec<crate::row::Rival> {
    crate::rival::Said { value: json!({ "times": said["questions"] }), missing: None }.rivals()
}

/// Returns the CPU-seconds of a text in the best round, and the texts' vectors.
fn passages(
    stage: &Stage,
    embedder: &dyn Embedder,
    texts: &[String],
) -> Result<(f64, Vec<Vec<f32>>), Failure> {
    let passages: Vec<Passage<'_>> =
        texts.iter().map(|text| Passage { title: "", heading: &[], text }).collect();
    let (mut best, mut vectors) = (f64::MAX, Vec::new());
    for _ in 0..stage.times(ROUNDS) {
        let before = cpu_seconds();
        let (wall, parts) =
            milliseconds(|| Ok(embedder.passages(&passages, &AtomicBool::new(false))?))?;
        let cpu = before.zip(cpu_seconds()).map(|(before, after)| after - before);
        best = best.min(cpu.unwrap_or(wall / 1e3) / texts.len() as f64);
        vectors = parts.into_iter().filter_map(|parts| parts.into_iter().next()).collect();
    }
    Ok((best, vectors))
}

/// Returns real text in pieces of about 200 tokens.
fn texts(stage: &Stage) -> Result<Vec<String>, Failure> {
    let vaults = stage.shared().join("vaults");
    let blocks = paragraphs(&[&stage.root.join("fixtures/vaults/sample"), &vaults])?;
    // From all over the vaults, not from the first alone.
    let step = (blocks.len() / (PASSAGES * 8)).max(1);
    let (mut texts, mut text) = (Vec::new(), String::new());
    for word in blocks.iter().step_by(step).flat_map(|block| block.split_whitespace()) {
        text.push_str(if text.is_empty() { "" } else { " " });
        text.push_str(word);
        if estimate_tokens(&text) as usize >= TOKENS {
            texts.push(std::mem::take(&mut text));
        }
        if texts.len() == if stage.quick { 2 } else { PASSAGES } {
            break;
        }
    }
    Ok(texts)
}
