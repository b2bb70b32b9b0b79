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

/// Returns the words of the vault that may be forms of a folded word, without itself, each with its lists: plurals, then
/// the others, those of nearly its length first.
pub(super) fn kin(
    searcher: &Searcher,
    fields: &Fields,
    word: &str,
) -> tantivy::Result<Vec<(String, Vec<List>)>> {
    let word = Word::new(word);
    if word.letters < 3 || !word.text.chars().all(char::is_alphabetic) {
        return Ok(Vec::new());
    }
    let mut known = BTreeMap::new();
    for (place, segment) in searcher.segment_readers().iter().enumerate() {
        for stem in word.stems() {
            add_known((place, segment), fields, stem, &mut known)?;
        }
    }
    let plurals = word.plurals().into_iter().filter(|plural| plural != word.text);
    let mut forms = Vec::new();
    for plural in plurals {
        let found = match known.remove(&plural) {
            Some(found) => found,
            None => lists(searcher, fields, &plural)?,
        };
        forms.push((plural, found));
    }
    known.remove(word.text);
    let others = known.into_iter().map(|(text, lists)| (Word::new(&text).letters, text, lists));
    let mut others: Vec<_> = others.filter(|(_, text, _)| word.is_kin(&Word::new(text))).collect();
    others.sort_by(|a, b| {
        let distance = |letters: usize| letters.abs_diff(word.letters);
        distance(a.0).cmp(&distance(b.0)).then_with(|| a.1.cmp(&b.1))
    });
    forms.extend(others.into_iter().take(MAX_FORMS).map(|(_, text, lists)| (text, lists)));
    forms.retain(|(_, lists)| !lists.is_empty());
    Ok(forms)
}

/// Returns whether two folded words are forms of one.
pub(super) fn are_kin(a: &str, b: &str) -> bool {
    // Most words differ early, and what follows is dear.
    a.as_bytes().first_chunk::<3>() == b.as_bytes().first_chunk::<3>()
        && Word::new(a).is_kin(&Word::new(b))
}

/// Adds the words of a segment that begin with a stem.
fn add_known(
    (place, segment): (usize, &SegmentReader),
    fields: &Fields,
    stem: &str,
    known: &mut BTreeMap<String, Vec<List>>,
) -> tantivy::Result<()> {
    for field in fields.texts() {
        let index = segment.inverted_index(field.field)?;
        let mut terms = index.terms().range().ge(stem).into_stream()?;
        for _ in 0..MAX_SEEN {
            let Some((term, info)) = terms.next() else { break };
            if !term.starts_with(stem.as_bytes()) {
                break;
            }
            let word = str::from_utf8(term).ok().filter(|w| w.chars().all(char::is_alphabetic));
            if let Some(word) = word {
                let list = List { segment: place, field, info: info.clone() };
                known.entry(word.to_owned()).or_default().push(list);
            }
        }
    }
    Ok(())
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
