//! The token estimate: how much of a model's input a text will take, whatever the model.

/// The estimate is kept in twelfths of a token, so that it adds up exactly.
pub(crate) const TOKEN: usize = 12;

/// Estimates how many tokens a multilingual tokenizer makes of `text`.
///
/// The estimate knows scripts, not vocabularies: a Latin word takes one token and a quarter more for
/// each letter beyond the fourth, a Chinese character three quarters, and so on. It is deterministic,
/// and a text never takes more than its parts together.
///
/// ```
/// use notekin_note::estimate_tokens;
///
/// assert_eq!(estimate_tokens("Beet soup"), 2);
/// assert_eq!(estimate_tokens("borscht"), 2, "1 3/4, rounded up");
/// assert_eq!(estimate_tokens("甜菜根汤"), 3, "four times 3/4");
/// ```
pub fn estimate_tokens(text: &str) -> usize {
    weight(text).div_ceil(TOKEN)
}

/// Returns the estimate in twelfths of a token.
pub(crate) fn weight(text: &str) -> usize {
    let mut scale = Scale::default();
    text.chars().map(|c| scale.weigh(c)).sum()
}

/// Returns the length of the longest start of `text` within `budget`, at least one character.
///
/// It ends after white space unless that would waste half of the budget.
pub(crate) fn fit(text: &str, budget: usize) -> usize {
    let mut scale = Scale::default();
    let (mut spent, mut gap) = (0, 0);
    for (at, c) in text.char_indices() {
        spent += scale.weigh(c);
        if spent > budget && at > 0 {
            return if gap * 2 > at { gap } else { at };
        }
        if c.is_whitespace() {
            gap = at + c.len_utf8();
        }
    }
    text.len()
}

/// What a character is to a tokenizer.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Kind {
    #[default]
    Space,
    Lower,
    Upper,
    /// A letter of another alphabet than the Latin one.
    Letter,
    Digit,
    /// Something like `-`, which is cheaper when repeated.
    Mark,
    /// Something that always costs the same, whatever stands around it.
    Flat,
}

/// What the first, second and so on character of a run costs; the last entry holds for the rest.
///
/// There is a row for each [`Kind`], in their order. Spaces are free, and what is flat is priced by
/// the character, not by its place in a run.
///
/// A run is a word or a mark repeated. What is saved on its first characters is at most one token:
/// cutting a run never makes it cheaper.
const COSTS: [[usize; 5]; 7] = [
    [0; 5],
    [TOKEN, 0, 0, 0, 3],
    [TOKEN, 0, 0, 0, 3],
    [TOKEN, 0, 0, 4, 4],
    [6; 5],
    [TOKEN, 3, 3, 3, 3],
    [0; 5],
];

/// The kinds of the ASCII characters, which most notes are made of.
const ASCII: [Kind; 128] = {
    let mut kinds = [Kind::Mark; 128];
    let mut at = 0;
    while at < 128 {
        kinds[at] = match at as u8 {
            b'a'..=b'z' => Kind::Lower,
            b'A'..=b'Z' => Kind::Upper,
            b'0'..=b'9' => Kind::Digit,
            0..=b' ' => Kind::Space,
            _ => Kind::Mark,
        };
        at += 1;
    }
    kinds
};

/// Weighs the characters of a text one after the other.
#[derive(Default)]
struct Scale {
    last: char,
    kind: Kind,
    /// The place of the last character in its run, counted from 0.
    place: usize,
}

impl Scale {
    /// Returns what the next character adds.
    #[inline]
    fn weigh(&mut self, c: char) -> usize {
        let (kind, flat) = match ASCII.get(c as usize) {
            Some(&kind) => (kind, 0),
            None => foreign(c),
        };
        // A capital begins a word and may be followed by small letters, not the other way round.
        let same_kind = self.kind == kind || (self.kind == Kind::Upper && kind == Kind::Lower);
        let goes_on = same_kind && (kind != Kind::Mark || self.last == c);
        self.place = if goes_on { self.place + 1 } else { 0 };
        (self.last, self.kind) = (c, kind);
        flat + COSTS[kind as usize][self.place.min(4)]
    }
}

/// Returns the kind of a character beyond ASCII, and its cost if that is always the same.
#[inline(never)]
fn foreign(c: char) -> (Kind, usize) {
    let flat = match c {
        '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' => return (Kind::Lower, 0),
        // Combining accents, joiners and variation selectors.
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200d}' | '\u{fe00}'..='\u{fe0f}' => 3,
        // Greek, Cyrillic, Hebrew, Arabic and the scripts of India.
        '\u{370}'..='\u{dff}' => return (Kind::Letter, 0),
        // Thai, Lao, Myanmar and Khmer put no spaces between words.
        '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' => 5,
        '\u{3040}'..='\u{30ff}' | '\u{ff66}'..='\u{ff9f}' => 7,
        '\u{1100}'..='\u{11ff}' | '\u{ac00}'..='\u{d7af}' => 8,
        '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' => 9,
        '\u{3001}'..='\u{303f}' | '\u{ff01}'..='\u{ff65}' => 12,
        '\u{20000}'..='\u{3ffff}' => 18,
        _ if c.is_whitespace() => return (Kind::Space, 0),
        _ if c.is_alphabetic() => return (Kind::Letter, 0),
        _ => 18,
    };
    (Kind::Flat, flat)
}

#[cfg(test)]
mod tests {
    use super::{TOKEN, estimate_tokens, fit, weight};

    fn check(text: &str, low: usize, high: usize) {
        let tokens = estimate_tokens(text);
        assert!((low..=high).contains(&tokens), "{tokens} tokens for {text}");
    }

    #[test]
    fn estimates_are_near_what_tokenizers_make() {
        check("", 0, 0);
        check("The quick brown fox jumps over the lazy dog.", 10, 14);
        check("敏捷的棕色狐狸跳过了懒狗。", 9, 13);
        check("すばやい茶色の狐がのろまな犬を飛び越える。", 11, 17);
        check("Быстрая коричневая лиса прыгает через ленивую собаку.", 13, 20);
        check("날쌘 갈색 여우가 게으른 개를 뛰어넘는다.", 11, 16);
        check(&"-".repeat(40), 8, 12);
    }

    #[test]
    fn parts_never_weigh_less_than_the_whole() {
        let text = "Internationalization camelCaseWord 1234 ---- Ünïcödé слово漢字かな😀e\u{301}";
        for (at, _) in text.char_indices() {
            let (left, right) = text.split_at(at);
            assert!(weight(left) + weight(right) >= weight(text), "{left}|{right}");
        }
    }

    #[test]
    fn a_fitting_start_ends_at_a_gap() {
        assert_eq!(fit("one two three", 2 * TOKEN), 8);
        assert_eq!(fit("one", TOKEN), 3);
        assert_eq!(fit("漢字漢字", 18), 6);
        assert_eq!(fit("漢", 0), 3);
        assert_eq!(fit(&"a".repeat(1000), 5 * TOKEN), 20);
    }
}
