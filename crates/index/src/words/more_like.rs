//! Notes that share rare words with one: "more like this".

use std::collections::HashMap;

use tantivy::Searcher;

use super::corpus::Corpus;
use super::lists::{List, lists_in, passages};
use super::note_tally::NoteTally;
use super::schema::Fields;
use super::scores::{documents, rarity};
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
    corpus: Corpus<'_>,
    sample: Sample<'_>,
    among: Option<&NoteSet>,
) -> tantivy::Result<Vec<(NoteId, f32)>> {
    let fields = Fields::new();
    let mut scores = vec![0.0; corpus.dampings.note_bound()];
    let (mut tally, mut best) = (NoteTally::new(corpus.dampings), 0.0);
    for word in telling(corpus.searcher, &fields, sample)? {
        tally.add_lists(corpus, &fields, &word.lists)?;
        best += tally.settle(corpus.dampings, word.weight, &mut scores);
    }
    let mut alike = Vec::with_capacity(scores.iter().filter(|score| **score > 0.0).count());
    let notes = (0..).map(NoteId).zip(scores);
    alike.extend(
        notes
            .filter(|(note, score)| *score > 0.0 && among.is_none_or(|set| set.contains(*note)))
            .map(|(note, score)| (note, (score / best).min(1.0))),
    );
    Ok(alike)
}

/// A word that tells much of a text.
struct Telling {
    word: String,
    /// How much it counts beside the others.
    weight: f32,
    /// The same times how rare it is.
    tells: f32,
    lists: Vec<List>,
}

/// Returns the words that tell most of a text.
fn telling(
    searcher: &Searcher,
    fields: &Fields,
    sample: Sample<'_>,
) -> tantivy::Result<Vec<Telling>> {
    let of = u64::from(documents(searcher));
    let elsewhere = [fields.names, fields.heading, fields.tags, fields.aside];
    let mut words = Vec::new();
    for (word, times) in counted(sample) {
        // Nearly all words stand in some text, and to look in every field takes five times as long: for those that tell
        // little it isn't done.
        let mut lists = lists_in(searcher, &[fields.body], &word)?;
        if lists.is_empty() {
            lists = lists_in(searcher, &elsewhere, &word)?;
        }
        let count = passages(&lists, fields);
        // A word that only this text has joins it with nothing.
        if count >= 2 && count * ONE_IN <= of.max(2 * ONE_IN) {
            let weight = 1.0 + (times as f32).ln();
            words.push(Telling { word, weight, tells: weight * rarity(count, of), lists });
        }
    }
    words.sort_unstable_by(|a, b| b.tells.total_cmp(&a.tells).then_with(|| a.word.cmp(&b.word)));
    words.truncate(MOST_WORDS);
    for Telling { word, lists, .. } in &mut words {
        if lists.iter().any(|list| list.field.field == fields.body.field) {
            lists.extend(lists_in(searcher, &elsewhere, word)?);
        }
    }
    Ok(words)
}

/// Returns the most frequent words of a text with how often they stand in it, of equal ones the first.
fn counted(sample: Sample<'_>) -> Vec<(String, u32)> {
    let mut counts: HashMap<String, (u32, usize)> = HashMap::new();
    let mut tokens = Tokens::default();
    let names = sample.names.iter().map(|name| (name.as_str(), NAME));
    for (text, weight) in names.chain(sample.texts.iter().map(|text| (*text, 1))) {
        tokens.cut(text);
        for token in tokens.list() {
            if matches!(
                token.kind,
                Kind::Word | Kind::Marked | Kind::Part | Kind::Pair | Kind::Lone
            ) {
                let (word, first) = (tokens.folded(token), counts.len());
                if let Some((times, _)) = counts.get_mut(word) {
                    *times += weight;
                } else {
                    counts.insert(word.to_owned(), (weight, first));
                }
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
