//! The table of keys: every setting there is.

use std::fmt;
use std::ops::RangeInclusive;
use std::path::Path;

use notekin_engine::ask::WriterServers;
use notekin_engine::models::{self, Servers};
use notekin_engine::{Mode, PolicySettings};

use crate::settings::built_in;

/// One setting: its name, what it is for, what it takes.
#[derive(Debug)]
pub struct Key {
    /// The name in the file and on the command line; a dot stands for a TOML table.
    pub name: &'static str,
    /// What it is for, in a sentence without a period.
    pub doc: &'static str,
    /// What it takes.
    pub shape: Shape,
    /// Makes the value when nothing is set.
    default: fn() -> Value,
}

/// What a key takes.
#[derive(Debug)]
pub enum Shape {
    /// Any text.
    Text,
    /// `true` or `false`.
    Flag,
    /// A whole number in a range.
    Count(RangeInclusive<u64>),
    /// A number from 0 to 1.
    Share,
    /// The same, or `auto`, which leaves it to the program.
    ShareOrAuto,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// The address of a server.
    Address,
    /// The place of a file, or nothing.
    File,
    /// What is sent for a text, with the text's place in it, or nothing.
    Template,
    /// A list of texts.
    List,
    /// A list of patterns of notes.
    Globs,
}

/// A setting's value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A text or a word.
    Text(String),
    /// Yes or no.
    Flag(bool),
    /// A number.
    Count(u64),
    /// A number from 0 to 1.
    Share(f64),
    /// Texts.
    List(Vec<String>),
}

/// The modes of a search, as they are written.
const MODES: &[&str] = &["hybrid", "semantic", "keyword", "regex"];

/// How a link is written, by the names that [`LinkStyle::named`] knows.
///
/// [`LinkStyle::named`]: notekin_engine::LinkStyle::named
const LINK_STYLES: &[&str] = &["usual", "wiki", "markdown"];

/// What stands for a share that is left to the program.
const AUTO: &str = "auto";

impl Key {
    /// Every key there is, in the order they are listed.
    pub const ALL: &[Self] = &[
        Self {
            name: "model",
            doc: "The model that reads passages by meaning: one of `notekin model list`, or `ollama/NAME`, `openai/NAME` or `gemini/NAME` at a server",
            shape: Shape::Text,
            default: || Value::Text(models::DEFAULT_MODEL.to_owned()),
        },
        Self {
            name: "offline",
            doc: "Whether nothing may ever be fetched from the network or sent to it; this machine's own servers stay within reach",
            shape: Shape::Flag,
            default: || Value::Flag(false),
        },
        Self {
            name: "ollama.url",
            doc: "Where Ollama listens",
            shape: Shape::Address,
            default: || Value::Text(Servers::OLLAMA.to_owned()),
        },
        Self {
            name: "openai.url",
            doc: "The server that speaks like OpenAI's: LM Studio, llama.cpp, vLLM or OpenAI itself",
            shape: Shape::Address,
            default: || Value::Text(Servers::OPENAI.to_owned()),
        },
        Self {
            name: "gemini.url",
            doc: "The server that speaks like Gemini's",
            shape: Shape::Address,
            default: || Value::Text(Servers::GEMINI.to_owned()),
        },
        Self {
            name: "anthropic.url",
            doc: "The server that speaks like Anthropic's",
            shape: Shape::Address,
            default: || Value::Text(WriterServers::default().anthropic.url),
        },
        Self {
            name: "answer.model",
            doc: "The model at a server that writes answers: `ollama/NAME`, `openai/NAME`, `gemini/NAME` or `anthropic/NAME`; when empty, answers are quoted from the notes",
            shape: Shape::Text,
            default: || Value::Text(String::new()),
        },
        Self {
            name: "answer.window",
            doc: "The tokens that model reads and writes at once; when 0, what is known of it",
            shape: Shape::Count(0..=10_000_000),
            default: || Value::Count(0),
        },
        Self {
            name: "answer.keep",
            doc: "Whether questions and answers are kept, so that `ask --continue` can go on from them",
            shape: Shape::Flag,
            default: || Value::Flag(true),
        },
        Self {
            name: "answer.assistants",
            doc: "Whether assistants may ask by `ask_notes`, and the model that writes answers writes theirs",
            shape: Shape::Flag,
            default: || Value::Flag(false),
        },
        Self {
            name: "embedding.dimensions",
            doc: "The length of vectors of a model at a server; when 0, its own",
            shape: Shape::Count(0..=8192),
            default: || Value::Count(0),
        },
        Self {
            name: "embedding.token_limit",
            doc: "The most tokens a model at a server reads at once; when 0, what is known of it",
            shape: Shape::Count(0..=131_072),
            default: || Value::Count(0),
        },
        Self {
            name: "embedding.passage",
            doc: "What is sent for a passage, with `{title}` and `{text}` in it; when empty, what the model is known to want",
            shape: Shape::Template,
            default: || Value::Text(String::new()),
        },
        Self {
            name: "embedding.query",
            doc: "What is sent for a query, with `{text}` in it; when empty, what the model is known to want",
            shape: Shape::Template,
            default: || Value::Text(String::new()),
        },
        Self {
            name: "budget.tokens",
            doc: "The most tokens a month that are sent to servers elsewhere; when 0, any number",
            shape: Shape::Count(0..=1_000_000_000_000),
            default: || Value::Count(0),
        },
        Self {
            name: "net.certificates",
            doc: "A PEM file of the certificates by which servers elsewhere are known, in place of the usual ones, as some companies need it; when empty, the usual ones",
            shape: Shape::File,
            default: || Value::Text(String::new()),
        },
        Self {
            name: "include",
            doc: "Globs of the notes to read; when empty, all of them",
            shape: Shape::Globs,
            default: || Value::List(built_in().policy.include),
        },
        Self {
            name: "exclude",
            doc: "Globs of the notes to leave out, in every vault",
            shape: Shape::Globs,
            default: || Value::List(built_in().policy.exclude),
        },
        Self {
            name: "gitignore",
            doc: "Whether notes that `.gitignore` names are left out too",
            shape: Shape::Flag,
            default: || Value::Flag(built_in().policy.gitignore),
        },
        Self {
            name: "max_note_mib",
            doc: "The size above which a note is too big to be read, in MiB",
            shape: Shape::Count(1..=1024),
            default: || Value::Count(built_in().policy.max_bytes >> 20),
        },
        Self {
            name: "link_sections",
            doc: "Headings of sections that only list links and aren't read by meaning, in place of Related, References, See also and their translations, which count when it is empty",
            shape: Shape::List,
            default: || Value::List(Vec::new()),
        },
        Self {
            name: "passages.tokens",
            doc: "The size of a passage, in estimated tokens; notes are cut anew at the next `notekin index`",
            shape: Shape::Count(50..=1000),
            default: || Value::Count(built_in().passages.chunk_tokens as u64),
        },
        Self {
            name: "search.mode",
            doc: "How a query is matched when `--mode` isn't given",
            shape: Shape::Choice(MODES),
            default: || Value::Text(Mode::default().name().to_owned()),
        },
        Self {
            name: "search.limit",
            doc: "The most passages a search shows when `--limit` isn't given",
            shape: Shape::Count(1..=1000),
            default: || Value::Count(10),
        },
        Self {
            name: "related.limit",
            doc: "The most related notes shown when `--limit` isn't given",
            shape: Shape::Count(1..=1000),
            default: || Value::Count(10),
        },
        Self {
            name: "related.least",
            doc: "The score from which notes are called related; `auto` is what `notekin measure` found for the vault, else what suits most",
            shape: Shape::ShareOrAuto,
            default: || Value::Text(AUTO.to_owned()),
        },
        Self {
            name: "hubs.links",
            doc: "The notes that a hub links to at least; 0 goes by the size of the vault, up to 10",
            shape: Shape::Count(0..=10_000),
            default: || Value::Count(0),
        },
        Self {
            name: "hubs.backlinks",
            doc: "The notes that link to a hub at least; 0 goes by the size of the vault, up to 5",
            shape: Shape::Count(0..=10_000),
            default: || Value::Count(0),
        },
        Self {
            name: "copies.coverage",
            doc: "The share of the longer of two near-copies that the shorter holds at least, without what many notes hold",
            shape: Shape::Share,
            default: || share(built_in().copies.coverage),
        },
        Self {
            name: "copies.containment",
            doc: "The share of the shorter of two near-copies that the longer holds at least",
            shape: Shape::Share,
            default: || share(built_in().copies.containment),
        },
        Self {
            name: "copies.containment_of_namesakes",
            doc: "The same where one title begins with the other",
            shape: Shape::Share,
            default: || share(built_in().copies.containment_of_namesakes),
        },
        Self {
            name: "link.style",
            doc: "How a link to a related note is written when one is added: as most links of the vault are, `[[Tea]]`, or `[Tea](Tea.md)`",
            shape: Shape::Choice(LINK_STYLES),
            default: || Value::Text("usual".to_owned()),
        },
        Self {
            name: "link.section",
            doc: "The heading of the section it is added to",
            shape: Shape::Text,
            default: || Value::Text(built_in().links.section.name),
        },
        Self {
            name: "link.level",
            doc: "The level of that heading where it is new",
            shape: Shape::Count(1..=6),
            default: || Value::Count(built_in().links.section.level.into()),
        },
        Self {
            name: "opener",
            doc: "The program that opens a found note; when empty, the system's own",
            shape: Shape::Text,
            default: || Value::Text(String::new()),
        },
    ];

    /// Returns the key called `name`.
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::ALL.iter().find(|key| key.name == name)
    }

    /// Returns the value when nothing is set.
    pub fn default(&self) -> Value {
        (self.default)()
    }

    /// Returns the environment variable that sets it: `NOTEKIN_SEARCH_LIMIT` for `search.limit`.
    pub fn variable(&self) -> String {
        format!("NOTEKIN_{}", self.name.replace('.', "_").to_uppercase())
    }

    /// Returns the value that words typed by the user stand for, or `None` when the key can't take them.
    ///
    /// A list takes any number of words, or one that is a TOML array; every other shape takes one.
    pub fn parse(&self, words: &[String]) -> Option<Value> {
        match (&self.shape, words) {
            (Shape::List | Shape::Globs, [array]) if array.starts_with('[') => {
                self.read(&array.parse().ok()?)
            }
            (Shape::List | Shape::Globs, _) => self.fits(Value::List(words.to_vec())),
            (
                Shape::Text | Shape::Address | Shape::File | Shape::Template | Shape::Choice(_),
                [word],
            ) => self.fits(Value::Text(word.clone())),
            (Shape::Flag, [word]) => word.parse().ok().map(Value::Flag),
            (Shape::Count(_), [word]) => self.fits(Value::Count(word.parse().ok()?)),
            (Shape::ShareOrAuto, [word]) if word == AUTO => Some(Value::Text(word.clone())),
            (Shape::Share | Shape::ShareOrAuto, [word]) => {
                self.fits(Value::Share(word.parse().ok()?))
            }
            _ => None,
        }
    }

    /// Returns the value that TOML stands for, or `None` when the key can't take it.
    pub fn read(&self, toml: &toml_edit::Value) -> Option<Value> {
        let value = match self.shape {
            Shape::Text | Shape::Address | Shape::File | Shape::Template | Shape::Choice(_) => {
                Value::Text(toml.as_str()?.to_owned())
            }
            Shape::Flag => Value::Flag(toml.as_bool()?),
            Shape::Count(_) => Value::Count(u64::try_from(toml.as_integer()?).ok()?),
            Shape::ShareOrAuto if toml.as_str() == Some(AUTO) => Value::Text(AUTO.to_owned()),
            Shape::Share | Shape::ShareOrAuto => {
                let whole = || toml.as_integer().map(|whole| whole as f64);
                Value::Share(toml.as_float().or_else(whole)?)
            }
            Shape::List | Shape::Globs => {
                let texts = toml.as_array()?.iter().map(|item| item.as_str().map(str::to_owned));
                Value::List(texts.collect::<Option<_>>()?)
            }
        };
        self.fits(value)
    }

    /// Says whether a value can be that of the key.
    ///
    /// Returns the value if it lies in the key's range, is one of its words or is made of patterns; any text fits.
    fn fits(&self, value: Value) -> Option<Value> {
        let fits = match (&self.shape, &value) {
            (Shape::Choice(words), Value::Text(word)) => words.contains(&word.as_str()),
            (Shape::Address, Value::Text(url)) => models::is_address(url),
            (Shape::File, Value::Text(path)) => path.is_empty() || Path::new(path).is_absolute(),
            (Shape::Template, Value::Text(text)) => text.is_empty() || text.contains("{text}"),
            (Shape::Count(range), Value::Count(count)) => range.contains(count),
            (_, Value::Share(share)) => (0.0..=1.0).contains(share),
            (Shape::Globs, Value::List(globs)) => {
                PolicySettings { exclude: globs.clone(), ..PolicySettings::default() }
                    .check()
                    .is_ok()
            }
            _ => true,
        };
        fits.then_some(value)
    }
}

/// Returns a share of the engine as a value, without what a greater precision makes of its last digits.
fn share(share: f32) -> Value {
    Value::Share((f64::from(share) * 1e4).round() / 1e4)
}

impl fmt::Display for Shape {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text => formatter.write_str("text"),
            Self::Address => formatter.write_str("an address like `http://127.0.0.1:11434`"),
            Self::File => formatter.write_str("the whole path of a file"),
            Self::Template => formatter.write_str("a text with `{text}` in it"),
            Self::Flag => formatter.write_str("`true` or `false`"),
            Self::Count(range) => {
                write!(formatter, "a whole number from {} to {}", range.start(), range.end())
            }
            Self::Choice(words) => write!(formatter, "one of `{}`", words.join("`, `")),
            Self::Share => formatter.write_str("a number from 0 to 1"),
            Self::ShareOrAuto => formatter.write_str("a number from 0 to 1, or `auto`"),
            Self::List => formatter.write_str("a list of texts"),
            Self::Globs => formatter.write_str("a list of globs"),
        }
    }
}

impl From<&Value> for toml_edit::Value {
    fn from(value: &Value) -> Self {
        match value {
            Value::Text(text) => text.as_str().into(),
            Value::Flag(flag) => (*flag).into(),
            Value::Count(count) => i64::try_from(*count).unwrap_or(i64::MAX).into(),
            Value::Share(share) => (*share).into(),
            Value::List(texts) => {
                texts.iter().map(String::as_str).collect::<toml_edit::Array>().into()
            }
        }
    }
}

impl From<&Value> for serde_json::Value {
    fn from(value: &Value) -> Self {
        match value {
            Value::Text(text) => text.as_str().into(),
            Value::Flag(flag) => (*flag).into(),
            Value::Count(count) => (*count).into(),
            Value::Share(share) => (*share).into(),
            Value::List(texts) => texts.as_slice().into(),
        }
    }
}

impl fmt::Display for Value {
    /// Writes the value as it stands in the settings file.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        toml_edit::Value::from(self).fmt(formatter)
    }
}

#[cfg(test)]
mod tests;
