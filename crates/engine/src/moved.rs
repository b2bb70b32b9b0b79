//! Knowing a vault again that was moved to another folder.

use std::path::Path;

use notekin_vault::Vault;

use crate::Error;
use crate::engine::Engine;
use crate::sync::identity;

/// So many notes, evenly picked, are compared at most: enough to tell a vault from another, few enough to be quick.
const SAMPLE: usize = 200;

/// How much more alike than any other a vault must be to be known for sure. Two of the same notes may have different
/// rules on what is left out, so that a mistake would read what was not to be read.
const CLEARLY: f32 = 0.1;

/// Returns which of some vaults, whose own folders may be gone, a folder may be: none, one, or several that can't be told
/// apart.
///
/// A vault is known again when the folder holds most of the notes its index knows, in the same places and with the same
/// content. One without an index, or whose index can't be read, isn't.
///
/// Of those that are known again the one is returned that is clearly more alike than any other; where that is none, all
/// that are as much alike as the best are, and it is the user's to say which it is.
pub fn recognise<'a>(folder: &Path, vaults: &'a [Engine]) -> Vec<&'a Engine> {
    let mut known: Vec<(f32, &Engine)> = vaults
        .iter()
        .filter_map(|vault| Some((vault.likeness(folder).ok().flatten()?, vault)))
        .collect();
    known.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let best = known.first().map_or(0.0, |(best, _)| *best);
    let alike = known.into_iter().take_while(|(likeness, _)| best - likeness < CLEARLY);
    alike.map(|(_, vault)| vault).collect()
}

impl Engine {
    /// Returns how much alike a folder and this index are, from 0 to 1; nothing when the folder isn't this vault.
    ///
    /// Notes count that one of the two doesn't have, so that a vault isn't taken for a larger one that holds it. Nothing
    /// is read that this vault's own rules leave out.
    fn likeness(&self, folder: &Path) -> Result<Option<f32>, Error> {
        let known = self.reader()?.known()?;
        // What is broken in the patterns leaves nothing out, but only notes are looked at that were read before.
        let vault = Vault::open(folder, &self.settings.policy.without_broken())?;
        let step = known.len().div_ceil(SAMPLE).max(1);
        let sample: Vec<_> = known.iter().step_by(step).collect();
        let is_same = |note: &&&notekin_index::Known| {
            vault.read(&note.path).is_ok_and(|file| identity(&file) == note.hash)
        };
        let same = sample.iter().filter(is_same).count();
        if same * 2 <= sample.len() {
            return Ok(None);
        }
        let share = same as f32 / sample.len() as f32;
        let largest = vault.scan()?.notes.len().max(known.len());
        Ok(Some(share * known.len() as f32 / largest as f32))
    }
}
