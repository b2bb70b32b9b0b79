//! The models at servers that Notekin knows: their templates, lengths and limits.
use notekin_net::served::Service;

use super::name::Name;
use crate::template::Template;

/// What is known of a model, as far as its name tells.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Known {
    /// The length of its vectors; `None` where that depends on its size or isn't known.
    pub(crate) dims: Option<usize>,
    /// Most tokens it is given at once; `None` where the server has to be asked.
    pub(crate) token_limit: Option<usize>,
    /// What is written around its texts.
    pub(crate) template: Template,
    /// Whether the first numbers of a vector are a vector of their own.
    pub(crate) can_be_shortened: bool,
    /// The licence of its weights.
    pub(crate) licence: &'static str,
}

/// A row of the table.
struct Row {
    /// How the names of its family begin.
    family: &'static str,
    /// The length of its vectors, where all sizes have the same.
    dims: Option<usize>,
    /// Most tokens it is given at once.
    limit: usize,
    /// What is written around its texts.
    template: fn() -> Template,
    /// Whether its vectors can be shortened.
    shortened: bool,
    /// The licence of its weights.
    licence: &'static str,
    /// The name under which it is usually to be had.
    usual: Option<&'static str>,
}

/// The template of EmbeddingGemma and of those that were taught like it.
fn gemma() -> Template {
    Template::of("title: {title} | text: {text}", "task: search result | query: {text}")
        .untitled("none")
}

/// The template of the E5 family.
fn e5() -> Template {
    Template::prefixed("passage: ", "query: ")
}

/// The template of Nomic's models.
fn nomic() -> Template {
    Template::prefixed("search_document: ", "search_query: ")
}

/// The template of models that are told of a query only.
fn sentence() -> Template {
    Template::prefixed("", "Represent this sentence for searching relevant passages: ")
}

/// The template of models that take an instruction before a query.
fn instructed() -> Template {
    Template::prefixed(
        "",
        "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:",
    )
}

/// Returns a row; a length of 0 stands for one that depends on the model's size.
const fn row(family: &'static str, dims: usize, limit: usize, template: fn() -> Template) -> Row {
    let dims = if dims == 0 { None } else { Some(dims) };
    Row { family, dims, limit, template, shortened: false, licence: "Apache-2.0", usual: None }
}

impl Row {
    /// Says that its vectors can be shortened.
    const fn shortened(mut self) -> Self {
        self.shortened = true;
        self
    }

    /// Says under which licence its weights are.
    const fn licence(mut self, licence: &'static str) -> Self {
        self.licence = licence;
        self
    }

    /// Says under which name it is usually to be had.
    const fn usual(mut self, name: &'static str) -> Self {
        self.usual = Some(name);
        self
    }
}

/// The table; the first row whose family a name begins with counts.
///
/// Limits are those of the model, but for those that read more than 8,192 tokens: a window is paid for in memory, and a
/// passage has a few hundred.
static TABLE: &[Row] = &[
    row("embeddinggemma2", 768, 8192, gemma).shortened(),
    row("embeddinggemma-2", 768, 8192, gemma).shortened().usual("ollama/embeddinggemma-2:270m"),
    row("embeddinggemma", 768, 2048, gemma)
        .shortened()
        .licence("Gemma Terms of Use")
        .usual("ollama/embeddinggemma:300m"),
    row("nomic-embed-text-v2", 768, 512, nomic).shortened().usual("ollama/nomic-embed-text-v2-moe"),
    row("nomic-embed-text", 768, 2048, nomic).shortened().usual("ollama/nomic-embed-text"),
    row("bge-m3", 1024, 8192, Template::plain).licence("MIT").usual("ollama/bge-m3"),
    row("bge-", 0, 512, sentence).licence("MIT").usual("ollama/bge-large"),
    row("mxbai-embed-large", 1024, 512, sentence).shortened().usual("ollama/mxbai-embed-large"),
    row("snowflake-arctic-embed2", 1024, 8192, || Template::prefixed("", "query: "))
        .shortened()
        .usual("ollama/snowflake-arctic-embed2"),
    row("snowflake-arctic-embed", 0, 512, sentence).usual("ollama/snowflake-arctic-embed"),
    row("all-minilm", 384, 256, Template::plain).usual("ollama/all-minilm"),
    row("qwen3-embedding", 0, 8192, instructed).shortened().usual("ollama/qwen3-embedding:0.6b"),
    row("multilingual-e5", 0, 512, e5).licence("MIT"),
    row("e5-", 0, 512, e5).licence("MIT"),
    row("granite-embedding", 0, 512, Template::plain).usual("ollama/granite-embedding:278m"),
    row("text-embedding-3-small", 1536, 8191, Template::plain)
        .shortened()
        .licence(TERMS)
        .usual("openai/text-embedding-3-small"),
    row("text-embedding-3-large", 3072, 8191, Template::plain)
        .shortened()
        .licence(TERMS)
        .usual("openai/text-embedding-3-large"),
    row("text-embedding-ada-002", 1536, 8191, Template::plain)
        .licence(TERMS)
        .usual("openai/text-embedding-ada-002"),
    row("gemini-embedding-001", 3072, 2048, Template::plain)
        .shortened()
        .licence(TERMS)
        .usual("gemini/gemini-embedding-001"),
    row("gemini-embedding-2", 3072, 8192, gemma)
        .shortened()
        .licence(TERMS)
        .usual("gemini/gemini-embedding-2"),
];

/// What stands for the licence of weights that nobody gets.
const TERMS: &str = "the service's terms";

/// Returns what is known of a model; of one that isn't in the table, that it wants no words around a text.
pub(crate) fn known(name: &Name) -> Known {
    let family = name.at.family();
    let row = TABLE.iter().find(|row| family.starts_with(row.family));
    row.map_or_else(unknown, |row| Known {
        dims: row.dims,
        token_limit: Some(row.limit),
        template: (row.template)(),
        can_be_shortened: row.shortened,
        licence: row.licence,
    })
}

/// Returns the names under which the models of the table are usually to be had, in its order.
pub(crate) fn usual() -> impl Iterator<Item = &'static str> {
    TABLE.iter().filter_map(|row| row.usual)
}

/// Returns what is claimed of a model that isn't in the table.
fn unknown() -> Known {
    Known {
        dims: None,
        token_limit: None,
        template: Template::plain(),
        can_be_shortened: false,
        licence: "unknown",
    }
}

/// Returns whether the model is told in the request, rather than in the text, what a vector is for.
pub(crate) fn has_tasks(name: &Name) -> bool {
    name.at.service == Service::Gemini && !name.at.family().starts_with("gemini-embedding-2")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(id: &str) -> Known {
        known(&Name::parse(id).unwrap())
    }

    #[test]
    fn gemma_has_its_template_under_all_its_names() {
        for id in [
            "ollama/embeddinggemma2",
            "ollama/embeddinggemma-2:270m",
            "ollama/hf.co/unsloth/embeddinggemma-2-GGUF:UD-Q4_K_XL",
        ] {
            let known = of(id);
            assert_eq!((known.dims, known.token_limit), (Some(768), Some(8192)), "{id}");
            let template = known.template;
            assert_eq!(template.passage("", "Tea."), "title: none | text: Tea.");
            assert_eq!(template.query("tea?"), "task: search result | query: tea?");
        }
        assert_eq!(of("ollama/embeddinggemma:300m").token_limit, Some(2048));
    }

    #[test]
    fn others_have_theirs() {
        assert_eq!(of("ollama/nomic-embed-text").template.query("x"), "search_query: x");
        assert_eq!(
            of("openai/intfloat/multilingual-e5-large").template.passage("T", "x"),
            "passage: T\nx"
        );
        assert_eq!(of("openai/text-embedding-3-large").dims, Some(3072));
        assert!(of("gemini/gemini-embedding-001").can_be_shortened);
    }

    #[test]
    fn every_usual_name_is_of_its_own_row() {
        for (at, row) in TABLE.iter().enumerate() {
            let Some(usual) = row.usual else { continue };
            let family = Name::parse(usual).unwrap().at.family();
            let first = TABLE.iter().position(|row| family.starts_with(row.family));
            assert_eq!(first, Some(at), "{usual}");
        }
    }

    #[test]
    fn of_an_unknown_model_nothing_is_claimed() {
        assert_eq!(of("openai/my-own-model"), unknown());
    }
}
