//! How the vectors of a vault lie, and how well meaning alone would tell links if they were treated otherwise.

use std::collections::BTreeMap;
use std::path::Path;

use notekin_embed::Model;
use notekin_index::{NoteId, NoteSet, Reader, Space, VectorStore};

use super::dice::Dice;
use super::links::auc_by_relation;
use super::request::{Relation, Variant, VectorSpread};
use super::sample::Sample;
use crate::Error;
use crate::engine::{model_of, space};

/// Pairs of vectors drawn for their mean cosine.
const PAIRS: usize = 2000;

/// Vectors from which it can be told how they lie.
const LEAST_VECTORS: usize = 10;

/// How many notes the model's mean counts as beside the vault's own.
const SHRINKAGE: f32 = 50.0;

/// Vectors of the passages of each note.
pub(super) type ByNote = BTreeMap<NoteId, Vec<Vec<f32>>>;

/// Vectors of the notes that are looked at, as the model gave them.
pub(super) struct Vectors {
    model: Model,
    space: Space,
    of: ByNote,
    /// The mean of them all.
    mean: Vec<f32>,
    /// The model's mean and theirs, weighed by the notes of the vault.
    shrunk: Vec<f32>,
}

/// What is done to one vector.
type Treat<'a> = dyn Fn(&[f32]) -> Vec<f32> + 'a;

/// What may be done to vectors before they are compared.
struct Treatment<'a> {
    group: &'static str,
    name: String,
    is_default: bool,
    treat: Box<Treat<'a>>,
}

impl Vectors {
    /// Reads the stored vectors of some notes; nothing where there are none.
    pub(super) fn read(
        reader: &Reader,
        folder: &Path,
        notes: &NoteSet,
    ) -> Result<Option<Self>, Error> {
        let Some(model) = model_of(reader) else { return Ok(None) };
        let mut store = VectorStore::open_anew(folder, &model.id, model.dims)?;
        let mut of = BTreeMap::new();
        for note in notes.iter() {
            let stored = store.get_many(&reader.vector_keys_of(note)?)?;
            let parts: Vec<Vec<f32>> = stored.into_iter().flatten().flatten().collect();
            if !parts.is_empty() {
                of.insert(note, parts);
            }
        }
        if of.is_empty() {
            return Ok(None);
        }
        let mean = mean(of.values().flatten(), model.dims);
        let count = reader.counts()?.notes as f32;
        let shrunk = mean.iter().zip(&model.mean);
        let shrunk = shrunk
            .map(|(own, model)| (count * own + SHRINKAGE * model) / (count + SHRINKAGE))
            .collect();
        Ok(Some(Self { space: space(&model), model, of, mean, shrunk }))
    }

    /// Returns how the vectors lie; nothing of so few that they lie by chance.
    pub(super) fn spread(&self, seed: u64) -> Option<VectorSpread> {
        let given: Vec<&Vec<f32>> = self.of.values().flatten().collect();
        if given.len() < LEAST_VECTORS {
            return None;
        }
        let centred: Vec<Vec<f32>> =
            given.iter().map(|vector| unit(minus(vector, &self.model.mean))).collect();
        let centred: Vec<&Vec<f32>> = centred.iter().collect();
        Some(VectorSpread {
            vectors: given.len(),
            mean_length: length(&self.mean),
            centred_mean_length: length(&mean(centred.iter().copied(), self.model.dims)),
            random_cosine: random_cosine(&given, &mut Dice::new(seed)),
            centred_random_cosine: random_cosine(&centred, &mut Dice::new(seed)),
        })
    }

    /// Returns how well the nearest passages of two notes would tell links, by several treatments of vectors.
    pub(super) fn variants(&self, sample: &Sample, seed: u64) -> Vec<Variant> {
        let all = self.centrings().into_iter().chain(self.dimensions()).chain(self.quantisations());
        let measure = |treatment: Treatment<'_>| {
            let nearest = nearest(&self.of, &sample.pairs, &treatment.treat);
            let (random, same_folder) = auc_by_relation(&nearest, seed);
            let Treatment { group, name, is_default, .. } = treatment;
            Variant { group, name, is_default, random, same_folder }
        };
        all.map(measure).collect()
    }

    /// Returns how well pairs are told by vectors with and without the model's words around passages, each less their mean.
    pub(super) fn prompts(
        &self,
        pairs: &[(NoteId, NoteId, Relation)],
        bare: ByNote,
        seed: u64,
    ) -> [Variant; 2] {
        let with = self.of.iter().filter(|(note, _)| bare.contains_key(note));
        let with = with.map(|(note, parts)| (*note, parts.clone())).collect();
        [("with them", true, with), ("without", false, bare)].map(|(name, is_default, of)| {
            let mean = mean(of.values().flatten(), self.model.dims);
            let nearest = nearest(&of, pairs, &|vector| minus(vector, &mean));
            let (random, same_folder) = auc_by_relation(&nearest, seed);
            let name = format!("{name}, {} notes", of.len());
            Variant { group: "prompts", name, is_default, random, same_folder }
        })
    }

    fn centrings(&self) -> [Treatment<'_>; 4] {
        let of = |name: &str, is_default, treat| Treatment {
            group: "centring",
            name: name.to_owned(),
            is_default,
            treat,
        };
        [
            of("as the model gives them", false, Box::new(<[f32]>::to_vec)),
            of("less the model's mean", false, Box::new(|v| minus(v, &self.model.mean))),
            of(
                "less the sample's mean, shrunk to the model's",
                false,
                Box::new(|v| minus(v, &self.shrunk)),
            ),
            of("less the model's mean and the language", true, Box::new(|v| self.usual(v))),
        ]
    }

    fn dimensions(&self) -> [Treatment<'_>; 3] {
        let whole = self.model.dims;
        [whole, whole / 2, whole / 4].map(|dims| Treatment {
            group: "dimensions",
            name: format!("{dims} of {whole}"),
            is_default: dims == whole,
            treat: Box::new(move |vector| {
                let mut cut = self.usual(vector);
                cut.truncate(dims);
                cut
            }),
        })
    }

    fn quantisations(&self) -> [Treatment<'_>; 3] {
        let of = |bits: &str, is_default, treat| Treatment {
            group: "quantisation",
            name: bits.to_owned(),
            is_default,
            treat,
        };
        [
            of("16 bits", false, Box::new(|v| self.usual(v))),
            of(
                "8 bits",
                true,
                Box::new(|v| self.space.transform(&eight_bits(minus(v, &self.model.mean)))),
            ),
            of("1 bit", false, Box::new(|v| self.usual(v).iter().map(|x| x.signum()).collect())),
        ]
    }

    /// Treats a vector as it is treated when notes are related, but for its bits.
    fn usual(&self, vector: &[f32]) -> Vec<f32> {
        self.space.transform(&minus(vector, &self.model.mean))
    }
}

/// Returns the cosine of the nearest passages of each pair, by vectors that are treated in some way.
fn nearest(
    of: &ByNote,
    pairs: &[(NoteId, NoteId, Relation)],
    treat: &Treat<'_>,
) -> Vec<(Relation, f32)> {
    let treated: ByNote = (of.iter())
        .map(|(note, parts)| (*note, parts.iter().map(|part| unit(treat(part))).collect()))
        .collect();
    let of = |note: &NoteId| treated.get(note).map(Vec::as_slice).unwrap_or_default();
    let nearest = |a: &NoteId, b: &NoteId| {
        let pairs = of(a).iter().flat_map(|one| of(b).iter().map(|other| dot(one, other)));
        pairs.reduce(f32::max)
    };
    pairs.iter().filter_map(|(a, b, relation)| Some((*relation, nearest(a, b)?))).collect()
}

/// Returns the mean cosine of two different vectors drawn by chance.
fn random_cosine(vectors: &[&Vec<f32>], dice: &mut Dice) -> f32 {
    let drawn = (0..PAIRS).map(|_| (dice.below(vectors.len()), dice.below(vectors.len())));
    let cosines = drawn
        .filter(|(one, other)| one != other)
        .filter_map(|(one, other)| Some(dot(vectors.get(one)?, vectors.get(other)?)));
    let cosines: Vec<f32> = cosines.collect();
    cosines.iter().sum::<f32>() / cosines.len().max(1) as f32
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn length(vector: &[f32]) -> f32 {
    dot(vector, vector).sqrt()
}

fn unit(mut vector: Vec<f32>) -> Vec<f32> {
    let length = length(&vector).max(f32::MIN_POSITIVE);
    for x in &mut vector {
        *x /= length;
    }
    vector
}

fn minus(vector: &[f32], mean: &[f32]) -> Vec<f32> {
    vector.iter().zip(mean).map(|(x, mean)| x - mean).collect()
}

fn mean<'v>(vectors: impl Iterator<Item = &'v Vec<f32>>, dims: usize) -> Vec<f32> {
    let (mut sum, mut count) = (vec![0.0; dims], 0.0_f32);
    for vector in vectors {
        sum.iter_mut().zip(vector).for_each(|(sum, x)| *sum += x);
        count += 1.0;
    }
    for x in &mut sum {
        *x /= count.max(1.0);
    }
    sum
}

/// Returns a vector in steps of which there are 127 to its largest number, as the index keeps it.
fn eight_bits(mut vector: Vec<f32>) -> Vec<f32> {
    let largest = vector.iter().fold(f32::MIN_POSITIVE, |largest, x| largest.max(x.abs()));
    let step = largest / 127.0;
    for x in &mut vector {
        *x = (*x / step).round() * step;
    }
    vector
}
