//! What is known of two notes, as features of the regression that makes it a chance (`docs/decisions/052-related.md`).

use notekin_embed::LinkOdds;
use notekin_index::ChunkId;

/// How many times each path counts that leads to a note over two others, before they are added up by e-folds.
const PATHS: f32 = 5.0;

/// How many times words count where a hub is chosen: it speaks of many things, of which its nearest passage is only one
/// (`docs/decisions/053-measuring.md`).
const HUB_WORDS: f32 = 3.0;

/// The nearest pair of passages of two notes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub(super) cosine: f32,
    /// The passage of the note looked at; none of a text that stands nowhere.
    pub(super) from: Option<ChunkId>,
    pub(super) to: ChunkId,
}

/// What speaks for a link with one note.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Features {
    pub(super) pair: Option<Pair>,
    /// The share of the rare words, from 0 to 1.
    pub(super) words: f32,
    /// How rare the name is that stands in a text of the other, from 0 to 1.
    pub(super) names: f32,
    /// The sum over all paths that lead there over two notes.
    pub(super) paths: f32,
    /// The sum over all neighbours that both have.
    pub(super) shared: f32,
}

impl Features {
    /// Returns what they add to the log-odds by a model's table; a note that isn't read by meaning yet isn't far for that.
    pub(super) fn weighed(&self, odds: &LinkOdds) -> LogOdds {
        let odds = if self.pair.is_some() { odds } else { &LinkOdds::WITHOUT_MEANING };
        LogOdds {
            bias: odds.bias,
            meaning: odds.meaning * self.pair.map_or(0.0, |pair| pair.cosine),
            words: odds.words * self.words.sqrt(),
            names: odds.names * self.names,
            links: odds.paths * (PATHS * self.paths).ln_1p() + odds.shared * self.shared.ln_1p(),
        }
    }
}

/// The log-odds of a link, by what makes them up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct LogOdds {
    /// Before anything is known.
    pub(crate) bias: f32,
    /// What the nearest passages add.
    pub(crate) meaning: f32,
    /// What the rare words add that both have.
    pub(crate) words: f32,
    /// What names in the text add.
    pub(crate) names: f32,
    /// What paths and shared neighbours add.
    pub(crate) links: f32,
}

impl LogOdds {
    /// Returns the chance of a link.
    pub(crate) fn chance(&self) -> f32 {
        logistic(self.bias + (self.meaning + self.words + self.names + self.links))
    }

    /// Returns the same but for what other links say.
    fn chance_by_text(&self) -> f32 {
        logistic(self.bias + self.meaning + self.words + self.names)
    }

    /// Returns the sum of all that speaks for a link.
    pub(super) fn for_it(&self) -> f32 {
        let Self { meaning, words, names, links, .. } = *self;
        [meaning, words, names, links].iter().map(|part| part.max(0.0)).sum()
    }
}

/// What is thought of a link between two notes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Judgement {
    /// The chance that an author would make it, if half of all such pairs were linked.
    pub(crate) chance: f32,
    /// The same but for what other links say.
    pub(crate) text: f32,
    /// What makes it up.
    pub(crate) parts: LogOdds,
}

impl Judgement {
    /// Returns what is thought where this speaks for a link.
    pub(super) fn of(parts: LogOdds) -> Self {
        Self { chance: parts.chance(), text: parts.chance_by_text(), parts }
    }

    /// Returns how much speaks for the other as the hub of the one, by the side of other hubs.
    pub(crate) fn as_hub(&self) -> f32 {
        self.as_hub_by_text() + self.parts.links
    }

    /// Returns the same but for what other links say.
    pub(crate) fn as_hub_by_text(&self) -> f32 {
        let LogOdds { bias, meaning, words, names, .. } = self.parts;
        bias + meaning + HUB_WORDS * words + names
    }
}

fn logistic(log_odds: f32) -> f32 {
    1.0 / (1.0 + (-log_odds).exp())
}
