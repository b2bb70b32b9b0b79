//! Units: what a number counts or measures, as far as it is known by name.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use crate::words::fold;

/// The names of each unit and currency, folded. A name may stand for two: a pound is money or a weight.
const UNITS: [&str; 51] = [
    "euros euro eur € евро",
    "dollars dollar usd us$ $ dolar dolares долларов доллара",
    "pounds pound pfund gbp £",
    "chf franken",
    "¥ jpy yen",
    "₽ rub рублей рубля рубль руб",
    "kr sek nok dkk kronor kroner kronen",
    "ct cent cents",
    "kg kilo kilos kilogram kilograms kilogramm kilogramme kilogrammes кг",
    "g gram grams gramm gramme grammes г",
    "mg milligram milligrams milligramm",
    "pounds pound pfund lb lbs",
    "oz ounce ounces",
    "t ton tons tonne tonnes tonnen",
    "km kilometer kilometers kilometre kilometres kilometern kilometros км",
    "m meter meters metre metres metern metros м",
    "cm centimeter centimeters centimetre centimetres zentimeter см",
    "mm millimeter millimeters millimetre millimetres мм",
    "mi mile miles meilen",
    "ft foot feet",
    "inch inches zoll ″",
    "yd yard yards",
    "l liter liters litre litres litern litros л",
    "ml milliliter milliliters millilitre millilitres мл",
    "cup cups",
    "gal gallon gallons",
    "bar bars",
    "psi",
    "kpa",
    "hpa",
    "°c celsius",
    "°f fahrenheit",
    "kelvin",
    "% percent prozent pourcent procent",
    "‰ promille",
    "w watt watts",
    "kw kilowatt kilowatts",
    "kwh",
    "v volt volts",
    "hz hertz",
    "s sec secs second seconds sekunde sekunden secondes segundos",
    "minutes minute min mins minuten minuti minutos минут мин",
    "hours hour h hr hrs stunde stunden heure heures horas uur часов часа",
    "day days tag tage tagen jour jours dia dias dagen дней дня",
    "week weeks woche wochen semaine semaines semanas weken недель",
    "month months monat monate monaten mois meses maanden месяцев",
    "year years jahr jahre jahren ans anos jaar лет года",
    "kb kilobyte kilobytes",
    "mb megabyte megabytes",
    "gb gigabyte gigabytes",
    "tb terabyte terabytes",
];

/// Currencies that may stand before their number.
const BEFORE: [&str; 10] = ["€", "$", "£", "¥", "₽", "eur", "usd", "gbp", "chf", "us$"];

/// A unit by the rows of the table that have its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unit(Vec<usize>);

static ROWS: LazyLock<HashMap<&str, Vec<usize>>> = LazyLock::new(|| {
    let mut rows: HashMap<&str, Vec<usize>> = HashMap::new();
    for (row, names) in UNITS.iter().enumerate() {
        names.split(' ').for_each(|name| rows.entry(name).or_default().push(row));
    }
    rows
});

/// Signs of units that are no letters.
pub(crate) const SIGNS: [char; 7] = ['€', '$', '£', '¥', '₽', '%', '‰'];

/// Returns the one name by which a folded name of a unit is compared.
pub(crate) fn one_name(folded: &str) -> Option<&'static str> {
    ROWS.get(folded).and_then(|rows| UNITS.get(*rows.first()?)?.split(' ').next())
}

impl Unit {
    /// Returns the unit of a name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        ROWS.get(fold(name).as_str()).cloned().map(Self)
    }

    /// Returns the unit of the number that stands at `range`: right behind it, or a currency right before.
    pub(crate) fn of(text: &str, range: &Range<usize>) -> Option<Self> {
        behind(&text[range.end..]).and_then(Self::named).or_else(|| before(&text[..range.start]))
    }

    /// Returns whether two names are of one unit.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.0.iter().any(|row| other.0.contains(row))
    }
}

/// Returns the word or sign with which a text goes on behind a number.
fn behind(text: &str) -> Option<&str> {
    let text = text.strip_prefix([' ', '\u{a0}', '\u{202f}', '-']).unwrap_or(text);
    let text =
        ["degrees ", "Grad "].iter().find_map(|word| text.strip_prefix(word)).unwrap_or(text);
    let sign = text.chars().next().filter(|c| "€$£¥₽%‰°″".contains(*c)).map_or(0, char::len_utf8);
    let letters = text[sign..].find(|c: char| !c.is_alphabetic()).unwrap_or(text.len() - sign);
    // A rate, such as km/h, is another unit than the one it begins with.
    let is_rate = text[sign + letters..].starts_with('/');
    let end = if sign == 0 || text.starts_with('°') { sign + letters } else { sign };
    (end > 0 && !is_rate).then(|| &text[..end])
}

/// Returns the currency with which a text before a number ends.
fn before(text: &str) -> Option<Unit> {
    let text = text.strip_suffix([' ', '\u{a0}', '\u{202f}']).unwrap_or(text);
    let start = text.trim_end_matches(|c: char| !c.is_whitespace()).len();
    let word = fold(text[start..].trim_start_matches(|c: char| "(*_~[".contains(c)));
    BEFORE.contains(&word.as_str()).then(|| Unit::named(&word)).flatten()
}

#[cfg(test)]
mod tests {
    use super::Unit;

    fn unit(text: &str) -> Option<Unit> {
        let start = text.find(|c: char| c.is_ascii_digit()).unwrap();
        let end = text.rfind(|c: char| c.is_ascii_digit()).unwrap() + 1;
        Unit::of(text, &(start..end))
    }

    #[test]
    fn names_of_one_unit_meet() {
        for text in ["1,240 €", "1,240€", "€1,240", "EUR 1,240", "1,240 euros", "(€ 1,240)"]
        {
            assert!(unit(text).unwrap().is_same(&unit("5 euro").unwrap()), "{text}");
        }
        let same = |one: &str, other: &str| unit(one).unwrap().is_same(&unit(other).unwrap());
        assert!(
            same("5 kg", "5 kilograms")
                && same("20 °C", "20 degrees Celsius")
                && same("20-minute", "20 min")
        );
        assert!(same("5 pounds", "£5") && same("5 pounds", "5 lb") && !same("£5", "5 lb"));
        assert!(!same("4.5 psi", "4.5 bar") && !same("1,240 dollars", "1,240 euros"));
        assert_eq!(
            [unit("5 onions"), unit("5"), unit("5 km/h"), unit("5.")],
            [None, None, None, None]
        );
    }
}
