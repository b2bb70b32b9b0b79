//! What can be asked, as JSON; what is left out is as usual.

use notekin_engine as engine;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::filter::Filter;

/// How a query is matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// By words and by meaning.
    Hybrid,
    /// By meaning alone.
    Semantic,
    /// By words alone.
    Keyword,
    /// By a regular expression over each line.
    Regex,
}

impl From<Mode> for engine::Mode {
    fn from(mode: Mode) -> Self {
        match mode {
            Mode::Hybrid => Self::Hybrid,
            Mode::Semantic => Self::Semantic,
            Mode::Keyword => Self::Keyword,
            Mode::Regex => Self::Regex,
        }
    }
}

/// A search.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own, off or on")]
pub struct SearchRequest {
    /// The question, words, or pattern; there may be conditions among the words, such as `tag:food`.
    pub query: String,
    /// How it is matched.
    pub mode: Option<Mode>,
    /// The most passages returned, 1 to 1000.
    #[schemars(range(min = 1, max = 1000))]
    pub limit: Option<usize>,
    /// The most passages returned of one note, 1 to 1000.
    #[schemars(range(min = 1, max = 1000))]
    pub per_note: Option<usize>,
    /// Where the page before ended.
    pub cursor: Option<String>,
    /// Whether passages are returned too that hardly have to do with the query.
    pub everything: bool,
    /// Whether the last word may be unfinished.
    pub typing: bool,
    /// Whether a query whose conditions can't be read, or name nothing, is searched as it stands instead of failing.
    pub lenient: bool,
    /// Whether what is already read answers alone, without a look for changes.
    pub no_update: bool,
    /// Only notes below one of these folders.
    pub folders: Vec<String>,
    /// Only notes with all of these tags.
    pub tags: Vec<String>,
    /// What else must hold of a note.
    pub filter: Option<Filter>,
}

impl SearchRequest {
    /// Returns the search, with a limit where none was given.
    pub fn to_engine(&self, usual: usize) -> Result<engine::SearchRequest, engine::Error> {
        let new = engine::SearchRequest::new(self.query.clone());
        Ok(engine::SearchRequest {
            mode: self.mode.map(engine::Mode::from).unwrap_or_default(),
            limit: bounded("limit", self.limit, usual)?,
            per_note: bounded("per_note", self.per_note, new.per_note)?,
            cursor: self.cursor.clone(),
            everything: self.everything,
            typing: self.typing,
            lenient: self.lenient,
            update: !self.no_update,
            filter: filter(&self.folders, &self.tags, self.filter.as_ref())?,
            ..new
        })
    }
}

/// Which related notes are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Show {
    /// Those the note has no link to or from.
    #[default]
    Unlinked,
    /// Those it has a link to or from.
    Linked,
    /// Both.
    All,
}

impl From<Show> for engine::Show {
    fn from(show: Show) -> Self {
        match show {
            Show::Unlinked => Self::Unlinked,
            Show::Linked => Self::Linked,
            Show::All => Self::All,
        }
    }
}

/// A look at what belongs with a note or a text; one of the two is given.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RelatedRequest {
    /// The note: its path, name, title or alias; what follows the last `#` is a heading of it.
    pub note: Option<String>,
    /// A text that stands nowhere yet.
    pub text: Option<String>,
    /// Which notes are shown.
    pub show: Show,
    /// Whether only notes of other folders are shown.
    pub elsewhere: bool,
    /// Whether notes are shown too that are hardly related.
    pub everything: bool,
    /// The most related notes returned, 1 to 1000.
    #[schemars(range(min = 1, max = 1000))]
    pub limit: Option<usize>,
    /// Whether what is already read answers alone, without a look for changes.
    pub no_update: bool,
    /// Only notes below one of these folders.
    pub folders: Vec<String>,
    /// Only notes with all of these tags.
    pub tags: Vec<String>,
    /// What else must hold of a note.
    pub filter: Option<Filter>,
}

impl RelatedRequest {
    /// Returns the look, with a limit where none was given.
    pub fn to_engine(&self, usual: usize) -> Result<engine::RelatedRequest, engine::Error> {
        let of = match (&self.note, &self.text) {
            (Some(note), None) => engine::Subject::Note(note.clone()),
            (None, Some(text)) => engine::Subject::Text(text.clone()),
            _ => return Err(invalid("either `note` or `text` is needed")),
        };
        Ok(engine::RelatedRequest {
            show: self.show.into(),
            elsewhere: self.elsewhere,
            everything: self.everything,
            limit: bounded("limit", self.limit, usual)?,
            update: !self.no_update,
            filter: filter(&self.folders, &self.tags, self.filter.as_ref())?,
            ..engine::RelatedRequest::new(of)
        })
    }
}

/// A look at all notes that pass a filter: at hubs, at near-copies, or at a list of them.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct NotesRequest {
    /// The most notes on a page of a list, 1 to 1000; hubs and copies are not cut into pages.
    #[schemars(range(min = 1, max = 1000))]
    pub limit: Option<usize>,
    /// Where the page before ended.
    pub cursor: Option<String>,
    /// Whether what is already read answers alone, without a look for changes.
    pub no_update: bool,
    /// Only notes below one of these folders.
    pub folders: Vec<String>,
    /// Only notes with all of these tags.
    pub tags: Vec<String>,
    /// What else must hold of a note.
    pub filter: Option<Filter>,
}

impl NotesRequest {
    /// Notes on a page where nothing else is asked for.
    const USUAL: usize = 100;

    /// Returns the list that is asked for.
    pub fn list(&self) -> Result<engine::ListRequest, engine::Error> {
        Ok(engine::ListRequest {
            filter: self.filter()?,
            limit: self.limited()?,
            cursor: self.cursor.clone(),
            update: !self.no_update,
        })
    }

    /// Returns the look at hubs that is asked for.
    pub fn hubs(&self) -> Result<engine::HubsRequest, engine::Error> {
        self.limited()?;
        Ok(engine::HubsRequest { filter: self.filter()?, update: !self.no_update })
    }

    /// Returns the look at near-copies that is asked for.
    pub fn copies(&self) -> Result<engine::CopiesRequest, engine::Error> {
        self.limited()?;
        Ok(engine::CopiesRequest { filter: self.filter()?, update: !self.no_update })
    }

    /// Returns the limit; one that makes no sense is refused also where nothing is cut into pages.
    fn limited(&self) -> Result<usize, engine::Error> {
        bounded("limit", self.limit, Self::USUAL)
    }

    fn filter(&self) -> Result<engine::Filter, engine::Error> {
        filter(&self.folders, &self.tags, self.filter.as_ref())
    }
}

/// A question to the notes.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AskRequest {
    /// The question.
    pub question: String,
    /// The number of the conversation that it goes on with; a new one is begun without it.
    pub conversation: Option<u32>,
    /// The model that writes the answer, such as `ollama/qwen3:4b`; the one that is set without it.
    pub model: Option<String>,
    /// Whether sentences of the notes are quoted, also where a model is set.
    pub quote: bool,
    /// Whether question and answer are not kept.
    pub no_save: bool,
    /// Whether what is already read answers alone, without a look for changes.
    pub no_update: bool,
    /// Only notes below one of these folders.
    pub folders: Vec<String>,
    /// Only notes with all of these tags.
    pub tags: Vec<String>,
    /// What else must hold of a note.
    pub filter: Option<Filter>,
}

impl AskRequest {
    /// Returns the question with its filter; who writes, and what was said before, is not in it.
    pub fn to_engine(&self) -> Result<engine::ask::AskRequest, engine::Error> {
        Ok(engine::ask::AskRequest {
            filter: filter(&self.folders, &self.tags, self.filter.as_ref())?,
            update: !self.no_update,
            ..engine::ask::AskRequest::new(self.question.clone())
        })
    }
}

/// Returns which notes are meant.
fn filter(
    folders: &[String],
    tags: &[String],
    conditions: Option<&Filter>,
) -> Result<engine::Filter, engine::Error> {
    let filter = engine::Filter {
        folders: folders.to_vec(),
        tags: tags.to_vec(),
        ..engine::Filter::default()
    };
    Ok(match conditions {
        Some(conditions) => filter.with(conditions.conditions()?),
        None => filter,
    })
}

/// The most of anything on a page.
const MOST: usize = 1000;

fn bounded(name: &str, given: Option<usize>, usual: usize) -> Result<usize, engine::Error> {
    match given {
        None => Ok(usual),
        Some(given @ 1..=MOST) => Ok(given),
        Some(given) => Err(invalid(format!("`{name}` is a number from 1 to {MOST}, not {given}"))),
    }
}

fn invalid(message: impl Into<String>) -> engine::Error {
    engine::Error::Invalid(message.into())
}

#[cfg(test)]
mod tests {
    use notekin_engine as engine;

    use super::{Mode, NotesRequest, RelatedRequest, SearchRequest};

    fn search(json: &str) -> Result<engine::SearchRequest, String> {
        let asked: SearchRequest = serde_json::from_str(json).map_err(|error| error.to_string())?;
        asked.to_engine(7).map_err(|error| error.to_string())
    }

    #[test]
    fn what_is_left_out_is_as_usual() {
        let asked = search(r#"{"query": "tea"}"#).unwrap();
        assert_eq!((asked.limit, asked.per_note, asked.update), (7, 2, true));
        assert_eq!(asked.mode, engine::Mode::Hybrid);
        let asked = search(r#"{"mode": "keyword", "tags": ["x"], "filter": ["-tag:y"]}"#).unwrap();
        assert_eq!(asked.mode, engine::Mode::from(Mode::Keyword));
        assert_eq!((asked.filter.tags.len(), asked.filter.conditions.len()), (1, 1));
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        for json in [
            r#"{"limit": 0}"#,
            r#"{"limit": 1001}"#,
            r#"{"per_note": 0}"#,
            r#"{"limit": -1}"#,
            r#"{"mode": "psychic"}"#,
            r#"{"querry": "tea"}"#,
            r#"{"filter": ["tga:x"]}"#,
        ] {
            assert!(search(json).is_err(), "{json}");
        }
        for limit in [0, 1001] {
            let asked = NotesRequest { limit: Some(limit), ..NotesRequest::default() };
            assert!(asked.list().is_err() && asked.hubs().is_err() && asked.copies().is_err());
        }
        for json in ["{}", r#"{"note": "a", "text": "b"}"#] {
            let asked: RelatedRequest = serde_json::from_str(json).unwrap();
            assert!(asked.to_engine(7).is_err(), "{json}");
        }
    }

    #[test]
    fn a_request_says_the_same_when_it_was_sent() {
        let json = r#"{"query":"tea","filter":{"tag":["x","y"],"-path":"a/**"}}"#;
        let asked: SearchRequest = serde_json::from_str(json).unwrap();
        let sent: SearchRequest =
            serde_json::from_str(&serde_json::to_string(&asked).unwrap()).unwrap();
        let filter = |asked: &SearchRequest| asked.to_engine(1).unwrap().filter;
        assert_eq!(filter(&asked), filter(&sent));
    }
}
