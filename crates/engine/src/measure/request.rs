//! What a measurement is asked for, and what it replies.

use notekin_note::NotePath;

use super::statistics::Interval;
use crate::Mode;
use crate::notice::Notice;

/// What two notes of a pair are to one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// A link joins them.
    Linked,
    /// Drawn from the whole vault; no link joins them.
    Random,
    /// Drawn from one folder; no link joins them.
    SameFolder,
}

/// A pair of notes of which it is known whether they are linked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownPair {
    /// The one: its path, or its name, title or alias.
    pub a: String,
    /// The other.
    pub b: String,
    /// What they are to one another.
    pub relation: Relation,
}

/// A note of which it is known under which hubs it belongs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownHubs {
    /// The note: its path, or its name, title or alias.
    pub note: String,
    /// Its hubs.
    pub hubs: Vec<String>,
}

/// A question of which it is known where the answer stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownQuery {
    /// What the question is called.
    pub id: String,
    /// The question.
    pub query: String,
    /// The notes that answer it, by path, name, title or alias; any counts as right.
    pub answers: Vec<String>,
}

/// Why something that is given can't be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// A pair of which the vault lacks a note.
    PairMissing,
    /// A pair of a note with itself.
    PairOfOne,
    /// A note that the vault lacks, or none of whose hubs it has.
    HubsMissing,
    /// A question that no note of the vault answers.
    Unanswerable,
}

/// What is given and can't be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Why.
    pub unfit: Unfit,
    /// The name that stands for it, for each line that is left out.
    pub names: Vec<String>,
}

/// A wish to measure a vault.
#[derive(Clone, Debug)]
pub struct MeasureRequest {
    /// The pairs to judge; when nothing, a sample of the vault's own links and of notes without one.
    pub pairs: Option<Vec<KnownPair>>,
    /// The notes to find hubs for; when nothing, a sample of those that link to a hub.
    pub hubs: Option<Vec<KnownHubs>>,
    /// The questions to ask.
    pub queries: Vec<KnownQuery>,
    /// The most pairs of each kind, and the most notes with a hub, that are drawn.
    pub sample: usize,
    /// Whether a part of the sample is read once more without the model's words around passages, to see what these are worth.
    pub prompts: bool,
    /// What the dice fall by.
    pub seed: u64,
    /// Whether what is found out of scores is kept, for related notes to go by.
    pub calibrate: bool,
}

impl Default for MeasureRequest {
    fn default() -> Self {
        Self {
            pairs: None,
            hubs: None,
            queries: Vec::new(),
            sample: 300,
            prompts: false,
            seed: 1,
            calibrate: true,
        }
    }
}

/// How well a vault's notes are found and related.
#[derive(Clone, Debug)]
pub struct Measurement {
    /// The model that read the notes by meaning, if one did.
    pub model: Option<String>,
    /// Notes of the vault.
    pub notes: usize,
    /// Their passages.
    pub passages: usize,
    /// What the dice fell by.
    pub seed: u64,
    /// How often samples were drawn again for the intervals.
    pub rounds: usize,
    /// How the vectors lie; nothing without meaning, and of few.
    pub vectors: Option<VectorSpread>,
    /// How well links are told from chance.
    pub links: LinkMeasure,
    /// How well they would be by meaning alone, if vectors were treated otherwise.
    pub variants: Vec<Variant>,
    /// How well hubs are found.
    pub hubs: HubMeasure,
    /// How well questions are answered, by each mode.
    pub search: Vec<SearchMeasure>,
    /// Questions that were left out, as no note of the vault answers them.
    pub unanswerable: usize,
    /// From which score notes are called related.
    pub threshold: Threshold,
    /// What the reader should know to judge the figures.
    pub notices: Vec<Notice>,
}

/// How vectors lie to one another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VectorSpread {
    /// Vectors looked at.
    pub vectors: usize,
    /// The length of their mean; 1 if all were the same.
    pub mean_length: f32,
    /// The same after the model's mean was taken off.
    pub centred_mean_length: f32,
    /// The mean cosine of two that were drawn by chance, as the model gives them.
    pub random_cosine: f32,
    /// The same after the model's mean was taken off.
    pub centred_random_cosine: f32,
}

/// How well links are told from chance.
#[derive(Clone, Debug, Default)]
pub struct LinkMeasure {
    /// Linked pairs in the vault of notes with enough text.
    pub linked_in_vault: usize,
    /// Whether the pairs were given, not drawn.
    pub given: bool,
    /// Pairs given that name a note the vault doesn't have, or one note twice.
    pub missing: usize,
    /// The pairs judged.
    pub pairs: Vec<JudgedPair>,
    /// How well each part alone, text alone, and all together tell them apart.
    pub parts: Vec<Variant>,
    /// How the scores of each kind of pairs lie.
    pub scores: Vec<ScoreSpread>,
}

/// How the scores of one kind of pairs lie.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreSpread {
    /// The kind.
    pub relation: Relation,
    /// The share of pairs in each bin of the score, from 0 to 1.
    pub histogram: Vec<f32>,
    /// For pairs without a link: which share of them score at least as high as which share of linked ones, from the top down.
    pub curve: Vec<(f32, f32)>,
}

/// A pair of notes, and what is thought of a link between them, with that link left out.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedPair {
    /// The one.
    pub a: NotePath,
    /// The other.
    pub b: NotePath,
    /// What they are to one another.
    pub relation: Relation,
    /// The related score.
    pub score: f32,
    /// The same by text alone, without what other links say.
    pub text_score: f32,
}

/// How well linked pairs are told from others in one way.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// What is varied.
    pub group: &'static str,
    /// How.
    pub name: String,
    /// Whether it is what the program does.
    pub is_default: bool,
    /// The chance that a linked pair scores above one drawn from the whole vault.
    pub random: Option<Interval>,
    /// The same against pairs of one folder.
    pub same_folder: Option<Interval>,
}

/// How well hubs are found.
#[derive(Clone, Debug, Default)]
pub struct HubMeasure {
    /// Hubs in the vault.
    pub hubs: usize,
    /// The notes looked at, each with the hub found.
    pub picks: Vec<HubPick>,
    /// Notes given that the vault doesn't have, or none of whose hubs it has.
    pub missing: usize,
    /// The share of notes for which the hub found is one of their own.
    pub accuracy: Option<Interval>,
    /// The same where the hub is found by text alone.
    pub text_accuracy: Option<Interval>,
}

/// The hub found for one note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HubPick {
    /// The note.
    pub note: NotePath,
    /// The hub, if there is any.
    pub hub: Option<NotePath>,
    /// Whether it is one of the note's own.
    pub right: bool,
    /// The note's own hubs.
    pub own: Vec<NotePath>,
}

/// How well questions are answered in one mode.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchMeasure {
    /// The mode.
    pub mode: Mode,
    /// The share of questions whose answer is the first note.
    pub hit_at_1: Interval,
    /// The share of questions with an answer among the first five notes.
    pub hit_at_5: Interval,
    /// The same for ten.
    pub hit_at_10: Interval,
    /// The mean reciprocal rank of the first answer among ten.
    pub mrr: Interval,
    /// The normalised discounted cumulative gain of ten.
    pub ndcg: Interval,
    /// For each question what it is called and the notes found, best first.
    pub found: Vec<(String, Vec<NotePath>)>,
    /// For each question the rank of the first answer, from 1, if it is among ten.
    pub ranks: Vec<Option<usize>>,
}

/// From which score notes are called related in a vault.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Threshold {
    /// The score.
    pub least: f32,
    /// Whether it comes from the vault's own links, not from the model's table.
    pub own: bool,
    /// The linked pairs it comes from.
    pub pairs: usize,
    /// Whether it was kept.
    pub kept: bool,
    /// The score that the user set, which comes before this one.
    pub set: Option<f32>,
}
