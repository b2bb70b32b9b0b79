//! Dice that fall the same way for the same seed.

/// A source of numbers that look random (Steele, Lea and Flood 2014, SplitMix64).
#[derive(Debug)]
pub(super) struct Dice(u64);

impl Dice {
    /// Returns dice that fall as `seed` says.
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `count`, which is at least 1.
    pub(super) fn below(&mut self, count: usize) -> usize {
        (self.next() % count.max(1) as u64) as usize
    }

    /// Puts the first `count` of `items` in a random order, drawn from all of them, and leaves the others out.
    pub(super) fn draw<T>(&mut self, items: &mut Vec<T>, count: usize) {
        for at in 0..count.min(items.len()) {
            let other = at + self.below(items.len() - at);
            items.swap(at, other);
        }
        items.truncate(count);
    }
}

#[cfg(test)]
mod tests {
    use super::Dice;

    #[test]
    fn what_is_drawn_is_drawn_once_and_again_with_the_seed() {
        let draw = |seed: u64| {
            let mut items: Vec<u32> = (0..100).collect();
            Dice::new(seed).draw(&mut items, 30);
            items
        };
        let mut drawn = draw(5);
        assert_eq!(drawn, draw(5));
        assert_ne!(drawn, draw(6));
        drawn.sort_unstable();
        drawn.dedup();
        assert_eq!(drawn.len(), 30);
    }
}
