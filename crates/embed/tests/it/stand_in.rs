//! Stand-ins for servers with models: they speak the protocols, and embed by letters.
use serde_json::{Value, json};

use crate::server::{Answer, Request, Server};

/// A model of a stand-in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Model {
    pub(crate) dims: usize,
    /// The tokens it reads at once.
    pub(crate) window: usize,
    /// The tokens of a text.
    pub(crate) count: fn(&str) -> usize,
}

impl Model {
    pub(crate) const SMALL: Self = Self { dims: 4, window: 512, count: words };
}

/// A token for each word, as in the simplest of languages.
pub(crate) fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

/// A token for each character, as in a vocabulary that knows no word of the language.
pub(crate) fn letters(text: &str) -> usize {
    text.chars().count()
}

/// Returns a vector that depends on the text; not of unit length.
pub(crate) fn vector(text: &str, dims: usize) -> Vec<f32> {
    let mut vector = vec![0.5; dims];
    for (at, byte) in text.bytes().enumerate() {
        vector[(at + usize::from(byte)) % dims] += f32::from(byte);
    }
    vector
}

/// Returns the vector of unit length that a text is to have in the end.
pub(crate) fn unit(text: &str, dims: usize) -> Vec<f32> {
    let vector = vector(text, dims);
    let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
    vector.into_iter().map(|x| x / length).collect()
}

/// Returns the first numbers of a vector of 768, of unit length.
pub(crate) fn shortened(text: &str, dims: usize) -> Vec<f32> {
    let vector = &vector(text, 768)[..dims];
    let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
    vector.iter().map(|x| x / length).collect()
}

#[track_caller]
pub(crate) fn assert_near(left: &[f32], right: &[f32]) {
    let is_near =
        left.len() == right.len() && left.iter().zip(right).all(|(a, b)| (a - b).abs() < 1e-4);
    assert!(is_near, "{left:?} is not {right:?}");
}

/// Starts a server that speaks like Ollama and refuses what is too long.
pub(crate) fn ollama(model: Model) -> Server {
    Server::start(move |request| ollama_answer(model, request))
}

pub(crate) fn ollama_answer(model: Model, request: &Request) -> Answer {
    let body: Value = serde_json::from_str(&request.body).unwrap_or_default();
    match request.path.as_str() {
        "/api/show" => Answer::json(
            200,
            json!({"model_info": {"general.architecture": "x", "x.context_length": model.window}})
                .to_string(),
        ),
        "/api/embed" => {
            let texts = texts(&body["input"]);
            let window = body["options"]["num_ctx"].as_u64().map_or(model.window, |n| n as usize);
            let too_long = texts.iter().any(|text| (model.count)(text) > window.min(model.window));
            if too_long {
                let said = json!({"error": "the input length exceeds the context length"});
                return Answer::json(400, said.to_string());
            }
            let vectors: Vec<_> = texts.iter().map(|text| vector(text, model.dims)).collect();
            let tokens: usize = texts.iter().map(|text| (model.count)(text)).sum();
            let reply = json!({"model": "m", "embeddings": vectors, "prompt_eval_count": tokens});
            Answer::json(200, reply.to_string())
        }
        _ => Answer::json(404, "404 page not found"),
    }
}

/// Starts a server that speaks like OpenAI's and cuts off what is too long without a word.
pub(crate) fn openai(model: Model) -> Server {
    Server::start(move |request| openai_answer(model, request))
}

pub(crate) fn openai_answer(model: Model, request: &Request) -> Answer {
    let body: Value = serde_json::from_str(&request.body).unwrap_or_default();
    let texts = texts(&body["input"]);
    let dims = body["dimensions"].as_u64().map_or(model.dims, |n| n as usize);
    let row = |(index, text): (usize, &String)| json!({"object": "embedding", "index": index, "embedding": vector(text, dims)});
    // In any order: each row says which text it is of.
    let rows: Vec<_> = texts.iter().enumerate().map(row).rev().collect();
    let read = |text: &String| (model.count)(text).min(model.window);
    let tokens: usize = texts.iter().map(read).sum();
    let usage = json!({"prompt_tokens": tokens, "total_tokens": tokens});
    Answer::json(200, json!({"object": "list", "data": rows, "usage": usage}).to_string())
}

pub(crate) fn texts(input: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    match input {
        Value::Array(texts) => texts.iter().map(text).collect(),
        one => vec![text(one)],
    }
}

/// Returns what was posted to a path, in order.
pub(crate) fn posted(server: &Server, path: &str) -> Vec<Value> {
    let requests = server.requests();
    let posted = requests.iter().filter(|request| request.path == path);
    posted.map(|request| serde_json::from_str(&request.body).unwrap()).collect()
}
