//! How a property's value is compared with one that is asked for.

use notekin_note::{Day, Days};

use crate::words::fold_word;

/// Characters of a value that are compared.
const MOST: usize = 200;

/// What a filter asks of a property.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Is {
    /// It has a value.
    There,
    /// It has a value that stands so to another.
    Compared(Order, String),
}

/// How one value stands to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// They are the same.
    Equal,
    /// They are not the same; of a list no item is.
    Unequal,
    /// It is less, or before.
    Less,
    /// It is less or the same.
    AtMost,
    /// It is greater, or after.
    Greater,
    /// It is greater or the same.
    AtLeast,
}

/// A value that is asked for.
///
/// Numbers are compared with numbers and dates with dates; a month or a year is all of its days. Anything else is text,
/// for which case and diacritics don't count. What is of different kinds can be unequal, but not less or greater.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    /// Folded.
    pub(crate) text: String,
    pub(crate) number: Option<f64>,
    pub(crate) days: Option<Days>,
}

impl Wanted {
    pub(crate) fn new(value: &str) -> Self {
        let text = bare(value);
        Self { text: folded(text), number: number(text), days: Days::parse(text) }
    }
}

impl Order {
    /// Returns the days that stand so to some days; none are unequal, which is what the others leave.
    pub fn days(self, to: Days) -> Option<Days> {
        let (first, last) = match self {
            Self::Equal => (to.first, to.last),
            Self::Unequal => return None,
            Self::Less => (Day::MIN, Day(to.first.0 - 1)),
            Self::AtMost => (Day::MIN, to.last),
            Self::Greater => (Day(to.last.0 + 1), Day::MAX),
            Self::AtLeast => (to.first, Day::MAX),
        };
        Some(Days { first, last })
    }
}

/// Returns the text of a value without the brackets of a link: `[[Kin|the project]]` is `Kin`.
pub(crate) fn bare(value: &str) -> &str {
    let value = value.trim();
    let inside = value.strip_prefix("[[").and_then(|inside| inside.strip_suffix("]]"));
    inside.map_or(value, |inside| inside.split('|').next().unwrap_or(inside).trim())
}

/// Returns a text in the form in which values are compared, the beginning of it.
pub(crate) fn folded(text: &str) -> String {
    let beginning = text.char_indices().nth(MOST).map_or(text, |(end, _)| &text[..end]);
    let mut folded = String::new();
    fold_word(beginning, &mut folded);
    folded
}

/// Returns the number that a text is; `1,5` is none, as nobody knows what was meant.
pub(crate) fn number(text: &str) -> Option<f64> {
    let is_plain = |c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.' | 'e' | 'E');
    let digits = text.trim();
    let is_number = digits.contains(|c: char| c.is_ascii_digit()) && digits.chars().all(is_plain);
    let number: f64 = is_number.then(|| digits.parse().ok())??;
    number.is_finite().then_some(number)
}
