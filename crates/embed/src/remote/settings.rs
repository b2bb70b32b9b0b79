//! What the user says of servers and of models that Notekin doesn't know.
use std::sync::Arc;

use notekin_net::Net;
pub use notekin_net::served::Server;
use notekin_net::served::Service;

/// Where servers are, what opens them, and what is special about the model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Servers {
    /// Ollama's own protocol.
    pub ollama: Server,
    /// The protocol of OpenAI, which many servers speak.
    pub openai: Server,
    /// The protocol of Gemini.
    pub gemini: Server,
    /// The length of vectors, where it isn't the model's own.
    pub dimensions: Option<usize>,
    /// Most tokens the model reads at once, where that isn't known.
    pub token_limit: Option<usize>,
    /// The template around a passage, where it isn't the model's own.
    pub passage: Option<String>,
    /// The template around a query, where it isn't the model's own.
    pub query: Option<String>,
    /// What calls are allowed, and where they are written down.
    pub net: notekin_net::Settings,
}

impl Servers {
    /// Where Ollama listens unless it is told otherwise.
    pub const OLLAMA: &str = Service::Ollama.address();
    /// OpenAI's own server.
    pub const OPENAI: &str = Service::OpenAi.address();
    /// Google's own server.
    pub const GEMINI: &str = notekin_gemini::GOOGLE;

    pub(crate) fn net(&self) -> Arc<Net> {
        Arc::new(Net::new(self.net.clone()))
    }
}

impl Default for Servers {
    fn default() -> Self {
        Self {
            ollama: Server::at(Self::OLLAMA),
            openai: Server::at(Self::OPENAI),
            gemini: Server::at(Self::GEMINI),
            dimensions: None,
            token_limit: None,
            passage: None,
            query: None,
            net: notekin_net::Settings::default(),
        }
    }
}
