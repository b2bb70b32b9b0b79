//! The weights file: an `E5S1` container, memory-mapped, every length checked before it is used.
//!
//! All numbers are little-endian. One after the other stand:
//!
//! - `E5S1`, the version (32 bits), the seven lengths and counts of [`Shape`] in their order (32 bits
//!   each), its epsilon (a 32-bit float), the number of weights in a block (32 bits);
//! - the tokenizer: the pieces with their scores, and the map of characters;
//! - the number of tensors (32 bits), and for each the length of its name (16 bits), the name, its
//!   kind (8 bits: 0 floats, 1 blocks), its count of numbers (32 bits), its offset from the start of
//!   the file and its length in bytes (64 bits each);
//! - the tensors themselves.
use super::cursor::{Cursor, Flaw, Parsed, floats};
use super::tokenizer::Tokenizer;
use crate::kernel::q4;
use memmap2::Mmap;
use std::collections::HashMap;
use std::ops::Range;

const MAGIC: &[u8] = b"E5S1";
const VERSION: u32 = 1;
/// The file's mark for blocks of 4-bit numbers; 0 stands for plain floats.
const QUANTISED: u8 = 1;
/// Larger than any model of this family; keeps damaged numbers from asking for absurd memory.
const MOST: usize = 1 << 20;

/// Room for the marks, a prefix and a few words.
const LEAST_POSITIONS: usize = 16;

/// The sizes that fix the form of all tensors.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Shape {
    /// Length of a token's vector.
    pub(super) hidden: usize,
    /// Number of layers.
    pub(super) layers: usize,
    /// Attention heads in a layer.
    pub(super) heads: usize,
    /// Length of a token's vector in the middle of a layer.
    pub(super) inner: usize,
    /// Rows of the word table.
    pub(super) words: usize,
    /// Most tokens in one text.
    pub(super) positions: usize,
    /// Kinds of text; only the first is used.
    pub(super) kinds: usize,
    /// What keeps a norm from dividing by zero.
    pub(super) epsilon: f32,
}

/// A mapped file and where in it each tensor lies.
#[derive(Debug)]
pub(super) struct Weights {
    map: Mmap,
    pub(super) shape: Shape,
    tensors: HashMap<String, Tensor>,
    words: Range<usize>,
}

#[derive(Debug, Clone)]
struct Tensor {
    quantised: bool,
    count: usize,
    place: Range<usize>,
}

impl Weights {
    /// Reads the head of a mapped file: its shape, its tokenizer and the list of its tensors.
    pub(super) fn read(map: Mmap) -> Parsed<(Self, Tokenizer)> {
        let mut file = Cursor::new(&map);
        let shape = read_shape(&mut file)?;
        let tokenizer = Tokenizer::read(&mut file)?;
        if tokenizer.pieces.len() > shape.words {
            return Err(Flaw::Damaged("has more pieces than words".to_owned()));
        }
        let count = file.count("number of tensors", MOST)?;
        let tensors: HashMap<_, _> =
            (0..count).map(|_| read_tensor(&mut file)).collect::<Parsed<_>>()?;
        let mut weights = Self { map, shape, tensors, words: 0..0 };
        weights.words =
            weights.place("emb.word", true, shape.words.saturating_mul(shape.hidden))?;
        Ok((weights, tokenizer))
    }

    /// Returns a tensor of `count` plain floats.
    pub(super) fn floats(&self, name: &str, count: usize) -> Parsed<Vec<f32>> {
        let place = self.place(name, false, count)?;
        Ok(floats(self.bytes(place)))
    }

    /// Returns the blocks of a tensor of `count` 4-bit numbers.
    pub(super) fn blocks(&self, name: &str, count: usize) -> Parsed<&[q4::Block]> {
        let place = self.place(name, true, count)?;
        Ok(q4::blocks(self.bytes(place)))
    }

    /// Writes the vector of word `token` into `row`; a token outside the table is all zeros.
    pub(super) fn word(&self, token: u32, row: &mut [f32]) {
        let length = q4::bytes(self.shape.hidden);
        let from = self.words.start + token as usize * length;
        let inside = from + length <= self.words.end;
        q4::expand(q4::blocks(self.bytes(if inside { from..from + length } else { 0..0 })), row);
    }

    fn bytes(&self, place: Range<usize>) -> &[u8] {
        self.map.get(place).unwrap_or_default()
    }

    /// Finds a tensor and checks its kind, its length and that it lies inside the file.
    fn place(&self, name: &str, quantised: bool, count: usize) -> Parsed<Range<usize>> {
        let damaged = |what: &str| Flaw::Damaged(format!("{what} `{name}`"));
        let tensor = self.tensors.get(name).ok_or_else(|| damaged("has no tensor"))?;
        let bytes = if quantised { q4::bytes(count) } else { count.saturating_mul(4) };
        if tensor.quantised != quantised || tensor.count != count || tensor.place.len() != bytes {
            return Err(damaged("has another form of tensor"));
        }
        if tensor.place.end > self.map.len() {
            return Err(damaged("ends before the end of tensor"));
        }
        Ok(tensor.place.clone())
    }
}

fn read_shape(file: &mut Cursor<'_>) -> Parsed<Shape> {
    if file.take(MAGIC.len())? != MAGIC {
        return Err(Flaw::Damaged("does not start like a weights file".to_owned()));
    }
    let version = file.u32()?;
    if version != VERSION {
        return Err(Flaw::Foreign(format!("has format version {version}, not {VERSION}")));
    }
    let [hidden, layers, heads, inner, words, positions, kinds] = [
        file.count("vector length", MOST)?,
        file.count("number of layers", MOST)?,
        file.count("number of heads", MOST)?,
        file.count("inner length", MOST)?,
        file.count("number of words", MOST)?,
        file.count("number of positions", MOST)?,
        file.count("number of kinds of text", MOST)?,
    ];
    let epsilon = f32::from_le_bytes(file.array()?);
    let block = file.u32()? as usize;
    check_shape(Shape { hidden, layers, heads, inner, words, positions, kinds, epsilon }, block)
}

/// Holds the shape to what the kernels count on: whole blocks, whole heads, room for a text.
fn check_shape(shape: Shape, block: usize) -> Parsed<Shape> {
    let whole = |length: usize| length > 0 && length.is_multiple_of(q4::BLOCK);
    let heads = shape.heads > 0 && shape.hidden.is_multiple_of(shape.heads);
    let sound = shape.epsilon.is_finite() && shape.epsilon > 0.0;
    let roomy = shape.positions >= LEAST_POSITIONS && shape.kinds > 0;
    if block == q4::BLOCK && whole(shape.hidden) && whole(shape.inner) && heads && sound && roomy {
        return Ok(shape);
    }
    Err(Flaw::Foreign("has a shape that the engine does not know".to_owned()))
}

fn read_tensor(file: &mut Cursor<'_>) -> Parsed<(String, Tensor)> {
    let length = file.u16()?;
    let name = String::from_utf8_lossy(file.take(length.into())?).into_owned();
    let quantised = file.u8()? == QUANTISED;
    let count = file.u32()? as usize;
    let from = file.size()?;
    let to = from.checked_add(file.size()?);
    let place = from..to.ok_or_else(|| Flaw::Damaged(format!("ends before tensor `{name}`")))?;
    Ok((name, Tensor { quantised, count, place }))
}
