//! Measurements as JSON, the files of known answers they read, and the files a scoring program reads.

use std::collections::BTreeMap;

use notekin_engine as engine;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::notice::Notice;
use crate::number::rounded;

/// What a pair of one folder is called.
const SAME_FOLDER: &str = "same_folder";

/// A line of a file of pairs.
#[derive(Clone, Debug, Deserialize)]
pub struct PairLine {
    /// The path of the one note.
    pub a: String,
    /// The path of the other.
    pub b: String,
    /// Whether a link joins them: `true` or 1, `false` or 0.
    #[serde(deserialize_with = "yes_or_no")]
    pub linked: bool,
    /// How an unlinked pair was drawn: `same_folder`, else from the whole vault.
    #[serde(default)]
    pub neg: Option<String>,
}

impl From<PairLine> for engine::KnownPair {
    fn from(line: PairLine) -> Self {
        let relation = match (line.linked, line.neg.as_deref()) {
            (true, _) => engine::Relation::Linked,
            (false, Some(SAME_FOLDER)) => engine::Relation::SameFolder,
            (false, _) => engine::Relation::Random,
        };
        Self { a: line.a, b: line.b, relation }
    }
}

fn yes_or_no<'de, D: serde::Deserializer<'de>>(from: D) -> Result<bool, D::Error> {
    match serde_json::Value::deserialize(from)? {
        serde_json::Value::Bool(is) => Ok(is),
        serde_json::Value::Number(number) if number.as_u64() == Some(1) => Ok(true),
        serde_json::Value::Number(number) if number.as_u64() == Some(0) => Ok(false),
        other => Err(serde::de::Error::custom(format!("`linked` must be 1 or 0, not {other}"))),
    }
}

fn some_words<'de, D: serde::Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    let words = String::deserialize(from)?;
    if words.trim().is_empty() {
        return Err(serde::de::Error::custom("`query` is empty"));
    }
    Ok(words)
}

/// A line of a file of hubs; one without a note says something of all of them and is left out.
#[derive(Clone, Debug, Deserialize)]
pub struct HubLine {
    /// The path of a note.
    #[serde(default)]
    pub note: Option<String>,
    /// The paths of the hubs it belongs under.
    #[serde(default)]
    pub hubs: Vec<String>,
}

impl HubLine {
    /// Returns the note with its hubs, if the line names one.
    pub fn known(self) -> Option<engine::KnownHubs> {
        Some(engine::KnownHubs { note: self.note?, hubs: self.hubs })
    }
}

/// A line of a file of questions whose answers are known.
#[derive(Clone, Debug, Deserialize)]
pub struct KnownQueryLine {
    /// What the question is called; its own words when left out.
    #[serde(default)]
    pub id: Option<serde_json::Value>,
    /// The question.
    #[serde(deserialize_with = "some_words")]
    pub query: String,
    /// The notes that answer it, by path, name, title or alias.
    pub answers: Vec<String>,
    /// The vault it is about, by name; any when left out.
    #[serde(default)]
    pub vault: Option<String>,
}

impl From<KnownQueryLine> for engine::KnownQuery {
    fn from(line: KnownQueryLine) -> Self {
        let id = match line.id {
            Some(serde_json::Value::String(id)) => id,
            Some(id) => id.to_string(),
            None => line.query.clone(),
        };
        Self { id, query: line.query, answers: line.answers }
    }
}

/// How well a vault's notes are found and related.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Measurement {
    /// The model that read the notes by meaning.
    pub model: Option<String>,
    /// Notes of the vault.
    pub notes: usize,
    /// Their passages.
    pub passages: usize,
    /// What the dice fell by.
    pub seed: u64,
    /// How often samples were drawn again for the intervals, which hold 95 percent.
    pub rounds: usize,
    /// How vectors lie to one another.
    pub vectors: Option<VectorSpread>,
    /// How well linked pairs are told from others.
    pub links: LinkMeasure,
    /// How well meaning alone would tell them with vectors treated otherwise.
    pub variants: Vec<Variant>,
    /// How well hubs are found.
    pub hubs: HubMeasure,
    /// How well questions are answered, by each mode.
    pub search: Vec<SearchMeasure>,
    /// Questions left out, as no note of the vault answers them.
    pub unanswerable: usize,
    /// From which score notes are called related.
    pub threshold: Threshold,
    /// What limits the figures; left out when nothing does.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<Notice>,
}

/// How vectors lie to one another.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct VectorSpread {
    /// Vectors looked at.
    pub vectors: usize,
    /// The length of their mean.
    pub mean_length: f64,
    /// The same after the model's mean was taken off.
    pub centred_mean_length: f64,
    /// The mean cosine of two drawn by chance.
    pub random_cosine: f64,
    /// The same after the model's mean was taken off.
    pub centred_random_cosine: f64,
}

/// How well linked pairs are told from others.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LinkMeasure {
    /// Linked pairs in the vault of notes with enough text.
    pub linked_in_vault: usize,
    /// Whether the pairs were given, not drawn.
    pub given: bool,
    /// Pairs given that name a note the vault doesn't have.
    pub missing: usize,
    /// Pairs judged, by what they are to one another: `linked`, `random`, `same_folder`.
    pub pairs: BTreeMap<&'static str, usize>,
    /// How well each part alone, text alone, and all together tell them apart.
    pub parts: Vec<Variant>,
}

/// How well linked pairs are told from others in one way.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Variant {
    /// What is varied.
    pub group: &'static str,
    /// How.
    pub name: String,
    /// Whether it is what the program does.
    pub is_default: bool,
    /// The chance that a linked pair scores above one drawn from the whole vault.
    pub auc_random: Option<Interval>,
    /// The same against pairs of one folder.
    pub auc_same_folder: Option<Interval>,
}

/// A figure with the range in which it lies with 95 percent of samples like this one.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Interval {
    /// The figure.
    pub value: f64,
    /// The lower end; nothing, as the upper, where it can't be told how sure the figure is.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

/// How well hubs are found.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct HubMeasure {
    /// Hubs in the vault.
    pub hubs: usize,
    /// Notes looked at.
    pub notes: usize,
    /// Notes given that the vault doesn't have, or none of whose hubs it has.
    pub missing: usize,
    /// The share of them for which the hub found is one of their own.
    pub accuracy: Option<Interval>,
    /// The same where the hub is found by text alone.
    pub text_accuracy: Option<Interval>,
}

/// How well questions are answered in one mode.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SearchMeasure {
    /// The mode.
    pub mode: &'static str,
    /// Questions asked.
    pub questions: usize,
    /// The share whose answer is the first note.
    pub hit_at_1: Interval,
    /// The share with an answer among the first five.
    pub hit_at_5: Interval,
    /// The same for ten.
    pub hit_at_10: Interval,
    /// The mean reciprocal rank of the first answer among ten.
    pub mrr: Interval,
    /// The normalised discounted cumulative gain of ten.
    pub ndcg: Interval,
}

/// From which score notes are called related.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Threshold {
    /// The score.
    pub least: f64,
    /// Whether it comes from the vault's own links.
    pub own: bool,
    /// The linked pairs it comes from.
    pub pairs: usize,
    /// Whether it was kept.
    pub kept: bool,
    /// The score that the user set, which comes before this one; left out when none is set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set: Option<f64>,
}

impl From<&engine::Measurement> for Measurement {
    fn from(measured: &engine::Measurement) -> Self {
        let variants = |variants: &[engine::Variant]| variants.iter().map(Variant::from).collect();
        let mut pairs = BTreeMap::new();
        for pair in &measured.links.pairs {
            *pairs.entry(relation(pair.relation)).or_insert(0) += 1;
        }
        Self {
            model: measured.model.clone(),
            notes: measured.notes,
            passages: measured.passages,
            seed: measured.seed,
            rounds: measured.rounds,
            vectors: measured.vectors.as_ref().map(VectorSpread::from),
            links: LinkMeasure {
                linked_in_vault: measured.links.linked_in_vault,
                given: measured.links.given,
                missing: measured.links.missing,
                pairs,
                parts: variants(&measured.links.parts),
            },
            variants: variants(&measured.variants),
            hubs: HubMeasure {
                hubs: measured.hubs.hubs,
                notes: measured.hubs.picks.len(),
                missing: measured.hubs.missing,
                accuracy: measured.hubs.accuracy.map(Interval::from),
                text_accuracy: measured.hubs.text_accuracy.map(Interval::from),
            },
            search: measured.search.iter().map(SearchMeasure::from).collect(),
            unanswerable: measured.unanswerable,
            threshold: Threshold {
                least: rounded(measured.threshold.least),
                own: measured.threshold.own,
                pairs: measured.threshold.pairs,
                kept: measured.threshold.kept,
                set: measured.threshold.set.map(rounded),
            },
            notices: measured.notices.iter().map(Notice::from).collect(),
        }
    }
}

fn relation(relation: engine::Relation) -> &'static str {
    match relation {
        engine::Relation::Linked => "linked",
        engine::Relation::Random => "random",
        engine::Relation::SameFolder => SAME_FOLDER,
    }
}

impl<'a> ScoredPairLine<'a> {
    /// Returns the line of a pair with one of its scores.
    pub fn new(vault: &'a str, pair: &'a engine::JudgedPair, score: f32) -> Self {
        let linked = pair.relation == engine::Relation::Linked;
        let neg = (!linked).then(|| relation(pair.relation));
        let (a, b) = (pair.a.as_str(), pair.b.as_str());
        Self { vault, a, b, score, linked: u8::from(linked), neg }
    }
}

impl From<&engine::VectorSpread> for VectorSpread {
    fn from(spread: &engine::VectorSpread) -> Self {
        Self {
            vectors: spread.vectors,
            mean_length: rounded(spread.mean_length),
            centred_mean_length: rounded(spread.centred_mean_length),
            random_cosine: rounded(spread.random_cosine),
            centred_random_cosine: rounded(spread.centred_random_cosine),
        }
    }
}

impl From<&engine::Variant> for Variant {
    fn from(variant: &engine::Variant) -> Self {
        Self {
            group: variant.group,
            name: variant.name.clone(),
            is_default: variant.is_default,
            auc_random: variant.random.map(Interval::from),
            auc_same_folder: variant.same_folder.map(Interval::from),
        }
    }
}

impl From<engine::Interval> for Interval {
    fn from(interval: engine::Interval) -> Self {
        Self {
            value: rounded(interval.value),
            low: interval.range.map(|(low, _)| rounded(low)),
            high: interval.range.map(|(_, high)| rounded(high)),
        }
    }
}

impl From<&engine::SearchMeasure> for SearchMeasure {
    fn from(measure: &engine::SearchMeasure) -> Self {
        Self {
            mode: measure.mode.name(),
            questions: measure.ranks.len(),
            hit_at_1: measure.hit_at_1.into(),
            hit_at_5: measure.hit_at_5.into(),
            hit_at_10: measure.hit_at_10.into(),
            mrr: measure.mrr.into(),
            ndcg: measure.ndcg.into(),
        }
    }
}

/// A line for a program that scores searches.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FoundLine<'a> {
    /// The vault's name.
    pub vault: &'a str,
    /// What the question is called.
    pub id: &'a str,
    /// The notes found, best first.
    pub results: Vec<&'a str>,
}

/// A line for a program that scores pairs.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ScoredPairLine<'a> {
    /// The vault's name.
    pub vault: &'a str,
    /// The one note.
    pub a: &'a str,
    /// The other.
    pub b: &'a str,
    /// The score, with all its digits.
    pub score: f32,
    /// 1 when a link joins them, 0 when not.
    pub linked: u8,
    /// How an unlinked pair was drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub neg: Option<&'static str>,
}

/// A line for a program that scores hubs.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct HubPickLine<'a> {
    /// The vault's name.
    pub vault: &'a str,
    /// The note.
    pub note: &'a str,
    /// The hub found for it.
    pub hub: &'a str,
}

/// A line for a program that scores near-copies.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CopiedPairLine<'a> {
    /// The vault's name.
    pub vault: &'a str,
    /// The one note.
    pub a: &'a str,
    /// The other.
    pub b: &'a str,
}
