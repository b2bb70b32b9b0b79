//! Sentence ends: whether a full stop ends what stands before it.

use crate::words::fold;

/// Words with a full stop that a sentence hardly ever ends with, though a capital may follow. Folded, without the stops
/// inside: `e.g.` is `eg`. Those that often end one, such as `etc.`, `usw.` and `Ltd.`, are none of them: they go on
/// only before a small letter, as everything does.
const ABBREVIATIONS: &str = "mr mrs ms dr prof st sr sra srta jr mme mlle mgr sig sigra dott ing dhr mevr hr fr frl gen col lt sgt capt rev \
hon gov sen vs cf eg ie viz approx bzw ca evtl ggf vgl inkl exkl zzgl sog zb dh ua oa dwz bijv resp pex pej ej \
ул им см рис стр тов проф акад te";

/// Words of which the same holds where a number follows.
const BEFORE_NUMBERS: &str =
    "no nos nr num n art vol fig abb tab ch chap sec kap bd min max pag p pp max etwa";

/// Abbreviations of two words: the second alone is a word.
const PAIRS: [&str; 6] = ["ad es", "per es", "p ex", "par ex", "por ej", "p ej"];

/// German words behind which a number with a full stop is an ordinal.
const BEFORE_ORDINALS: &str =
    "am im vom zum zur beim der die das dem den des ab bis seit und jeder jede jedes";

/// What ordinals count in languages that write them with a full stop.
const COUNTED: &str =
    "jahrhundert jahrhunderts auflage kapitel stock klasse mal tag woche platz semester weltkrieg";

/// Returns whether what ends with a full stop in `before` goes on in `after`.
///
/// Four rules: a word in small letters goes on; so does what follows an initial (`J. R. Tolkien`, `z. B.`), an
/// abbreviation, or an ordinal (`am 4. Juni`). Where it is open, two sentences are rather taken for one: that is
/// checked as a whole, while a half can't be.
pub(crate) fn goes_on(before: &str, after: &str) -> bool {
    let Some(stem) = before.trim_end().strip_suffix('.') else { return false };
    let next = after.trim_start().trim_start_matches(|c: char| "\"'“‘«„([*_".contains(c));
    let next = &next[..next.find(|c: char| !c.is_alphanumeric()).unwrap_or(next.len())];
    let mut words = stem.rsplit(char::is_whitespace);
    let word = words.next().unwrap_or_default().trim_start_matches(|c: char| !c.is_alphanumeric());
    let earlier = words.next().map(fold).unwrap_or_default();
    if next.is_empty() {
        return false;
    }
    is_small(next)
        || is_initial(word)
        || is_abbreviation(&earlier, &fold(word).replace('.', ""), next)
        || is_ordinal(&earlier, word, next)
}

/// Returns whether a word has small letters alone: `iPhone` may begin a sentence.
fn is_small(word: &str) -> bool {
    word.starts_with(char::is_lowercase) && !word.contains(char::is_uppercase)
}

fn is_initial(word: &str) -> bool {
    let mut letters = word.chars();
    // A Chinese character is a word.
    let is_letter = |c: char| c.is_uppercase() || c.is_lowercase();
    letters.next().is_some_and(is_letter) && letters.next().is_none()
}

fn is_abbreviation(earlier: &str, word: &str, next: &str) -> bool {
    let has = |list: &str| list.split(' ').any(|known| known == word);
    let pair = format!("{} {word}", earlier.trim_matches(|c: char| !c.is_alphanumeric()));
    has(ABBREVIATIONS)
        || PAIRS.contains(&pair.as_str())
        || has(BEFORE_NUMBERS) && next.starts_with(char::is_numeric)
}

fn is_ordinal(earlier: &str, word: &str, next: &str) -> bool {
    let is_short = (1..=2).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit());
    let next = fold(next);
    let has = |list: &str, word: &str| list.split(' ').any(|known| known == word);
    is_short
        && (crate::moment::month(&next).is_some()
            || has(COUNTED, &next)
            || has(BEFORE_ORDINALS, earlier))
}

#[cfg(test)]
mod tests {
    use super::goes_on;

    #[track_caller]
    fn check(text: &str, expect: bool) {
        let (before, after) = text.split_once('|').unwrap();
        assert_eq!(goes_on(before, after), expect, "{text}");
    }

    #[test]
    fn abbreviations_and_initials_go_on() {
        for text in [
            "Mr.| Okonkwo",
            "by Dr.| Ilse",
            "e.g.| This",
            "z.| B. so",
            "also z. B.| Lauch",
            "J.| R. Tolkien",
            "J. R.| Tolkien",
            "M.| Dupont",
            "p. ex.| Paris",
            "El Sr.| Gómez",
            "in No.| 5",
            "soup vs.| Salad",
            "ca.| 3 km",
            "Smith Ltd.| mended",
            "usw.| und",
            "bzw.| Nudeln",
            "ad es.| Roma",
            "ул.| Ленина",
            "Cf.| “Soup”",
            "(Prof.| Moor",
        ] {
            check(text, true);
        }
    }

    #[test]
    fn ordinals_go_on() {
        for text in
            ["am 4.| Juni 2022", "12.| März", "im 19.| Jahrhundert", "den 2.| Gang", "2.| mai"]
        {
            check(text, true);
        }
    }

    #[test]
    fn sentences_end() {
        for text in [
            "It is green.| It",
            "We have 12.| Then",
            "Nein.| Danach",
            "Is it? No.| It is",
            "Tee usw.| Danach",
            "It came.| iPhones are",
            "In 2022.| Mai",
            "Ende",
            "Peel it.|",
            "It is Es.| Dann",
        ] {
            let text = if text.contains('|') { text.to_owned() } else { format!("{text}.|") };
            check(&text, false);
        }
    }
}
