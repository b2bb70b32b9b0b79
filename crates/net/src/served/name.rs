//! The name of a model at a server: `ollama/embeddinggemma2`, `openai/gpt-4.1-mini`.
//!
//! The first word says which protocol is spoken, not who made the model: the same weights may stand behind each of them,
//! and are taken for different models, as servers may treat them differently.
use std::fmt;

use crate::call::Credential;
use crate::secret::Secret;

/// How a server is spoken with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Service {
    /// Ollama's own.
    Ollama,
    /// OpenAI's, which many speak.
    OpenAi,
    /// Gemini's.
    Gemini,
    /// Anthropic's.
    Anthropic,
}

/// A model at a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// How its server is spoken with.
    pub service: Service,
    /// As the server calls it.
    pub model: String,
}

impl Service {
    /// All there are.
    pub const ALL: [Self; 4] = [Self::Ollama, Self::OpenAi, Self::Gemini, Self::Anthropic];

    /// Returns the word in names, settings and the store of keys.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ollama => "ollama",
            Self::OpenAi => "openai",
            Self::Gemini => "gemini",
            Self::Anthropic => "anthropic",
        }
    }

    /// Returns where its server is unless another one is set: that of whoever made the protocol.
    pub const fn address(self) -> &'static str {
        match self {
            Self::Ollama => "http://127.0.0.1:11434",
            Self::OpenAi => "https://api.openai.com/v1",
            Self::Gemini => "https://generativelanguage.googleapis.com",
            Self::Anthropic => "https://api.anthropic.com",
        }
    }

    /// Returns how a key is shown to the server.
    pub(crate) fn credential(self, key: &Secret) -> Credential<'_> {
        match self {
            Self::Ollama | Self::OpenAi => Credential::Bearer(key),
            Self::Gemini => Credential::Header("x-goog-api-key", key),
            Self::Anthropic => Credential::Header("x-api-key", key),
        }
    }
}

impl Name {
    /// Reads a name; `None` when it isn't that of a model at a server.
    pub fn parse(id: &str) -> Option<Self> {
        let (word, model) = id.split_once('/')?;
        let service = Service::ALL.into_iter().find(|service| service.word() == word)?;
        (!model.trim().is_empty()).then(|| Self { service, model: model.to_owned() })
    }

    /// Returns the name in lower case without the account before it and the tag behind it.
    pub fn family(&self) -> String {
        let lower = self.model.to_lowercase();
        let last = lower.rsplit('/').next().unwrap_or_default();
        last.split(':').next().unwrap_or_default().to_owned()
    }

    /// Returns whether the name says that the model runs at Ollama's own site, whoever is asked for it.
    pub fn is_in_the_cloud(&self) -> bool {
        let tag = self.model.to_lowercase();
        tag.ends_with("-cloud") || tag.ends_with(":cloud")
    }
}

impl fmt::Display for Name {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}/{}", self.service.word(), self.model)
    }
}

#[cfg(test)]
mod tests {
    use super::Name;

    #[track_caller]
    fn check(id: &str, model: &str, family: &str) {
        let name = Name::parse(id).unwrap();
        assert_eq!((name.model.as_str(), name.family()), (model, family.to_owned()));
        assert_eq!(name.to_string(), id);
    }

    #[test]
    fn names_are_read_and_written() {
        check("ollama/bge-m3:567m", "bge-m3:567m", "bge-m3");
        let gguf = "hf.co/unsloth/embeddinggemma-2-GGUF:Q4_K_M";
        check(&format!("ollama/{gguf}"), gguf, "embeddinggemma-2-gguf");
        check("openai/meta-llama/llama-4@x", "meta-llama/llama-4@x", "llama-4@x");
        check("anthropic/claude-haiku-4-5", "claude-haiku-4-5", "claude-haiku-4-5");
    }

    #[test]
    fn other_names_are_not_of_servers() {
        for id in ["e5-small-q4", "fake", "ollama", "ollama/", "Ollama/x", "llama/x", "gemini/ "] {
            assert_eq!(Name::parse(id), None, "{id}");
        }
    }

    #[test]
    fn what_runs_elsewhere_says_so() {
        let is = |model: &str| Name::parse(&format!("ollama/{model}")).unwrap().is_in_the_cloud();
        assert!(is("gpt-oss:120b-cloud") && is("deepseek:cloud"));
        assert!(!is("cloudy:7b") && !is("cloud"));
    }
}
