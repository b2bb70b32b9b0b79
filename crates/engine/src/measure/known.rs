//! What is known of a vault beforehand (pairs, hubs, answers), with the notes it names.
//!
//! All of it is looked up before any work, in the usual index: a slip in a file should cost no minutes. A line that can't
//! be used is left out and told, as a file may be about more notes than the vault has.

use std::collections::BTreeSet;

use notekin_index::Reader;
use notekin_note::NotePath;

use super::request::{KnownHubs, KnownPair, KnownQuery, LeftOut, MeasureRequest, Relation, Unfit};
use crate::{Audience, Error, names};

/// What is given, as far as it is about notes of this vault.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// Pairs of different notes; nothing when they are to be drawn.
    pub(super) pairs: Option<Vec<(NotePath, NotePath, Relation)>>,
    /// Notes with the hubs they belong under; nothing when they are to be drawn.
    pub(super) hubs: Option<Vec<(NotePath, BTreeSet<NotePath>)>>,
    /// Questions that a note of the vault answers.
    pub(super) questions: Vec<Question>,
    /// What isn't, by the first name of each that no note has.
    pub(super) left_out: Vec<LeftOut>,
}

/// A question with the notes of this vault that answer it.
#[derive(Debug)]
pub(super) struct Question {
    /// What it is called.
    pub(super) id: String,
    /// Its words.
    pub(super) query: String,
    /// The notes; any counts as right.
    pub(super) answers: BTreeSet<NotePath>,
}

impl Known {
    /// Finds the notes that are named. Fails when a file holds nothing about this vault, or a name stands for several notes.
    pub(super) fn new(reader: &Reader, request: &MeasureRequest) -> Result<Self, Error> {
        let mut known = Self::default();
        if let Some(pairs) = &request.pairs {
            known.pairs = Some(known.pairs_of(reader, pairs)?);
        }
        if let Some(hubs) = &request.hubs {
            known.hubs = Some(known.hubs_of(reader, hubs)?);
        }
        if !request.queries.is_empty() {
            known.questions = known.questions_of(reader, &request.queries)?;
        }
        Ok(known)
    }

    /// Returns how many of one kind are left out.
    pub(super) fn count(&self, unfit: &[Unfit]) -> usize {
        let left_out = self.left_out.iter().filter(|left_out| unfit.contains(&left_out.unfit));
        left_out.map(|left_out| left_out.names.len()).sum()
    }

    fn pairs_of(
        &mut self,
        reader: &Reader,
        given: &[KnownPair],
    ) -> Result<Vec<(NotePath, NotePath, Relation)>, Error> {
        let (mut pairs, mut missing, mut same) = (Vec::new(), Vec::new(), Vec::new());
        for pair in given {
            match (note(reader, &pair.a)?, note(reader, &pair.b)?) {
                (None, _) => missing.push(pair.a.clone()),
                (_, None) => missing.push(pair.b.clone()),
                (Some(a), Some(b)) if a == b => same.push(pair.a.clone()),
                (Some(a), Some(b)) => pairs.push((a, b, pair.relation)),
            }
        }
        let nothing = "no pair names two notes of this vault";
        refuse_if_none(&pairs, nothing, missing.first().or(same.first()))?;
        self.leave_out(Unfit::PairMissing, missing);
        self.leave_out(Unfit::PairOfOne, same);
        Ok(pairs)
    }

    fn hubs_of(
        &mut self,
        reader: &Reader,
        given: &[KnownHubs],
    ) -> Result<Vec<(NotePath, BTreeSet<NotePath>)>, Error> {
        let (mut below, mut missing) = (Vec::new(), Vec::new());
        for known in given {
            let hubs = notes(reader, &known.hubs)?;
            match note(reader, &known.note)? {
                None => missing.push(known.note.clone()),
                Some(note) if hubs.is_empty() => {
                    missing.push(known.hubs.first().map_or(note.to_string(), Clone::clone));
                }
                Some(note) => below.push((note, hubs)),
            }
        }
        refuse_if_none(&below, "no line names a note of this vault and its hubs", missing.first())?;
        self.leave_out(Unfit::HubsMissing, missing);
        Ok(below)
    }

    fn questions_of(
        &mut self,
        reader: &Reader,
        given: &[KnownQuery],
    ) -> Result<Vec<Question>, Error> {
        let (mut questions, mut missing) = (Vec::new(), Vec::new());
        for KnownQuery { id, query, answers } in given {
            let found = notes(reader, answers)?;
            if found.is_empty() {
                missing.push(answers.first().unwrap_or(query).clone());
            } else {
                let (id, query) = (id.clone(), query.clone());
                questions.push(Question { id, query, answers: found });
            }
        }
        let nothing = "no question's `answers` name a note of this vault";
        refuse_if_none(&questions, nothing, missing.first())?;
        self.leave_out(Unfit::Unanswerable, missing);
        Ok(questions)
    }

    fn leave_out(&mut self, unfit: Unfit, names: Vec<String>) {
        if !names.is_empty() {
            self.left_out.push(LeftOut { unfit, names });
        }
    }
}

/// Fails with what is missing, and with a name as an example, when nothing of what is given can be used.
fn refuse_if_none<T>(fit: &[T], nothing: &str, example: Option<&String>) -> Result<(), Error> {
    if !fit.is_empty() {
        return Ok(());
    }
    let such = example.map(|name| format!(", like `{name}`")).unwrap_or_default();
    Err(Error::Invalid(format!("{nothing}{such}")))
}

/// Returns those of some names' notes that the vault has.
fn notes(reader: &Reader, names: &[String]) -> Result<BTreeSet<NotePath>, Error> {
    names.iter().filter_map(|name| note(reader, name).transpose()).collect()
}

/// Returns the note that is called so; nothing where there is none.
fn note(reader: &Reader, name: &str) -> Result<Option<NotePath>, Error> {
    match names::find(reader, name, Audience::Owner) {
        Ok(note) => Ok(Some(note.path)),
        Err(Error::NoSuchNote { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}
