//! The scenes of the demo: what each shows, and the command that shows it.

use super::VAULT;

/// One command with the reason to look at it.
pub(crate) struct Scene {
    /// What is worth seeing, as a heading.
    pub(crate) title: &'static str,
    /// The arguments of `notekin`.
    pub(crate) arguments: Vec<&'static str>,
    /// Whether it shows nothing without the model.
    pub(crate) by_meaning: bool,
}

impl Scene {
    /// Returns the scene that all others need.
    pub(crate) fn index() -> Self {
        Self {
            title: "Index forty-odd notes in eight languages",
            arguments: vec!["index", VAULT],
            by_meaning: false,
        }
    }

    /// Returns the scenes in the order of the tour.
    pub(crate) fn all() -> Vec<Self> {
        vec![
            Self::search(
                "Ask a question",
                "What Python packages can convert PDF to markdown?",
                false,
            ),
            Self::search(
                "Ask in English, find in German",
                "how do I keep my tomatoes from getting sick",
                true,
            ),
            Self::search(
                "Ask in Spanish, find in English",
                "¿por qué mi pan queda tan pesado y denso?",
                true,
            ),
            Self::search("Ask in Japanese, find in French", "チーズを家で作る方法", true),
            Self {
                title: "Get the sentences that answer, each with its lines",
                arguments: vec![
                    "ask",
                    "What Python packages can convert PDF to markdown?",
                    "--vault",
                    VAULT,
                    "--no-save",
                ],
                by_meaning: false,
            },
            Self::words("Exact words, when you know them", "OmniDocBench"),
            Self::related(
                "What belongs with this note, in any language?",
                "work/Chunking for retrieval.md",
            ),
            Self::related("Where does a note without links belong?", "garden/Schnecken.md"),
            Self::related("An old draft is recognised as one", "work/Extraction pipeline.md"),
            Self {
                title: "What is known about the vault",
                arguments: vec!["status", "--vault", VAULT],
                by_meaning: false,
            },
        ]
    }

    fn search(title: &'static str, query: &'static str, by_meaning: bool) -> Self {
        Self {
            title,
            arguments: vec!["search", query, "--vault", VAULT, "--limit", "3"],
            by_meaning,
        }
    }

    fn words(title: &'static str, query: &'static str) -> Self {
        Self {
            title,
            arguments: vec!["search", query, "--mode", "keyword", "--vault", VAULT],
            by_meaning: false,
        }
    }

    fn related(title: &'static str, note: &'static str) -> Self {
        Self { title, arguments: vec!["related", note, "--vault", VAULT], by_meaning: false }
    }
}
