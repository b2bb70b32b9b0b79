//! Writes a weights file of a tiny model, so that the engine is tested without the real one.
use crate::kernel::q4;
use half::f16;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

pub(super) const HIDDEN: usize = 32;
pub(super) const POSITIONS: usize = 24;
const INNER: usize = 64;
const LAYERS: usize = 2;
const HEADS: usize = 2;

/// The vocabulary: the marks, then what the tests' texts are made of. `_` stands for the mark
/// before a word.
const PIECES: [(&str, f32); 15] = [
    ("<s>", 0.0),
    ("<pad>", 0.0),
    ("</s>", 0.0),
    ("<unk>", 0.0),
    ("_", -3.0),
    ("_bread", -4.0),
    ("_br", -5.0),
    ("ead", -5.0),
    ("s", -3.5),
    ("_query", -4.0),
    ("_passage", -4.0),
    (":", -3.0),
    ("e", -6.0),
    ("\u{e9}", -6.0),
    ("_a", -4.0),
];

/// A temporary folder with the file in it.
pub(super) struct Synthetic {
    folder: TempDir,
}

impl Synthetic {
    /// Writes `bytes` as the weights file.
    pub(super) fn with(bytes: &[u8]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("tiny.bin"), bytes).unwrap();
        Self { folder }
    }

    pub(super) fn path(&self) -> PathBuf {
        Path::new(self.folder.path()).join("tiny.bin")
    }
}

/// Returns the bytes of a sound file.
pub(super) fn bytes() -> Vec<u8> {
    let mut head = Vec::from(*b"E5S1");
    let shape = [1, HIDDEN, LAYERS, HEADS, INNER, PIECES.len(), POSITIONS, 1];
    put_all(&mut head, &shape);
    head.extend(1e-12_f32.to_le_bytes());
    put_all(&mut head, &[q4::BLOCK]);
    put_vocabulary(&mut head);
    put_characters(&mut head, &[('\n', " "), ('\t', " "), ('\u{7f}', "")]);
    let tensors = tensors();
    put_all(&mut head, &[tensors.len()]);
    let list: usize = tensors.iter().map(|tensor| tensor.name.len() + 23).sum();
    let mut place = head.len() + list;
    for tensor in &tensors {
        head.extend((tensor.name.len() as u16).to_le_bytes());
        head.extend(tensor.name.as_bytes());
        head.push(tensor.quantised.into());
        put_all(&mut head, &[tensor.count]);
        head.extend((place as u64).to_le_bytes());
        head.extend((tensor.bytes.len() as u64).to_le_bytes());
        place += tensor.bytes.len();
    }
    head.extend(tensors.into_iter().flat_map(|tensor| tensor.bytes));
    head
}

struct Tensor {
    name: String,
    quantised: bool,
    count: usize,
    bytes: Vec<u8>,
}

fn put_all(file: &mut Vec<u8>, numbers: &[usize]) {
    file.extend(numbers.iter().flat_map(|&number| (number as u32).to_le_bytes()));
}

fn put_vocabulary(file: &mut Vec<u8>) {
    put_all(file, &[PIECES.len(), 0, 2, 1, 3]);
    let pieces: Vec<_> = PIECES.iter().map(|(piece, _)| piece.replace('_', "\u{2581}")).collect();
    file.extend((pieces.concat().len() as u64).to_le_bytes());
    let mut start = 0;
    for piece in &pieces {
        put_all(file, &[start]);
        start += piece.len();
    }
    put_all(file, &[start]);
    file.extend(PIECES.iter().flat_map(|(_, score)| score.to_le_bytes()));
    file.extend(pieces.concat().as_bytes());
}

fn put_characters(file: &mut Vec<u8>, images: &[(char, &str)]) {
    let mut entries = Vec::new();
    for (from, to) in images {
        put_all(&mut entries, &[*from as usize]);
        entries.push(to.chars().count() as u8);
        put_all(&mut entries, &to.chars().map(|c| c as usize).collect::<Vec<_>>());
    }
    put_all(file, &[images.len(), entries.len()]);
    file.extend(entries);
}

fn tensors() -> Vec<Tensor> {
    let mut tensors = vec![
        quantised("emb.word", PIECES.len() * HIDDEN),
        floats("emb.pos", POSITIONS * HIDDEN, 0.1),
        floats("emb.type", HIDDEN, 0.1),
    ];
    tensors.extend(norm("emb.ln"));
    for layer in 0..LAYERS {
        for (name, inputs, outputs) in [
            ("q", HIDDEN, HIDDEN),
            ("k", HIDDEN, HIDDEN),
            ("v", HIDDEN, HIDDEN),
            ("ao", HIDDEN, HIDDEN),
            ("fi", HIDDEN, INNER),
            ("fo", INNER, HIDDEN),
        ] {
            tensors.push(quantised(&format!("l{layer}.{name}.w"), inputs * outputs));
            tensors.push(floats(&format!("l{layer}.{name}.b"), outputs, 0.1));
        }
        tensors.extend(norm(&format!("l{layer}.aln")));
        tensors.extend(norm(&format!("l{layer}.oln")));
    }
    tensors
}

fn norm(name: &str) -> [Tensor; 2] {
    [floats(&format!("{name}.w"), HIDDEN, 1.0), floats(&format!("{name}.b"), HIDDEN, 0.1)]
}

fn floats(name: &str, count: usize, size: f32) -> Tensor {
    let numbers = noise(name).map(|byte| (f32::from(byte) / 128.0 - 1.0) * size);
    let bytes = numbers.take(count).flat_map(f32::to_le_bytes).collect();
    Tensor { name: name.to_owned(), quantised: false, count, bytes }
}

fn quantised(name: &str, count: usize) -> Tensor {
    let mut noise = noise(name);
    let scale = f16::from_f32(0.05).to_le_bytes();
    let block = |_| scale.into_iter().chain(noise.by_ref().take(q4::BLOCK / 2)).collect::<Vec<_>>();
    let bytes = (0..count / q4::BLOCK).flat_map(block).collect();
    Tensor { name: name.to_owned(), quantised: true, count, bytes }
}

/// Returns bytes without a pattern, the same for the same name.
fn noise(name: &str) -> impl Iterator<Item = u8> + use<> {
    let mut state = name.bytes().fold(1_u64, |state, byte| state * 31 + u64::from(byte));
    std::iter::repeat_with(move || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    })
}
