//! Knowing a vault again that was moved to another folder.

use std::path::Path;

use notekin_vault::Vault;

use crate::Error;
use crate::engine::Engine;

/// So many notes, evenly picked, are compared at most: enough to tell a vault from another, few enough to be quick.
const SAMPLE: usize = 200;

impl Engine {
    /// Returns whether `folder` holds most of the notes this index knows, in the same places and with the same content.
    ///
    /// Without an index, or with an empty one, nothing is known again. Works while the vault's own folder is gone.
    pub fn recognises(&self, folder: &Path) -> Result<bool, Error> {
        let known = match self.reader() {
            Err(Error::NoIndex(_)) => return Ok(false),
            reader => reader?.known()?,
        };
        let vault = Vault::open(folder, &self.settings.policy)?;
        let step = known.len().div_ceil(SAMPLE).max(1);
        let sample: Vec<_> = known.iter().step_by(step).collect();
        let is_same = |note: &&&notekin_index::Known| {
            vault.read(&note.path).is_ok_and(|file| file.hash.0 == note.hash)
        };
        Ok(sample.iter().filter(is_same).count() * 2 > sample.len())
    }
}
