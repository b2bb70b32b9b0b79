//! Settings by which every protocol leads to the same server.
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use notekin_answer::generate::{Error, Finished, Generator, Prompt, Servers, open};
use notekin_net::served::Server;
use notekin_net::{Effort, Patience, Secret};

/// Three tries without a wait between them.
pub(crate) const EAGER: Effort = Effort {
    patience: Patience { tries: 3, first: Duration::ZERO, longest: Duration::from_secs(1) },
    ..Effort::FLOWING
};

/// The key of every server; no error and no record may show it.
pub(crate) const CANARY: &str = "sk-canary-0123";

/// Returns settings by which every protocol leads to the server at `url`, with a key.
pub(crate) fn servers(url: &str) -> Servers {
    let server =
        |path: &str| Server { key: Secret::new(CANARY), ..Server::at(&format!("{url}{path}")) };
    Servers {
        ollama: server(""),
        openai: server("/v1"),
        gemini: server(""),
        anthropic: server(""),
        effort: EAGER,
        ..Servers::default()
    }
}

pub(crate) fn model(id: &str, url: &str) -> Box<dyn Generator> {
    open(id, &servers(url)).unwrap()
}

pub(crate) fn prompt() -> Prompt {
    Prompt::asking("Be brief.", "How long must dough rise?", 100)
}

/// Has a model write; returns what was handed on too.
pub(crate) fn write(model: &dyn Generator, prompt: &Prompt) -> (String, Result<Finished, Error>) {
    let mut heard = String::new();
    let mut hear = |text: &str| heard.push_str(text);
    let made = model.generate(prompt, &mut hear, &AtomicBool::new(false));
    (heard, made)
}
