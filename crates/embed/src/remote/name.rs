//! The name of a model at a server: `ollama/embeddinggemma2`, `openai/text-embedding-3-small@512`.
//!
//! The first word says which protocol is spoken, not who made the model: the same weights may stand behind each of them,
//! and are taken for different models, as servers may treat them differently.
use std::fmt;

/// How a server is spoken with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Service {
    /// Ollama's own.
    Ollama,
    /// OpenAI's, which many speak.
    OpenAi,
    /// Gemini's.
    Gemini,
}

/// A model at a server, with the length of vectors where it isn't the model's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Name {
    /// How its server is spoken with.
    pub(crate) service: Service,
    /// As the server calls it.
    pub(crate) model: String,
    /// The length of vectors that is asked for.
    pub(crate) dimensions: Option<usize>,
}

impl Service {
    /// All there are.
    pub(crate) const ALL: [Self; 3] = [Self::Ollama, Self::OpenAi, Self::Gemini];

    /// Returns the word in names, settings and the store of keys.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Ollama => "ollama",
            Self::OpenAi => "openai",
            Self::Gemini => "gemini",
        }
    }
}

impl Name {
    /// Reads a name; `None` when it isn't that of a model at a server.
    pub(crate) fn parse(id: &str) -> Option<Self> {
        let (word, rest) = id.split_once('/')?;
        let service = Service::ALL.into_iter().find(|service| service.word() == word)?;
        let (model, dimensions) = match rest.rsplit_once('@') {
            Some((model, digits)) if digits.parse::<usize>().is_ok() => {
                (model, digits.parse().ok())
            }
            _ => (rest, None),
        };
        let model = (!model.trim().is_empty()).then(|| model.to_owned())?;
        Some(Self { service, model, dimensions })
    }

    /// Returns the name in lower case without the account before it and the tag behind it.
    pub(crate) fn family(&self) -> String {
        let lower = self.model.to_lowercase();
        let last = lower.rsplit('/').next().unwrap_or_default();
        last.split(':').next().unwrap_or_default().to_owned()
    }

    /// Returns whether the name says that the model runs at Ollama's own site, whoever is asked for it.
    pub(crate) fn is_in_the_cloud(&self) -> bool {
        let tag = self.model.to_lowercase();
        tag.ends_with("-cloud") || tag.ends_with(":cloud")
    }
}

impl fmt::Display for Name {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}/{}", self.service.word(), self.model)?;
        match self.dimensions {
            Some(dimensions) => write!(out, "@{dimensions}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Name;

    #[track_caller]
    fn check(id: &str, model: &str, dimensions: Option<usize>, family: &str) {
        let name = Name::parse(id).unwrap();
        assert_eq!((name.model.as_str(), name.dimensions), (model, dimensions));
        assert_eq!(name.family(), family);
        assert_eq!(name.to_string(), id);
    }

    #[test]
    fn names_are_read_and_written() {
        check("ollama/embeddinggemma2", "embeddinggemma2", None, "embeddinggemma2");
        check("ollama/bge-m3:567m@512", "bge-m3:567m", Some(512), "bge-m3");
        let gguf = "hf.co/unsloth/embeddinggemma-2-GGUF:Q4_K_M";
        check(&format!("ollama/{gguf}"), gguf, None, "embeddinggemma-2-gguf");
        check("openai/nomic-ai/nomic@v1", "nomic-ai/nomic@v1", None, "nomic@v1");
    }

    #[test]
    fn other_names_are_not_of_servers() {
        for id in ["e5-small-q4", "fake", "ollama", "ollama/", "Ollama/x", "llama/x", "gemini/@12"]
        {
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
