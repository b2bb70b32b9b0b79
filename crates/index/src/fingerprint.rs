//! A fingerprint: a 64-bit hash that is the same on every machine and in every version.

/// FNV-1a over length-separated fields; only ever compared within one note.
#[derive(Clone)]
pub(crate) struct Fingerprint(u64);

impl Default for Fingerprint {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fingerprint {
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
