//! How many notes hold a run, counted in little room.

/// The most notes that may hold a run that still tells one note from others; what more of them hold is a form, a
/// footer, a licence.
pub(crate) const MOST_HOLDERS: u8 = 5;

/// Two tables of counters in which every run has a place each. Runs that meet in one table hardly meet in the other, so
/// the lesser of the two counters is right but for one run in thousands, and then too high.
pub(crate) struct Holders {
    tables: [Vec<u8>; 2],
    mask: u64,
}

impl Holders {
    /// Returns tables with places for so many different runs.
    pub(crate) fn with_room(runs: usize) -> Self {
        let places = runs.next_power_of_two().max(1024);
        Self { tables: [vec![0; places], vec![0; places]], mask: places as u64 - 1 }
    }

    /// Counts one more holder of each of some runs, which are all different.
    pub(crate) fn add(&mut self, runs: impl Iterator<Item = u64>) {
        for run in runs {
            let places = self.places(run);
            for (table, place) in self.tables.iter_mut().zip(places) {
                table[place] = table[place].saturating_add(1);
            }
        }
    }

    /// Returns whether so many notes hold a run that it says nothing about any of them.
    pub(crate) fn is_common(&self, run: u64) -> bool {
        let places = self.places(run);
        self.tables.iter().zip(places).all(|(table, place)| table[place] > MOST_HOLDERS)
    }

    /// Returns the place of a run in each table, by other bits of its hash.
    fn places(&self, run: u64) -> [usize; 2] {
        [(run & self.mask) as usize, (run.rotate_left(29) & self.mask) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::copies::runs::Runs;

    #[test]
    fn what_more_than_a_few_hold_is_common() {
        let footer = Runs::of_text("This page is under a free licence of some kind.");
        let mut holders = Holders::with_room(10_000);
        for copies in 0..=MOST_HOLDERS {
            assert!(footer.iter().all(|run| !holders.is_common(run)), "{copies} hold it");
            holders.add(footer.iter());
        }
        assert!(footer.iter().all(|run| holders.is_common(run)));
        let other = Runs::of_text("Green tea tastes of grass and of the sea, black tea of malt.");
        assert!(other.iter().all(|run| !holders.is_common(run)));
    }
}
