//! Moments: dates and times of day, one form for the ways in which they are written.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::words::fold;

/// The months, folded: English, German, French, Spanish, Italian, Dutch, Russian, and what they are shortened to.
const MONTHS: [&str; 12] = [
    "january januar janvier enero gennaio januari января январь jan janv ene gen",
    "february februar fevrier febrero febbraio februari февраля февраль feb fevr febr",
    "march marz mars marzo maart марта март mar mrz mrt",
    "april avril abril aprile апреля апрель apr avr abr",
    "may mai mayo maggio mei мая май mag",
    "june juni juin junio giugno июня июнь jun giu",
    "july juli juillet julio luglio июля июль jul juil lug",
    "august aout agosto augustus августа август aug ago",
    "september septembre septiembre settembre сентября сентябрь sep sept set",
    "october oktober octobre octubre ottobre октября октябрь oct okt ott",
    "november novembre noviembre ноября ноябрь nov",
    "december dezember decembre diciembre dicembre декабря декабрь dec dez dic",
];

static NUMBERS: LazyLock<HashMap<&str, u32>> = LazyLock::new(|| {
    let numbered = MONTHS.iter().zip(1..);
    numbered.flat_map(|(names, number)| names.split(' ').map(move |name| (name, number))).collect()
});

/// Returns the number of the month that a folded word names.
pub(crate) fn month(folded: &str) -> Option<u32> {
    NUMBERS.get(folded).copied()
}

/// Reads the date or time with which a text begins; returns its length in bytes and its form.
///
/// A date is `2024m05d02`, without a year `m05d02`, without a day `2024m05`; a time is `15:18`; `22 h` is `22h`, as it may
/// be a time or a length of time. Of `02/05/2024` nobody can say which is the day: it stays as it is written.
pub(crate) fn read(text: &str) -> Option<(usize, String)> {
    let start = Scan { text, at: 0 };
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        digits_alone(start).or_else(|| time(start)).or_else(|| day_first(start))
    } else {
        month_first(start)
    }
}

/// Returns whether a date, time or number is borne out by another: by the same, or by one that says more of it.
pub(crate) fn agree(own: &str, other: &str) -> bool {
    if let (Some((year, rest)), Some((other_year, other_rest))) = (date(own), date(other)) {
        return (year.is_empty() || year == other_year)
            && (rest == other_rest
                || rest.len() == 3 && !year.is_empty() && other_rest.starts_with(rest));
    }
    let is_year = own.len() == 4 && date(other).is_some_and(|(year, _)| year == own);
    let hour = |text: &str| text.strip_suffix('h').map(str::to_owned);
    let may_be_hour =
        |hour: &str, text: &str| text == hour || text.strip_suffix(":00") == Some(hour);
    is_year
        || hour(own).is_some_and(|hour| may_be_hour(&hour, other))
        || hour(other).is_some_and(|hour| may_be_hour(&hour, own))
}

/// Returns the year of a date in its one form, which may be empty, and the rest.
pub(crate) fn date(form: &str) -> Option<(&str, &str)> {
    let (year, rest) = form.split_at_checked(form.find('m')?)?;
    let is_date =
        year.bytes().chain(rest.bytes().skip(1).take(2)).all(|byte| byte.is_ascii_digit());
    (is_date && matches!(year.len(), 0 | 4) && matches!(rest.len(), 3 | 6)).then_some((year, rest))
}

/// A place in a text from which something is read. What can't be read leaves it where it was.
#[derive(Clone, Copy)]
struct Scan<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scan<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Takes a whole run of so many digits at most.
    fn digits(&mut self, most: usize) -> Option<&'a str> {
        let rest = self.rest();
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        (1..=most).contains(&length).then(|| {
            self.at += length;
            &rest[..length]
        })
    }

    fn number(&mut self, digits: usize, least: u32, most: u32) -> Option<u32> {
        let number = self.digits(digits)?.parse().ok()?;
        (least..=most).contains(&number).then_some(number)
    }

    fn eat(&mut self, wanted: &str) -> bool {
        let is_there = self.rest().starts_with(wanted);
        self.at += if is_there { wanted.len() } else { 0 };
        is_there
    }

    fn spaces(&mut self) -> bool {
        let rest = self.rest();
        let length = rest.len() - rest.trim_start_matches([' ', '\u{a0}', '\u{202f}']).len();
        self.at += length;
        length > 0
    }

    /// Takes two digits of minutes behind a sign.
    fn minutes<'s>(&mut self, sign: &'s str) -> Option<(&'s str, u32)> {
        let mut scan = *self;
        let digits =
            scan.eat(sign).then(|| scan.digits(2)).flatten().filter(|digits| digits.len() == 2)?;
        let minute = digits.parse().ok().filter(|&minute| minute < 60)?;
        *self = scan;
        Some((sign, minute))
    }

    /// Takes one of some words, in any case, that isn't part of a longer one.
    fn word(&mut self, wanted: &[&str]) -> bool {
        let found = wanted.iter().find(|word| {
            self.rest().get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
                && self.rest()[word.len()..].chars().next().is_none_or(|c| !c.is_alphanumeric())
        });
        self.at += found.map_or(0, |word| word.len());
        found.is_some()
    }

    /// Takes the name of a month. `May` and `March` are months with a capital alone.
    fn month(&mut self) -> Option<u32> {
        let rest = self.rest();
        let length = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
        let name = &rest[..length];
        if name.chars().count() > 10 {
            return None;
        }
        let found = month(&fold(name)).filter(|_| !matches!(name, "may" | "march"))?;
        self.at += length;
        Some(found)
    }

    /// Takes a year behind a date, with what stands between them.
    fn year(&mut self) -> Option<u32> {
        let mut scan = *self;
        scan.eat(".");
        scan.eat(",");
        scan.spaces();
        if scan.word(&["de", "del", "of"]) {
            scan.spaces();
        }
        let year = scan.number(4, 1000, 2999)?;
        *self = scan;
        Some(year)
    }

    /// Returns whether a number could go on here.
    fn is_inside(&self) -> bool {
        let mut rest = self.rest().chars();
        match rest.next() {
            Some('.' | ',' | ':' | '/' | '-') => rest.next().is_some_and(|c| c.is_ascii_digit()),
            Some(c) => c.is_alphanumeric(),
            None => false,
        }
    }
}

/// Reads `2024-05-02`, `02.05.2024`, `2024-05` and the like.
fn digits_alone(mut scan: Scan<'_>) -> Option<(usize, String)> {
    let first = scan.digits(4)?;
    let sign = ["-", ".", "/"].into_iter().find(|sign| scan.eat(sign))?;
    let second = scan.digits(2)?;
    if first.len() == 4 && sign == "-" && second.len() == 2 && !scan.is_inside() {
        let number: u32 = second.parse().ok().filter(|month| (1..=12).contains(month))?;
        return Some((scan.at, format!("{first}m{number:02}")));
    }
    let third = scan.eat(sign).then(|| scan.digits(4)).flatten()?;
    // A date may be joined to a time of day by a letter.
    if scan.is_inside() && !scan.rest().starts_with('T') {
        return None;
    }
    let [one, two, three] = [first, second, third].map(|part| part.parse::<u32>().unwrap_or(0));
    let (year, month, day) = match (first.len(), third.len()) {
        (4, 1 | 2) => (one, two, three),
        (1 | 2, 4) if sign == "." || one > 12 || one == two => (three, two, one),
        (1 | 2, 4) if two > 12 => (three, one, two),
        (1 | 2, 4) => return Some((scan.at, scan.text[..scan.at].to_owned())),
        _ => return None,
    };
    let is_date = (1..=12).contains(&month) && (1..=31).contains(&day) && year >= 1000;
    is_date.then(|| (scan.at, format!("{year}m{month:02}d{day:02}")))
}

/// Reads `15:18`, `22 h`, `22h30`, `10 pm`, `22.30 Uhr`.
fn time(mut scan: Scan<'_>) -> Option<(usize, String)> {
    let hour = scan.number(2, 0, 24)?;
    let minute = scan.minutes(":").or_else(|| scan.minutes("."));
    let whole = scan;
    if scan.is_inside() && !scan.rest().starts_with(char::is_alphabetic) {
        return None;
    }
    scan.spaces();
    let hour_named = if hour <= 12 && scan.word(&["a.m.", "am", "a.m"]) {
        Some(hour % 12)
    } else if hour <= 12 && scan.word(&["p.m.", "pm", "p.m"]) {
        Some(hour % 12 + 12)
    } else {
        scan.word(&["uhr"]).then_some(hour)
    };
    match (hour_named, minute) {
        (Some(hour), minute) => {
            Some((scan.at, clock(hour, minute.map_or(0, |(_, minute)| minute))))
        }
        (None, Some((":", minute))) => {
            let end = if scan.word(&["h"]) { scan } else { whole };
            (!end.is_inside()).then(|| (end.at, clock(hour, minute)))
        }
        (None, Some(_)) => None,
        (None, None) => hours(scan, hour),
    }
}

fn clock(hour: u32, minute: u32) -> String {
    format!("{hour}:{minute:02}")
}

/// Reads the `h` of `22 h` and `22h30`.
fn hours(mut scan: Scan<'_>, hour: u32) -> Option<(usize, String)> {
    if !scan.eat("h") {
        return None;
    }
    let bare = scan;
    match scan.number(2, 0, 59) {
        Some(minute) => Some((scan.at, clock(hour, minute))),
        None => (!bare.is_inside()).then(|| (bare.at, format!("{hour}h"))),
    }
}

/// Reads `2 May 2024`, `2. Mai`, `2nd of May`, `1er mai`, `2 de mayo de 2024`.
fn day_first(mut scan: Scan<'_>) -> Option<(usize, String)> {
    let day = scan.number(2, 1, 31)?;
    let _ = scan.eat(".") || scan.word(&["st", "nd", "rd", "th", "er", "º"]);
    scan.spaces();
    if scan.word(&["of", "de", "di"]) {
        scan.spaces();
    }
    let month = scan.month()?;
    let year = scan.year().map(|year| year.to_string()).unwrap_or_default();
    Some((scan.at, format!("{year}m{month:02}d{day:02}")))
}

/// Reads `May 2nd 2024`, `May 2, 2024`, `May 2024`, `mayo de 2024`.
fn month_first(mut scan: Scan<'_>) -> Option<(usize, String)> {
    let month = scan.month()?;
    if let Some(year) = scan.year() {
        return Some((scan.at, format!("{year}m{month:02}")));
    }
    scan.eat(".");
    let day = scan.spaces().then(|| scan.number(2, 1, 31)).flatten()?;
    scan.word(&["st", "nd", "rd", "th"]);
    let behind = scan;
    let year = scan.year().filter(|_| !scan.is_inside());
    let end = if year.is_some() { scan } else { behind };
    let year = year.map(|year| year.to_string()).unwrap_or_default();
    (!end.rest().starts_with(char::is_alphanumeric) && !end.rest().starts_with(':'))
        .then(|| (end.at, format!("{year}m{month:02}d{day:02}")))
}

#[cfg(test)]
mod tests {
    use super::{agree, read};

    #[track_caller]
    fn check(texts: &[&str], expect: &str) {
        for text in texts {
            assert_eq!(read(text), Some((text.len(), expect.to_owned())), "{text}");
        }
    }

    #[test]
    fn a_date_has_one_form() {
        check(
            &[
                "2024-05-02",
                "2 May 2024",
                "May 2nd 2024",
                "May 2, 2024",
                "2nd of May 2024",
                "2. Mai 2024",
                "02.05.2024",
                "2 mai 2024",
                "2 de mayo de 2024",
                "2 maggio 2024",
                "2 mei 2024",
                "2 мая 2024",
                "2024/5/2",
            ],
            "2024m05d02",
        );
        check(&["4. Juni", "June 4", "4th June"], "m06d04");
        check(&["May 2024", "2024-05", "mayo de 2024"], "2024m05");
        check(&["25/12/2024", "12/25/2024"], "2024m12d25");
        check(&["02/05/2024"], "02/05/2024");
        check(&["1er août 2020"], "2020m08d01");
    }

    #[test]
    fn a_time_has_one_form() {
        check(&["22:00", "22.00 Uhr", "22 Uhr", "10 pm", "10:00 p.m."], "22:00");
        check(&["22 h", "22h"], "22h");
        check(&["15:18", "15h18", "3:18 pm"], "15:18");
        check(&["09:05", "9:05"], "9:05");
    }

    #[test]
    fn other_numbers_are_none() {
        for text in [
            "0.118.1",
            "1.240",
            "1,240",
            "2024",
            "7 onions",
            "2 may fail",
            "may 2",
            "16:9",
            "1:100",
            "2.5",
            "May be",
            "30 hours",
            "2024.05.02.1",
            "5-6",
            "10",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn what_says_more_bears_out_what_says_less() {
        assert!(
            agree("m05d02", "2024m05d02")
                && agree("2024m05", "2024m05d02")
                && agree("2024", "2024m05d02")
        );
        assert!(agree("22h", "22:00") && agree("22:00", "22h") && agree("22", "22h"));
        assert!(
            !agree("2024m05d02", "m05d02")
                && !agree("2024m05d02", "2023m05d02")
                && !agree("18:15", "15:18")
        );
        assert!(!agree("2024m05d02", "2024") && !agree("2", "2024m05d02"));
    }
}
