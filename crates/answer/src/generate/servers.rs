//! Where servers are, what opens them, and what calls are allowed.
use notekin_net::Effort;
use notekin_net::served::{Server, Service};

/// Where servers are, what opens them, and what calls are allowed.
#[derive(Clone, Debug, PartialEq)]
pub struct Servers {
    /// Ollama's own protocol.
    pub ollama: Server,
    /// The protocol of OpenAI, which many servers speak.
    pub openai: Server,
    /// The protocol of Gemini.
    pub gemini: Server,
    /// The protocol of Anthropic.
    pub anthropic: Server,
    /// The tokens that the model reads and writes at once, where that is to be something else than what is known of it.
    pub window: Option<usize>,
    /// How long and how often a call for a text is tried.
    pub effort: Effort,
    /// What calls are allowed, and where they are written down.
    pub net: notekin_net::Settings,
}

impl Servers {
    /// Returns the server that is spoken with in a protocol.
    pub fn of(&self, service: Service) -> &Server {
        match service {
            Service::Ollama => &self.ollama,
            Service::OpenAi => &self.openai,
            Service::Gemini => &self.gemini,
            Service::Anthropic => &self.anthropic,
        }
    }
}

impl Default for Servers {
    fn default() -> Self {
        let usual = |service: Service| Server::at(service.address());
        Self {
            ollama: usual(Service::Ollama),
            openai: usual(Service::OpenAi),
            gemini: usual(Service::Gemini),
            anthropic: usual(Service::Anthropic),
            window: None,
            effort: Effort::FLOWING,
            net: notekin_net::Settings::default(),
        }
    }
}
