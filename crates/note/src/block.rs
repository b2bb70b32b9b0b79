//! Blocks: lines of readable text, told apart by what they say.

use crate::{Span, fold};

/// The mark of one line of readable text, a paragraph or list item as a rule, for finding text that recurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Block {
    /// A hash of the folded text with white space collapsed: equal on every platform and version.
    pub hash: u64,
    /// The number of characters that were hashed.
    pub chars: u32,
}

/// A `^name` at the end of a block, which links can lead to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockId {
    /// The name without `^`.
    pub id: String,
    /// Where it stands, `^` included.
    pub span: Span,
}

impl BlockId {
    /// Divides the text of a block before the `^` of the name that ends it; `None` when no name does.
    pub(crate) fn split(text: &str) -> Option<(&str, &str)> {
        let (before, id) = text.rsplit_once('^')?;
        let is_id = !id.is_empty() && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        let stands_alone = before.is_empty() || before.ends_with(char::is_whitespace);
        (is_id && stands_alone).then_some((before, id))
    }
}

impl Block {
    /// Returns the marks of the lines of `text` that say something.
    pub fn each(text: &str) -> Vec<Self> {
        text.lines().filter_map(Self::of).collect()
    }

    /// Returns the mark of `text`, or `None` when it says nothing.
    fn of(text: &str) -> Option<Self> {
        let mut hash = Hash::default();
        if text.is_ascii() {
            hash.words(text);
        } else {
            hash.words(&fold(text));
        }
        let (chars, hash) = (hash.chars, hash.finish());
        (chars > 0).then_some(Self { hash, chars })
    }
}

/// A running hash of eight bytes at a time, with the characters counted.
#[derive(Default)]
struct Hash {
    state: u64,
    /// The bytes that are not yet mixed into the state.
    pending: u64,
    bytes: usize,
    chars: u32,
}

impl Hash {
    fn words(&mut self, text: &str) {
        let mut gap = false;
        for byte in text.bytes() {
            if byte.is_ascii_whitespace() {
                gap = self.chars > 0;
                continue;
            }
            if gap {
                self.byte(b' ');
                gap = false;
            }
            self.byte(byte.to_ascii_lowercase());
        }
    }

    fn byte(&mut self, byte: u8) {
        self.pending = self.pending << 8 | u64::from(byte);
        self.bytes += 1;
        if self.bytes.is_multiple_of(8) {
            self.mix(self.pending);
        }
        // Only the first byte of a character counts.
        self.chars += u32::from(byte & 0xC0 != 0x80);
    }

    /// Mixes eight bytes in; each step can be undone, so that nothing of the state is lost.
    fn mix(&mut self, bytes: u64) {
        self.state = (self.state ^ bytes).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.state ^= self.state >> 32;
    }

    fn finish(mut self) -> u64 {
        // The bytes of an unfinished eight, then how many there were: a longer text is another one.
        self.mix(self.pending);
        self.mix(self.bytes as u64);
        self.state
    }
}

#[cfg(test)]
mod tests {
    use super::Block;

    #[test]
    fn case_space_and_composition_make_no_difference() {
        assert_eq!(Block::of(" Cafe\u{301}\n au  LAIT"), Block::of("café au lait"));
        assert_ne!(Block::of("cafeau lait"), Block::of("cafe au lait"));
        assert_eq!(Block::of(" \n"), None);
    }

    #[test]
    fn the_hash_is_pinned() {
        let block = Block::of("Hello  wörld").unwrap();
        assert_eq!(block, Block { hash: Block::of("hello wörld").unwrap().hash, chars: 11 });
        assert_eq!(block.hash, 0xfdfa_0588_2307_8459);
    }
}
