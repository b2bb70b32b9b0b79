//! Other forms of a word: `deploys` and `deployment` for `deploy`.
//!
//! Two words are kin when the beginnings of both are the same once a plural's ending is off: six letters, or the whole of
//! shorter ones, and at least half of the longer of the two. That knows nothing of any language, so that it serves all
//! that are written with letters, and brings words together that languages share.

use std::collections::BTreeSet;

use tantivy::{Searcher, SegmentReader};

use super::schema::Fields;

/// The letters by which longer words are compared.
const STEM: usize = 6;

/// More forms of one word than this are not looked for.
const MAX_FORMS: usize = 64;

/// Returns the words of the vault that are kin to a folded word, without itself.
pub(super) fn kin(
    searcher: &Searcher,
    fields: &Fields,
    word: &str,
) -> tantivy::Result<Vec<String>> {
    if !word.chars().all(char::is_alphabetic) || word.chars().count() < 3 {
        return Ok(Vec::new());
    }
    let mut forms: BTreeSet<String> = plurals(word).into_iter().collect();
    if let Some(stem) = long_stem(word) {
        for segment in searcher.segment_readers() {
            add_known(segment, fields, stem, &mut forms)?;
        }
    }
    forms.retain(|form| form != word && are_kin(form, word));
    Ok(forms.into_iter().take(MAX_FORMS).collect())
}

/// Returns whether two folded words are forms of one.
fn are_kin(a: &str, b: &str) -> bool {
    let (of_a, of_b) = (singulars(a), singulars(b));
    if of_a.iter().any(|one| of_b.contains(one)) {
        return true;
    }
    let letters = |word: &str| word.chars().count();
    let common = a.chars().zip(b.chars()).take_while(|(x, y)| x == y).count();
    let stems = |words: &[String]| {
        words.iter().filter_map(|word| long_stem(word).map(str::to_owned)).collect::<Vec<_>>()
    };
    stems(&of_a).iter().any(|stem| stems(&of_b).contains(stem))
        && 2 * common >= letters(a).max(letters(b))
}

/// Returns the beginning by which a word is compared, if it is long enough to have one.
fn long_stem(word: &str) -> Option<&str> {
    let (end, last) = word.char_indices().nth(STEM - 1)?;
    word.get(..end + last.len_utf8())
}

/// Adds the words of a segment that begin with a stem.
fn add_known(
    segment: &SegmentReader,
    fields: &Fields,
    stem: &str,
    forms: &mut BTreeSet<String>,
) -> tantivy::Result<()> {
    for field in [fields.body, fields.names, fields.heading] {
        let index = segment.inverted_index(field.field)?;
        let mut terms = index.terms().range().ge(stem).into_stream()?;
        while let Some((term, _)) =
            terms.next().filter(|(term, _)| term.starts_with(stem.as_bytes()))
        {
            let word = str::from_utf8(term).ok().filter(|w| w.chars().all(char::is_alphabetic));
            forms.extend(word.map(str::to_owned));
        }
    }
    Ok(())
}

/// Returns what a word may be the plural of, or itself: it loses `s`, `es` or `ies`, as most plurals do of English,
/// Spanish, French and Portuguese.
///
/// The rules are those of Harman's S stemmer ("How effective is suffixing?", 1991), but for words like `indexes` and
/// `caches`, of which either ending may be one.
fn singulars(word: &str) -> Vec<String> {
    let ends = |endings: &[&str]| endings.iter().any(|ending| word.ends_with(ending));
    let without = |letters: usize| word.get(..word.len() - letters).unwrap_or(word).to_owned();
    if word.chars().count() <= 3 || !word.ends_with('s') || ends(&["us", "ss"]) {
        vec![word.to_owned()]
    } else if ends(&["ies"]) && !ends(&["eies", "aies"]) {
        vec![format!("{}y", without(3))]
    } else if ends(&["xes", "zes", "ches", "shes", "sses"]) {
        vec![without(1), without(2)]
    } else {
        vec![without(1)]
    }
}

/// Returns words that may have a singular in common with a word.
fn plurals(word: &str) -> Vec<String> {
    let mut forms = Vec::new();
    for one in singulars(word) {
        forms.extend(one.strip_suffix('y').map(|stem| format!("{stem}ies")));
        forms.extend([format!("{one}s"), format!("{one}es"), one]);
    }
    forms
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
        assert!(plurals("cities").contains(&"city".to_owned()));
        assert!(plurals("cat").contains(&"cats".to_owned()));
        assert!(plurals("cats").contains(&"cat".to_owned()));
    }
}
