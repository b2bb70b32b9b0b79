//! Other forms of a word: `deploys` and `deployment` for `deploy`.
//!
//! Two words are kin when one may be the plural of the other, or when both begin with the same six letters and have at least
//! half of the longer one in common. Apart from the plurals that knows nothing of any language, so that it serves all that
//! are written with letters, and brings words together that languages share.

use std::collections::{BTreeMap, BTreeSet};

use tantivy::{Searcher, SegmentReader};

use super::lists::{List, lists};
use super::schema::Fields;

/// The letters by which longer words are compared.
const STEM: usize = 6;

/// More forms of one word than this, beside its plurals, are not looked for.
const MAX_FORMS: usize = 32;

/// More words of one field that begin alike are not looked at.
const MAX_SEEN: usize = 256;

/// A folded word, ready to be compared with others.
struct Word<'a> {
    text: &'a str,
    letters: usize,
    /// Itself, or what it may be the plural of.
    singulars: Vec<String>,
}

/// A word and its other forms in the vault, each with its lists.
pub(super) struct Kin {
    pub(super) own: Vec<List>,
    /// Plurals, then the others, those of nearly its length first.
    pub(super) others: Vec<(String, Vec<List>)>,
}

/// Returns a folded word with the words of the vault that may be forms of it.
pub(super) fn kin(searcher: &Searcher, fields: &Fields, word: &str) -> tantivy::Result<Kin> {
    let word = Word::new(word);
    if word.letters < 3 || !word.text.chars().all(char::is_alphabetic) {
        return Ok(Kin { own: lists(searcher, fields, word.text)?, others: Vec::new() });
    }
    let mut known = Known::default();
    for (place, segment) in searcher.segment_readers().iter().enumerate() {
        for stem in word.stems() {
            known.add((place, segment), fields, stem)?;
        }
    }
    let mut lists_of = |form: &str| match known.words.remove(form) {
        Some(found) => Ok(found),
        None if known.is_whole && stem(form).is_some_and(|stem| word.stems().contains(stem)) => {
            Ok(Vec::new())
        }
        None => lists(searcher, fields, form),
    };
    let own = lists_of(word.text)?;
    let mut others = Vec::new();
    for plural in word.plurals().into_iter().filter(|plural| plural != word.text) {
        let lists = lists_of(&plural)?;
        others.push((plural, lists));
    }
    others.retain(|(_, lists)| !lists.is_empty());
    others.extend(known.like(&word));
    Ok(Kin { own, others })
}

/// The words that begin like one.
struct Known {
    words: BTreeMap<String, Vec<List>>,
    /// Whether none was left out for want of time.
    is_whole: bool,
}

impl Default for Known {
    fn default() -> Self {
        Self { words: BTreeMap::new(), is_whole: true }
    }
}

impl Known {
    /// Adds the words of a segment that begin with a stem.
    fn add(
        &mut self,
        (place, segment): (usize, &SegmentReader),
        fields: &Fields,
        stem: &str,
    ) -> tantivy::Result<()> {
        for field in fields.texts() {
            let index = segment.inverted_index(field.field)?;
            let mut terms = index.terms().range().ge(stem).into_stream()?;
            let mut seen = 0;
            while let Some((term, info)) = terms.next() {
                if !term.starts_with(stem.as_bytes()) {
                    break;
                }
                seen += 1;
                if seen > MAX_SEEN {
                    self.is_whole = false;
                    break;
                }
                let word = str::from_utf8(term).ok().filter(|w| w.chars().all(char::is_alphabetic));
                if let Some(word) = word {
                    let list = List { segment: place, field, info: info.clone() };
                    self.words.entry(word.to_owned()).or_default().push(list);
                }
            }
        }
        Ok(())
    }

    /// Returns those that are forms of a word, those of nearly its length first.
    fn like(self, word: &Word<'_>) -> impl Iterator<Item = (String, Vec<List>)> {
        let words =
            self.words.into_iter().map(|(text, lists)| (Word::new(&text).letters, text, lists));
        let mut kin: Vec<_> = words.filter(|(_, text, _)| word.is_kin(&Word::new(text))).collect();
        kin.sort_by(|a, b| {
            let distance = |letters: usize| letters.abs_diff(word.letters);
            distance(a.0).cmp(&distance(b.0)).then_with(|| a.1.cmp(&b.1))
        });
        kin.into_iter().take(MAX_FORMS).map(|(_, text, lists)| (text, lists))
    }
}

/// Returns whether two folded words are forms of one.
pub(super) fn are_kin(a: &str, b: &str) -> bool {
    // Most words differ early, and what follows is dear.
    a.as_bytes().first_chunk::<3>() == b.as_bytes().first_chunk::<3>()
        && Word::new(a).is_kin(&Word::new(b))
}

impl<'a> Word<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, letters: text.chars().count(), singulars: singulars(text) }
    }

    /// Returns the beginnings by which it is compared, if it is long enough to have any.
    fn stems(&self) -> BTreeSet<&str> {
        self.singulars.iter().map(String::as_str).chain([self.text]).filter_map(stem).collect()
    }

    /// Returns words that may have a singular in common with it.
    fn plurals(&self) -> BTreeSet<String> {
        let mut forms = BTreeSet::new();
        for one in &self.singulars {
            forms.extend(one.strip_suffix('y').map(|stem| format!("{stem}ies")));
            forms.extend([format!("{one}s"), format!("{one}es"), one.clone()]);
        }
        forms
    }

    /// Returns whether both are forms of one word.
    fn is_kin(&self, other: &Word<'_>) -> bool {
        if self.singulars.iter().any(|one| other.singulars.contains(one)) {
            return true;
        }
        let letters = self.text.chars().zip(other.text.chars());
        let common = letters.take_while(|(a, b)| a == b).count();
        2 * common >= self.letters.max(other.letters) && !self.stems().is_disjoint(&other.stems())
    }
}

/// Returns the first letters of a word, if it has so many.
fn stem(word: &str) -> Option<&str> {
    let (end, last) = word.char_indices().nth(STEM - 1)?;
    word.get(..end + last.len_utf8())
}

/// Returns what a word may be the plural of, or itself: it loses `s`, `es` or `ies`, as English plurals do, and many French
/// ones.
///
/// The rules go back to Harman's S stemmer ("How effective is suffixing?", 1991); where an ending may be either of two
/// (`indexes` and `caches`, `heroes` and `shoes`, `cities` and `movies`), both are returned.
fn singulars(word: &str) -> Vec<String> {
    let ends = |endings: &[&str]| endings.iter().any(|ending| word.ends_with(ending));
    let without = |letters: usize| word.get(..word.len() - letters).unwrap_or(word).to_owned();
    let mut singulars = if word.chars().count() <= 3 || !word.ends_with('s') || ends(&["us", "ss"])
    {
        vec![word.to_owned()]
    } else if ends(&["ies"]) {
        vec![format!("{}y", without(3)), without(1)]
    } else if ends(&["xes", "zes", "ches", "shes", "sses", "oes", "uses"]) {
        vec![without(1), without(2)]
    } else {
        vec![without(1)]
    };
    singulars.retain(|one| one.chars().count() >= 3);
    singulars
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_one_word_are_kin() {
        for (a, b) in [
            ("deploy", "deploys"),
            ("deploy", "deployment"),
            ("category", "categories"),
            ("cat", "cats"),
            ("city", "cities"),
            ("index", "indexes"),
            ("cache", "caches"),
            ("class", "classes"),
            ("recipe", "recipes"),
            ("configuration", "configured"),
            ("organise", "organisation"),
            ("установка", "установить"),
            ("konfiguration", "konfigurieren"),
            ("movie", "movies"),
            ("cookie", "cookies"),
            ("hero", "heroes"),
            ("bus", "buses"),
            ("virus", "viruses"),
            ("entity", "entities"),
        ] {
            assert!(are_kin(a, b) && are_kin(b, a), "{a} {b}");
        }
    }

    #[test]
    fn other_words_are_not() {
        for (a, b) in [
            ("internet", "international"),
            ("cat", "catalogue"),
            ("class", "clas"),
            ("bus", "bu"),
            ("virus", "viru"),
            ("test", "testament"),
            ("deploy", "employ"),
        ] {
            assert!(!are_kin(a, b) && !are_kin(b, a), "{a} {b}");
        }
    }

    #[test]
    fn a_plural_is_asked_for_by_its_singular_and_back() {
        for (one, many) in [("city", "cities"), ("cat", "cats"), ("bus", "buses"), ("tie", "ties")]
        {
            assert!(Word::new(one).plurals().contains(many), "{one}");
            assert!(Word::new(many).plurals().contains(one), "{many}");
        }
        assert!(!Word::new("uses").plurals().contains("us"));
    }
}
