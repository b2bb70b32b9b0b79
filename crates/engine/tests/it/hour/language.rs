//! A made-up language, and the chance that says what is written in it.

use std::fmt::Write as _;

/// Returns a word of the language.
pub(super) fn word(number: usize) -> String {
    const SYLLABLES: [&str; 25] = [
        "ba", "ke", "lo", "mi", "nu", "pa", "re", "so", "ti", "vu", "fa", "ge", "ho", "ji", "ku",
        "la", "me", "no", "pi", "ru", "sa", "te", "wo", "xi", "zu",
    ];
    [number / 25, number, 7 * number].map(|at| SYLLABLES[at % 25]).concat()
}

/// Chance that falls as its seed says.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `count`.
    pub(super) fn below(&mut self, count: usize) -> usize {
        (self.next() % count as u64) as usize
    }

    /// Returns the text of a note: words, headings, tags, and links to other notes.
    pub(super) fn text(&mut self, number: usize) -> String {
        let mut text = format!("# Head {number}\n\n");
        for section in 0..=self.below(2) {
            if section > 0 {
                write!(text, "\n## Part {section}\n\n").unwrap();
            }
            for _ in 0..8 + self.below(20) {
                text += &word(self.below(600));
                text.push(' ');
            }
            writeln!(text, "[[Note {}]] #tag{}", self.below(2000), self.below(9)).unwrap();
        }
        text
    }
}
