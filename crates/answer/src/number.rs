//! Numbers: one form for the ways in which they are written.

/// Small numbers as words, folded, from zero on.
const WORDS: [&[&str]; 13] = [
    &["zero", "null", "cero", "ноль"],
    &[],
    &["two", "zwei", "deux", "dos", "due", "dois", "duas", "twee", "два", "две"],
    &["three", "drei", "trois", "tres", "tre", "drie", "три"],
    &["four", "vier", "quatre", "cuatro", "quattro", "quatro", "четыре"],
    &["five", "funf", "cinq", "cinco", "cinque", "vijf", "пять"],
    &["six", "sechs", "seis", "sei", "zes", "шесть"],
    &["seven", "sieben", "sept", "siete", "sette", "sete", "zeven", "семь"],
    &["eight", "acht", "huit", "ocho", "otto", "oito", "восемь"],
    &["nine", "neun", "neuf", "nueve", "nove", "negen", "девять"],
    &["ten", "zehn", "dix", "diez", "dieci", "dez", "tien", "десять"],
    &["eleven", "elf", "onze", "once", "undici", "одиннадцать"],
    &["twelve", "zwolf", "douze", "doce", "dodici", "doze", "twaalf", "двенадцать"],
];

/// Returns the digits that a folded word stands for.
///
/// "One" is an article or a pronoun more often than a number; so it is none.
pub(crate) fn of_word(folded: &str) -> Option<String> {
    WORDS.iter().position(|words| words.contains(&folded)).map(|number| number.to_string())
}

/// Spaces that group digits and part no words.
pub(crate) const GROUPING: [char; 2] = ['\u{a0}', '\u{202f}'];

/// Returns whether a text begins with three digits and no more.
pub(crate) fn is_group(text: &str) -> bool {
    text.bytes().take_while(u8::is_ascii_digit).count() == 3
}

/// Returns one form for the digits of a number with points and commas between them.
///
/// Both group thousands somewhere, and both part decimals elsewhere: three digits behind a mark are taken for a group.
pub(crate) fn plain(digits: &str) -> String {
    let parts: Vec<&str> = digits.split(['.', ',', '\'', '’', ' ']).collect();
    let is_grouped = parts.len() > 1
        && parts[0].len() <= 3
        && !parts[0].starts_with('0')
        && parts[1..].iter().all(|part| part.len() == 3);
    if is_grouped { parts.concat() } else { digits.replace(',', ".") }
}

/// Returns whether a number is so small that it may count things that are listed.
pub(crate) fn may_count(plain: &str) -> bool {
    plain.parse::<u32>().is_ok_and(|number| number <= 10)
}

#[cfg(test)]
mod tests {
    use super::{may_count, of_word, plain};

    #[test]
    fn numbers_have_one_form() {
        assert_eq!(plain("600,000"), "600000");
        assert_eq!(plain("1.234.567"), "1234567");
        assert_eq!(plain("1 240"), "1240");
        assert_eq!(plain("3,5"), "3.5");
        assert_eq!(plain("7.8.0"), "7.8.0");
        assert_eq!(plain("0.125"), "0.125");
        assert_eq!(of_word("funf").as_deref(), Some("5"));
        assert_eq!(of_word("leek"), None);
        assert!(may_count("3") && !may_count("64") && !may_count("1.5"));
    }
}
