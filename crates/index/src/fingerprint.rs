//! A fingerprint: a 64-bit hash that is the same on every machine and in every version.

/// FNV-1a over length-separated fields; compared only within one note, or between two spaces.
///
/// It is fast and simple, and no shield against somebody who wants two texts to look the same.
#[derive(Clone)]
pub(crate) struct Fingerprint(u64);

impl Default for Fingerprint {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fingerprint {
    /// Adds a field and then its length, so that `ab`, `c` and `a`, `bc` are told apart.
    pub(crate) fn add(&mut self, field: &[u8]) {
        for &byte in field.iter().chain(&(field.len() as u64).to_le_bytes()) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// As stored: SQLite knows signed integers only.
    pub(crate) fn value(&self) -> i64 {
        self.0 as i64
    }
}
