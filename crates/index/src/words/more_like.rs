//! Notes that share rare words with one: "more like this".

use std::collections::BTreeMap;

use tantivy::{Searcher, Term};

use super::dampings::Dampings;
use super::lists::{lists, passages};
use super::schema::Fields;
use super::scores::{Scores, documents, rarity};
use super::tokens::{Kind, Tokens};
use crate::filter::NoteSet;
use crate::ids::NoteId;

/// How many of a text's words are looked for, those that tell most of it.
const MOST_WORDS: usize = 100;

/// Distinct words beyond this, those that stand there least often, are not weighed at all.
const MAX_WEIGHED: usize = 2000;

/// How often a word counts that stands in a name, beside where it stands in the text.
const NAME: u32 = 2;

/// A word that stands in more than one of so many passages is too common to tell anything.
const ONE_IN: u64 = 5;

/// A text whose like is looked for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sample<'a> {
    /// Its titles and other names.
    pub names: &'a [String],
    /// Its passages.
    pub texts: &'a [&'a str],
}

/// Returns the notes that share rare words with a text, by id, each with what its words are of a note's that is full of
/// them, above 0 and at most 1.
pub(crate) fn more_like(
    (searcher, dampings): (&Searcher, &Dampings),
    sample: Sample<'_>,
    among: Option<&NoteSet>,
) -> tantivy::Result<Vec<(NoteId, f32)>> {
    let fields = Fields::new();
    let words = telling(searcher, &fields, sample)?;
    let scores = Scores::of_words((searcher, dampings), &fields, &words)?;
    let best = scores.best_possible_note;
    let notes = (0..).map(NoteId).zip(scores.notes);
    let alike = notes
        .filter(|(note, score)| *score > 0.0 && among.is_none_or(|set| set.contains(*note)))
        .map(|(note, score)| (note, (score / best).min(1.0)));
    Ok(alike.collect())
}

/// Returns the words that tell most of a text, each with how much it weighs.
fn telling(
    searcher: &Searcher,
    fields: &Fields,
    sample: Sample<'_>,
) -> tantivy::Result<Vec<(String, f32)>> {
    let of = u64::from(documents(searcher));
    let mut weighed = Vec::new();
    for (word, times) in counted(sample) {
        // Nearly all words stand in some text, and to look in every field takes five times as long.
        let count = match searcher.doc_freq(&Term::from_field_text(fields.body.field, &word))? {
            0 => passages(&lists(searcher, fields, &word)?, fields),
            count => count,
        };
        // A word that only this text has joins it with nothing.
        if count >= 2 && count * ONE_IN <= of.max(2 * ONE_IN) {
            let weight = 1.0 + (times as f32).ln();
            weighed.push((weight * rarity(count, of), word, weight));
        }
    }
    weighed.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    weighed.truncate(MOST_WORDS);
    Ok(weighed.into_iter().map(|(_, word, weight)| (word, weight)).collect())
}

/// Returns the most frequent words of a text with how often they stand in it, of equal ones the first.
fn counted(sample: Sample<'_>) -> Vec<(String, u32)> {
    let mut counts: BTreeMap<String, (u32, usize)> = BTreeMap::new();
    let mut tokens = Tokens::default();
    let names = sample.names.iter().map(|name| (name.as_str(), NAME));
    for (text, weight) in names.chain(sample.texts.iter().map(|text| (*text, 1))) {
        tokens.cut(text);
        for token in tokens.list() {
            if matches!(
                token.kind,
                Kind::Word | Kind::Marked | Kind::Part | Kind::Pair | Kind::Lone
            ) {
                let first = counts.len();
                let count = counts.entry(tokens.folded(token).to_owned()).or_insert((0, first));
                count.0 += weight;
            }
        }
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, (times, first))| (std::cmp::Reverse(*times), *first));
    counts.truncate(MAX_WEIGHED);
    counts.into_iter().map(|(word, (times, _))| (word, times)).collect()
}

#[cfg(test)]
mod tests {
    use super::{Sample, counted};

    #[test]
    fn words_of_names_count_more_and_the_most_frequent_come_first() {
        let names = ["Leek".to_owned()];
        let sample = Sample { names: &names, texts: &["soup of leek", "soup, soup"] };
        let counted = counted(sample);
        let count = |word: &str| counted.iter().find(|(known, _)| known == word).map(|(_, n)| *n);
        assert_eq!((count("leek"), count("soup"), count("of")), (Some(3), Some(3), Some(1)));
        assert_eq!(counted.last().map(|(word, _)| word.as_str()), Some("of"));
    }
}
