//! The texts of a chunk, packed into one compressed blob.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use rusqlite::types::{FromSqlError, Type};

/// The format cannot compress better than this, so that a damaged length cannot ask for all memory.
const MAX_RATIO: usize = 1032;

/// What is stored of a chunk's text.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Texts {
    /// The exact bytes of its span.
    pub(crate) raw: Vec<u8>,
    /// The readable text.
    pub(crate) text: String,
    /// What is found by words only.
    pub(crate) aside: String,
}

/// Packs texts: three lengths, then the three texts; all compressed together.
///
/// Lengths are 32 bits, little-endian. The plain
/// length stands before the compressed bytes, in 32 bits, so that damage is noticed. Raw and readable
/// text mostly repeat each other, which is why all is compressed together.
pub(crate) fn pack(raw: &[u8], text: &str, aside: &str) -> rusqlite::Result<Vec<u8>> {
    let mut plain = Vec::with_capacity(12 + raw.len() + text.len() + aside.len());
    let fields = [raw, text.as_bytes(), aside.as_bytes()];
    for field in fields {
        plain.extend_from_slice(&(field.len() as u32).to_le_bytes());
    }
    for field in fields {
        plain.extend_from_slice(field);
    }
    deflated(&plain).map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))
}

fn deflated(plain: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut packed = Vec::with_capacity(4 + plain.len() / 2);
    packed.extend_from_slice(&(plain.len() as u32).to_le_bytes());
    let mut encoder = DeflateEncoder::new(packed, Compression::default());
    encoder.write_all(plain)?;
    encoder.finish()
}

/// Unpacks what [`pack`] made; anything else is damage.
pub(crate) fn unpack(blob: &[u8]) -> rusqlite::Result<Texts> {
    unpack_fields(blob).ok_or_else(damaged)
}

fn unpack_fields(blob: &[u8]) -> Option<Texts> {
    let (size, packed) = blob.split_first_chunk()?;
    let size = u32::from_le_bytes(*size) as usize;
    if size > packed.len().saturating_mul(MAX_RATIO) {
        return None;
    }
    let mut plain = Vec::with_capacity(size);
    DeflateDecoder::new(packed).take(size as u64 + 1).read_to_end(&mut plain).ok()?;
    if plain.len() != size {
        return None;
    }
    let mut rest = plain.as_slice();
    let mut lengths = [0; 3];
    for length in &mut lengths {
        *length = u32::from_le_bytes(take(&mut rest, 4)?.try_into().ok()?) as usize;
    }
    let [raw, text, aside] = lengths;
    let raw = take(&mut rest, raw)?.to_vec();
    let text = String::from_utf8(take(&mut rest, text)?.to_vec()).ok()?;
    let aside = String::from_utf8(take(&mut rest, aside)?.to_vec()).ok()?;
    rest.is_empty().then_some(Texts { raw, text, aside })
}

/// Unpacks the raw bytes alone, which come first.
pub(crate) fn unpack_raw(blob: &[u8]) -> rusqlite::Result<Vec<u8>> {
    raw_of(blob).ok_or_else(damaged)
}

fn raw_of(blob: &[u8]) -> Option<Vec<u8>> {
    let (size, packed) = blob.split_first_chunk()?;
    let size = u32::from_le_bytes(*size) as usize;
    let mut decoder = DeflateDecoder::new(packed);
    let mut lengths = [[0; 4]; 3];
    for length in &mut lengths {
        decoder.read_exact(length).ok()?;
    }
    let length = u32::from_le_bytes(lengths[0]) as usize;
    if size > packed.len().saturating_mul(MAX_RATIO) || length > size {
        return None;
    }
    let mut raw = vec![0; length];
    decoder.read_exact(&mut raw).ok()?;
    Some(raw)
}

fn damaged() -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(0, Type::Blob, Box::new(FromSqlError::InvalidType))
}

fn take<'a>(rest: &mut &'a [u8], length: usize) -> Option<&'a [u8]> {
    let (taken, left) = rest.split_at_checked(length)?;
    *rest = left;
    Some(taken)
}
