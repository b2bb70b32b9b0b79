//! The name of a model that embeds at a server: `ollama/embeddinggemma2`, `openai/text-embedding-3-small@512`.
use std::fmt;

use notekin_net::served::{self, Service};

/// The lengths of vectors that can be asked for.
const LENGTHS: std::ops::RangeInclusive<usize> = 1..=8192;

/// A model at a server, with the length of vectors where it isn't the model's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Name {
    /// Which model, and how its server is spoken with.
    pub(crate) at: served::Name,
    /// The length of vectors that is asked for.
    pub(crate) dimensions: Option<usize>,
}

impl Name {
    /// Reads a name; `None` when it isn't that of a model at a server, or when nothing embeds there.
    pub(crate) fn parse(id: &str) -> Option<Self> {
        let (id, dimensions) = match id.rsplit_once('@') {
            Some((id, digits)) if digits.parse::<usize>().is_ok() => (id, digits.parse().ok()),
            _ => (id, None),
        };
        if dimensions.is_some_and(|length| !LENGTHS.contains(&length)) {
            return None;
        }
        let at = served::Name::parse(id).filter(|at| at.service != Service::Anthropic)?;
        Some(Self { at, dimensions })
    }
}

impl fmt::Display for Name {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.at)?;
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
    fn check(id: &str, model: &str, dimensions: Option<usize>) {
        let name = Name::parse(id).unwrap();
        assert_eq!((name.at.model.as_str(), name.dimensions), (model, dimensions));
        assert_eq!(name.to_string(), id);
    }

    #[test]
    fn names_are_read_and_written() {
        check("ollama/embeddinggemma2", "embeddinggemma2", None);
        check("ollama/bge-m3:567m@512", "bge-m3:567m", Some(512));
        check("openai/nomic-ai/nomic@v1", "nomic-ai/nomic@v1", None);
    }

    #[test]
    fn other_names_are_not_of_servers_that_embed() {
        for id in [
            "e5-small-q4",
            "ollama/",
            "gemini/@12",
            "ollama/x@0",
            "ollama/x@8193",
            "anthropic/claude-haiku-4-5",
        ] {
            assert_eq!(Name::parse(id), None, "{id}");
        }
    }
}
