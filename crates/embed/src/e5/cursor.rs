//! A reading position in bytes that may end anywhere.

/// What is wrong with a weights file, as the end of a sentence that starts with "it".
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Flaw {
    /// The bytes contradict themselves.
    Damaged(String),
    /// The file is sound, as far as one can tell, but not for this program.
    Foreign(String),
}

/// What reading gives, or the flaw that stopped it.
pub(super) type Parsed<T> = Result<T, Flaw>;

/// Reads little-endian values one after the other.
#[derive(Debug, Clone)]
pub(super) struct Cursor<'a> {
    rest: &'a [u8],
}

impl<'a> Cursor<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    /// Returns the next `count` bytes.
    pub(super) fn take(&mut self, count: usize) -> Parsed<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or_else(ends_early)?;
        self.rest = rest;
        Ok(taken)
    }

    pub(super) fn array<const N: usize>(&mut self) -> Parsed<[u8; N]> {
        let (taken, rest) = self.rest.split_first_chunk().ok_or_else(ends_early)?;
        self.rest = rest;
        Ok(*taken)
    }

    pub(super) fn u8(&mut self) -> Parsed<u8> {
        Ok(u8::from_le_bytes(self.array()?))
    }

    pub(super) fn u16(&mut self) -> Parsed<u16> {
        Ok(u16::from_le_bytes(self.array()?))
    }

    pub(super) fn u32(&mut self) -> Parsed<u32> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    /// Returns a 32-bit count, which may be at most `most`.
    pub(super) fn count(&mut self, name: &str, most: usize) -> Parsed<usize> {
        let count = self.u32()? as usize;
        if count > most {
            return Err(Flaw::Damaged(format!("has {count} for its {name}")));
        }
        Ok(count)
    }

    /// Returns a 64-bit length or offset as a size of this machine.
    pub(super) fn size(&mut self) -> Parsed<usize> {
        usize::try_from(u64::from_le_bytes(self.array()?)).map_err(|_| ends_early())
    }

    /// Returns the next `count` numbers.
    pub(super) fn u32s(&mut self, count: usize) -> Parsed<Vec<u32>> {
        let (numbers, _) = self.take(count.saturating_mul(4))?.as_chunks();
        Ok(numbers.iter().map(|&bytes| u32::from_le_bytes(bytes)).collect())
    }

    /// Returns the next `count` numbers.
    pub(super) fn f32s(&mut self, count: usize) -> Parsed<Vec<f32>> {
        Ok(floats(self.take(count.saturating_mul(4))?))
    }
}

/// Reads bytes as 32-bit floats; a rest of fewer than four bytes is left out.
pub(super) fn floats(bytes: &[u8]) -> Vec<f32> {
    let (numbers, _) = bytes.as_chunks();
    numbers.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect()
}

fn ends_early() -> Flaw {
    Flaw::Damaged("ends early".to_owned())
}
