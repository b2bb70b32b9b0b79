//! Generating: a prompt to a text, by a model at a server, bit by bit.
//!
//! **What it is.** Request shapes and stream readers for the four protocols that models are spoken with: Ollama's own,
//! OpenAI's (which LM Studio, llama.cpp, vLLM, OpenRouter and many others speak), Anthropic's and Gemini's.
//!
//! **What it deliberately is not.** It opens no socket: [`notekin_net`] does, so the offline switch, the budget and the
//! record of calls hold. It knows nothing of notes, and judges nothing of what a model says.
//!
//! ```
//! use notekin_answer::generate::{Prompt, Servers, open};
//! use std::sync::atomic::AtomicBool;
//!
//! let mut servers = Servers::default();
//! servers.net.offline = true;
//! servers.openai.url = "https://example.org/v1".to_owned();
//! let model = open("openai/some-model", &servers)?;
//! let prompt = Prompt::asking("Be brief.", "How long must dough rise?", 500);
//! let refused = model.generate(&prompt, &mut |text| print!("{text}"), &AtomicBool::new(false));
//! assert!(refused.is_err(), "nothing leaves this machine");
//! # Ok::<(), notekin_answer::generate::Error>(())
//! ```
//!
//! **Why it is shaped so.** What all protocols have in common is in one place: a text is gathered without the hidden
//! thoughts of models that think aloud, one that breaks off is never taken for a whole one, and what servers say when
//! they refuse has one meaning each. A protocol says only what a request looks like and what a piece of a reply means.
mod anthropic;
mod error;
mod finished;
mod google;
mod known;
mod manners;
mod meaning;
mod model;
mod offered;
mod ollama;
mod openai;
mod prompt;
mod remote;
mod servers;
mod services;
mod telling;
mod thoughts;

use std::sync::atomic::AtomicBool;

pub use error::{Error, Kind};
pub use finished::{Finish, Finished};
pub use offered::{Offered, offered};
pub use prompt::{Prompt, Speaker, Turn};
pub use servers::Servers;
pub use services::{ServiceEntry, services};

use notekin_net::served::Name;

/// Writes texts.
pub trait Generator: Send + Sync {
    /// Returns the model's name, such as `ollama/qwen3:4b`.
    fn id(&self) -> &str;

    /// Goes on with a conversation, and hands on each part of the text as soon as it comes.
    ///
    /// When `cancel` is set, that is no failure: what came so far is returned as [`Finish::Cancelled`] within a moment,
    /// and the connection is closed. Fails with [`Error::TooLong`] when the prompt has more tokens than the model reads,
    /// so that a shorter one may be tried, and with [`Error::BrokenOff`], which keeps the text so far, when the text has
    /// begun and doesn't end as it should.
    fn generate(
        &self,
        prompt: &Prompt,
        on_text: &mut dyn FnMut(&str),
        cancel: &AtomicBool,
    ) -> Result<Finished, Error>;

    /// Returns how many tokens the model reads and writes at once, prompt and text together; `None` where nobody knows.
    /// Asks the server where only it knows, the first time.
    fn window(&self, cancel: &AtomicBool) -> Result<Option<usize>, Error>;

    /// Returns whether what is sent leaves this machine; asks the server where only it knows.
    fn leaves_the_machine(&self, cancel: &AtomicBool) -> Result<bool, Error>;
}

/// Returns whether `id` names a model at a server, such as `ollama/qwen3:4b`.
pub fn is_name(id: &str) -> bool {
    Name::parse(id).is_some()
}

/// Opens the model `id` at one of these servers. Asks nobody yet.
///
/// Fails with [`Error::Unknown`] when that is no name of one, and with [`Error::NoKey`] where nothing goes without a key.
pub fn open(id: &str, servers: &Servers) -> Result<Box<dyn Generator>, Error> {
    let name = Name::parse(id).ok_or_else(|| Error::Unknown { id: id.to_owned() })?;
    Ok(Box::new(remote::Remote::open(name, servers)?))
}
