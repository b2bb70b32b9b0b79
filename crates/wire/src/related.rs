//! What belongs with a note, as JSON.

use notekin_engine as engine;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::notice::Notice;
use crate::number::rounded;
use crate::search::Why;

/// What belongs with a note; a note is in at most one of the three parts.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RelatedReply {
    /// The note looked at; none for a text.
    pub path: Option<String>,
    /// The hub the note belongs under.
    pub belongs_under: Option<Hub>,
    /// Related notes, nearest first.
    pub related: Vec<Related>,
    /// Notes that say the same.
    pub near_copies: Vec<NearCopy>,
    /// The score from which a note is called related.
    pub least: f64,
    /// The notes that the filter lets through; left out where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<usize>,
    /// The notes there are; left out where there is no filter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<usize>,
    /// What limits the reply; left out when nothing does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<Notice>,
}

impl From<&engine::RelatedReply> for RelatedReply {
    fn from(reply: &engine::RelatedReply) -> Self {
        Self {
            path: reply.path.as_ref().map(|path| path.as_str().to_owned()),
            belongs_under: reply.belongs_under.as_ref().map(Hub::from),
            related: reply.related.iter().map(Related::from).collect(),
            near_copies: reply.near_copies.iter().map(NearCopy::from).collect(),
            least: rounded(reply.least),
            scope: reply.scope.map(|scope| scope.passing),
            notes: reply.scope.map(|scope| scope.total),
            notices: reply.notices.iter().map(Notice::from).collect(),
        }
    }
}

/// A note that gathers others.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Hub {
    /// The note's path.
    pub path: String,
    /// Its title.
    pub title: String,
    /// The chance that an author would link the two, from 0 to 1, if half of all such pairs were linked.
    pub score: f64,
}

impl From<&engine::Hub> for Hub {
    fn from(hub: &engine::Hub) -> Self {
        Self {
            path: hub.path.as_str().to_owned(),
            title: hub.title.clone(),
            score: rounded(hub.score),
        }
    }
}

/// A related note.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Related {
    /// The note's path.
    pub path: String,
    /// Its title.
    pub title: String,
    /// The chance that an author would link the two, from 0 to 1, if half of all such pairs were linked.
    pub score: f64,
    /// Whether a link joins the two already.
    pub linked: bool,
    /// The nearest section of the note looked at.
    pub from: String,
    /// The nearest section of the related note.
    pub to: String,
    /// What each part of the ranking says of it.
    pub why: Why,
}

impl From<&engine::Related> for Related {
    fn from(related: &engine::Related) -> Self {
        Self {
            path: related.path.as_str().to_owned(),
            title: related.title.clone(),
            score: rounded(related.score),
            linked: related.linked,
            from: related.from.clone(),
            to: related.to.clone(),
            why: Why::from(&related.why),
        }
    }
}

/// A note that says the same.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct NearCopy {
    /// The note's path.
    pub path: String,
    /// Its title.
    pub title: String,
    /// The share of both notes' text that stands in the other too, from 0 to 1.
    pub coverage: f64,
}

impl From<&engine::NearCopy> for NearCopy {
    fn from(copy: &engine::NearCopy) -> Self {
        Self {
            path: copy.path.as_str().to_owned(),
            title: copy.title.clone(),
            coverage: rounded(copy.coverage),
        }
    }
}

#[cfg(test)]
mod tests {
    use notekin_engine as engine;
    use notekin_engine::NotePath;

    use super::RelatedReply;

    #[test]
    fn a_reply_has_the_names_others_rely_on() {
        let path = |text: &str| NotePath::parse(text).unwrap();
        let reply = engine::RelatedReply {
            path: Some(path("tea.md")),
            belongs_under: None,
            related: vec![engine::Related {
                path: path("coffee.md"),
                title: "Coffee".to_owned(),
                score: 0.5,
                linked: false,
                from: "Brewing".to_owned(),
                to: "intro".to_owned(),
                why: engine::Why::default(),
            }],
            near_copies: vec![engine::NearCopy {
                path: path("te.md"),
                title: "Te".to_owned(),
                coverage: 0.987_65,
            }],
            least: 0.5,
            scope: None,
            notices: Vec::new(),
        };
        let json = serde_json::to_string_pretty(&RelatedReply::from(&reply)).unwrap();
        insta::assert_snapshot!(json, @r#"
        {
          "path": "tea.md",
          "belongs_under": null,
          "related": [
            {
              "path": "coffee.md",
              "title": "Coffee",
              "score": 0.5,
              "linked": false,
              "from": "Brewing",
              "to": "intro",
              "why": {}
            }
          ],
          "near_copies": [
            {
              "path": "te.md",
              "title": "Te",
              "coverage": 0.9876
            }
          ],
          "least": 0.5
        }
        "#);
    }
}
