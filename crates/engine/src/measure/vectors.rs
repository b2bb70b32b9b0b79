//! How the vectors of a vault lie, and how well meaning alone would tell links if they were treated otherwise.

use std::collections::BTreeMap;

use notekin_embed::Model;
use notekin_index::{NoteId, NoteSet, Reader, VectorStore};

use super::dice::Dice;
use super::links::told_apart;
use super::request::{Relation, Variant, VectorSpread};
use super::sample::Sample;
use crate::Error;

/// Pairs of vectors drawn for their mean cosine.
const PAIRS: usize = 2000;

/// How many notes the model's mean counts as beside the vault's own, as the design has it.
const SHRINKAGE: f32 = 50.0;

/// The vectors of the notes that are looked at, as the model gave them.
pub(super) struct Vectors {
    model: Model,
    of: BTreeMap<NoteId, Vec<Vec<f32>>>,
    mean: Vec<f32>,
}

impl Vectors {
    /// Reads the stored vectors of some notes; nothing where there are none.
    pub(super) fn read(
        reader: &Reader,
        folder: &std::path::Path,
        notes: &NoteSet,
    ) -> Result<Option<Self>, Error> {
        let Some(model) = reader.model().and_then(notekin_embed::model) else { return Ok(None) };
        let mut store = VectorStore::open(folder, model.id, model.dims)?;
        let mut of = BTreeMap::new();
        for note in notes.iter() {
            let stored = store.get_many(&reader.vector_keys_of(note)?)?;
            let parts: Vec<Vec<f32>> = stored.into_iter().flatten().flatten().collect();
            if !parts.is_empty() {
                of.insert(note, parts);
            }
        }
        let all: Vec<&Vec<f32>> = of.values().flatten().collect();
        if all.is_empty() {
            return Ok(None);
        }
        let mean = mean(&all, model.dims);
        Ok(Some(Self { model, of, mean }))
    }

    /// Returns how the vectors lie.
    pub(super) fn spread(&self, dice: &mut Dice) -> VectorSpread {
        let all: Vec<&Vec<f32>> = self.of.values().flatten().collect();
        let centred: Vec<Vec<f32>> =
            all.iter().map(|vector| unit(less(vector, &self.model.mean))).collect();
        let drawn: Vec<(usize, usize)> =
            (0..PAIRS).map(|_| (dice.below(all.len()), dice.below(all.len()))).collect();
        let cosine = |of: &dyn Fn(usize) -> Vec<f32>| {
            let pairs = drawn.iter().filter(|(one, other)| one != other);
            let (sum, count) = pairs.fold((0.0, 0), |(sum, count), (one, other)| {
                (sum + dot(&of(*one), &of(*other)), count + 1)
            });
            sum / (count.max(1) as f32)
        };
        VectorSpread {
            vectors: all.len(),
            mean_length: length(&self.mean),
            centred_mean_length: length(&mean(
                &centred.iter().collect::<Vec<_>>(),
                self.model.dims,
            )),
            random_cosine: cosine(&|at| all[at].clone()),
            centred_random_cosine: cosine(&|at| centred[at].clone()),
        }
    }

    /// Returns how well the nearest passages of two notes would tell links, by several treatments of vectors.
    pub(super) fn variants(&self, sample: &Sample, dice: &mut Dice) -> Vec<Variant> {
        let usual = |vector: &[f32]| self.without_language(less(vector, &self.model.mean));
        let count = self.of.len() as f32;
        let shrunk: Vec<f32> = (self.mean.iter().zip(&self.model.mean))
            .map(|(own, models)| (count * own + SHRINKAGE * models) / (count + SHRINKAGE))
            .collect();
        let cut = |dims: usize| {
            move |mut vector: Vec<f32>| {
                vector.truncate(dims);
                vector
            }
        };
        let (half, quarter) = (self.model.dims / 2, self.model.dims / 4);
        let treatments: Vec<(&'static str, String, bool, Box<Treatment<'_>>)> = vec![
            ("centring", "as the model gives them".into(), false, Box::new(<[f32]>::to_vec)),
            (
                "centring",
                "less the model's mean".into(),
                false,
                Box::new(|v| less(v, &self.model.mean)),
            ),
            (
                "centring",
                "less the vault's mean, shrunk to the model's".into(),
                false,
                Box::new(|v| less(v, &shrunk)),
            ),
            ("centring", "less the model's mean and the language".into(), true, Box::new(usual)),
            (
                "dimensions",
                format!("{} of {}", half, self.model.dims),
                false,
                Box::new(move |v| cut(half)(usual(v))),
            ),
            (
                "dimensions",
                format!("{} of {}", quarter, self.model.dims),
                false,
                Box::new(move |v| cut(quarter)(usual(v))),
            ),
            ("quantisation", "16 bits".into(), false, Box::new(usual)),
            ("quantisation", "8 bits".into(), true, Box::new(move |v| eight_bits(usual(v)))),
            (
                "quantisation",
                "1 bit".into(),
                false,
                Box::new(move |v| usual(v).iter().map(|x| x.signum()).collect()),
            ),
        ];
        let measure =
            |(of, name, usual, treat): (&'static str, String, bool, Box<Treatment<'_>>)| {
                let (random, same_folder) = told_apart(&self.nearest(sample, &treat), dice);
                Variant { of, name, usual, random, same_folder }
            };
        treatments.into_iter().map(measure).collect()
    }

    /// Returns the cosine of the nearest passages of each pair.
    fn nearest(&self, sample: &Sample, treat: &Treatment<'_>) -> Vec<(Relation, f32)> {
        let treated: BTreeMap<NoteId, Vec<Vec<f32>>> = (self.of.iter())
            .map(|(note, parts)| (*note, parts.iter().map(|part| unit(treat(part))).collect()))
            .collect();
        let of = |note: &NoteId| treated.get(note).map(Vec::as_slice).unwrap_or_default();
        let nearest = |a: &NoteId, b: &NoteId| {
            let pairs = of(a).iter().flat_map(|one| of(b).iter().map(|other| dot(one, other)));
            pairs.reduce(f32::max)
        };
        let known = sample.pairs.iter();
        known.filter_map(|(a, b, relation)| Some((*relation, nearest(a, b)?))).collect()
    }

    fn without_language(&self, mut vector: Vec<f32>) -> Vec<f32> {
        let parts: Vec<f32> =
            self.model.subspace.basis.iter().map(|axis| dot(axis, &vector)).collect();
        for (axis, part) in self.model.subspace.basis.iter().zip(parts) {
            let share = self.model.subspace.factor * part;
            vector.iter_mut().zip(axis).for_each(|(x, direction)| *x -= share * direction);
        }
        vector
    }
}

/// What is done to a vector before it is compared.
type Treatment<'a> = dyn Fn(&[f32]) -> Vec<f32> + 'a;

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

fn less(vector: &[f32], mean: &[f32]) -> Vec<f32> {
    vector.iter().zip(mean).map(|(x, mean)| x - mean).collect()
}

fn mean(vectors: &[&Vec<f32>], dims: usize) -> Vec<f32> {
    let mut sum = vec![0.0; dims];
    for vector in vectors {
        sum.iter_mut().zip(*vector).for_each(|(sum, x)| *sum += x);
    }
    for x in &mut sum {
        *x /= vectors.len().max(1) as f32;
    }
    sum
}

/// Returns a vector in steps of which there are 127 to its largest number, as it is scanned.
fn eight_bits(mut vector: Vec<f32>) -> Vec<f32> {
    let largest = vector.iter().fold(f32::MIN_POSITIVE, |largest, x| largest.max(x.abs()));
    let step = largest / 127.0;
    for x in &mut vector {
        *x = (*x / step).round() * step;
    }
    vector
}
