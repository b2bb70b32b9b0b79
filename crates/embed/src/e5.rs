//! The built-in model: multilingual-e5-small in 4 bits, on our own engine.
mod characters;
mod closeness;
mod cursor;
mod encoder;
mod parts;
mod pieces;
#[cfg(test)]
mod synthetic;
#[cfg(test)]
mod tests;
mod tokenizer;
mod weights;

use crate::error::Error;
use crate::kernel::Cpu;
use crate::model::{LinkOdds, Logistic, Model, ScoreTable, Subspace};
use crate::passage::{Parts, Passage};
use crate::template::Template;
use crate::vector::normalise;
use crate::{Embedder, check_cancelled};
use cursor::{Flaw, Parsed};
use encoder::Encoder;
use memmap2::Mmap;
use rayon::prelude::*;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use tokenizer::Tokenizer;
use weights::Weights;

/// The id of the built-in model.
pub(crate) const ID: &str = "e5-small-q4";
const DIMS: usize = 384;
const TOKEN_LIMIT: usize = 512;
/// The mark before a text and the one after it.
const MARKS: usize = 2;
/// What the model wants before a passage and before a query.
const PASSAGE: &str = "passage: ";
const QUERY: &str = "query: ";

/// The share of the language directions that is taken out; chosen on two small sets.
const SUBSPACE_FACTOR: f32 = 0.6;
/// The share of the queries' mean that is taken off: less than all, since nobody's queries are like all the world's.
const QUERY_MEAN_SHARE: f32 = 0.8;
/// `recipe/constants.py` made all of these: little-endian floats, rows of 384.
static SUBSPACE: &[u8] = include_bytes!("e5/subspace.f32");
static MEAN: &[u8] = include_bytes!("e5/mean.f32");
static QUERY_MEAN: &[u8] = include_bytes!("e5/query_mean.f32");

/// The engine with its weights mapped.
#[derive(Debug)]
pub(crate) struct E5 {
    model: Model,
    path: PathBuf,
    tokenizer: Tokenizer,
    encoder: Encoder,
}

/// Returns the model's registry entry.
pub(crate) fn model() -> Model {
    let basis = cursor::floats(SUBSPACE).chunks_exact(DIMS).map(<[f32]>::to_vec).collect();
    Model {
        id: ID.to_owned(),
        dims: DIMS,
        token_limit: TOKEN_LIMIT,
        licence: "MIT".to_owned(),
        template: Template::prefixed(PASSAGE, QUERY),
        mean: cursor::floats(MEAN),
        query_mean: cursor::floats(QUERY_MEAN).into_iter().map(|x| x * QUERY_MEAN_SHARE).collect(),
        subspace: Subspace { basis, factor: SUBSPACE_FACTOR },
        // Answers: fitted to questions with known answers and to others that have none. Links: set by eye from the range
        // the cosines lie in.
        scores: ScoreTable {
            answers: Logistic { middle: 0.24, steepness: 18.0 },
            background: 0.15,
            links: LinkOdds {
                meaning: 4.8,
                words: 2.36,
                names: 2.5,
                paths: 0.85,
                shared: 0.28,
                bias: -3.83,
                least: 0.5,
            },
        },
    }
}

impl E5 {
    /// Opens the weights at `path` for this processor.
    pub(crate) fn open(path: &Path) -> Result<Self, Error> {
        Self::open_whole(Cpu::detect(), path)
    }

    /// Opens them once for each kernel that this processor has, with its name; the best is the last.
    pub(crate) fn open_each(path: &Path) -> Result<Vec<(&'static str, Self)>, Error> {
        let open = |cpu: Cpu| Ok((cpu.name(), Self::open_whole(cpu, path)?));
        Cpu::all().into_iter().map(open).collect()
    }

    fn open_whole(cpu: Cpu, path: &Path) -> Result<Self, Error> {
        let engine = Self::open_for(cpu, model(), path)?;
        if engine.encoder.dims() == DIMS && engine.encoder.limit() >= TOKEN_LIMIT {
            return Ok(engine);
        }
        let reason = "holds another model".to_owned();
        Err(Error::Unsupported { path: path.to_owned(), reason })
    }

    fn open_for(cpu: Cpu, model: Model, path: &Path) -> Result<Self, Error> {
        let file = File::open(path).map_err(Error::at(path))?;
        let map = map(&file).map_err(Error::at(path))?;
        let (tokenizer, encoder) = read(map, cpu).map_err(|flaw| flaw.of(path))?;
        Ok(Self { model, path: path.to_owned(), tokenizer, encoder })
    }

    /// Returns the tokens of each part of a text, marks included: the header's, then a share of
    /// the body's. A header that would fill a quarter of a part is told once, with the body.
    fn parts(&self, prefix: &str, header: &str, body: &str) -> Vec<Vec<u32>> {
        let room = self.model.token_limit - MARKS;
        let mut head = self.tokenizer.tokens(&format!("{prefix}{header}"));
        let mut body = self.tokenizer.tokens(body);
        if head.len() + body.len() > room && head.len() > room / 4 {
            let told = self.tokenizer.tokens(prefix).len();
            body.splice(0..0, head.split_off(told));
        }
        let starts_word = |place: usize| {
            body.get(place).is_some_and(|&token| self.tokenizer.pieces.starts_word(token))
        };
        let parts = parts::divide(body.len(), room - head.len(), starts_word);
        let parts = parts.into_iter().filter_map(|part| body.get(part));
        parts.map(|part| self.marked(&head, part)).collect()
    }

    fn marked(&self, head: &[u32], part: &[u32]) -> Vec<u32> {
        let pieces = &self.tokenizer.pieces;
        [&[pieces.begin], head, part, &[pieces.end]].concat()
    }

    /// Returns how many tokens fit after those of a prefix.
    fn room_after(&self, prefix: &[u32]) -> usize {
        self.model.token_limit.saturating_sub(MARKS + prefix.len())
    }

    fn vector(&self, tokens: &[u32]) -> Result<Vec<f32>, Error> {
        self.encoder.vector(tokens).ok_or_else(|| self.damaged())
    }

    /// Returns the vectors of passages with a prefix before each part.
    ///
    /// Works on all parts of all passages at once, one to a core, the long ones first, so that the
    /// cores finish together.
    fn prefixed(
        &self,
        prefix: &str,
        passages: &[Passage<'_>],
        cancel: &AtomicBool,
    ) -> Result<Vec<Parts>, Error> {
        let parts: Vec<_> = passages
            .par_iter()
            .map(|passage| self.parts(prefix, &passage.header(), passage.text))
            .collect();
        let mut work: Vec<_> = parts.iter().flatten().enumerate().collect();
        work.sort_by_key(|(_, tokens)| std::cmp::Reverse(tokens.len()));
        let mut done = work
            .into_par_iter()
            .with_max_len(1)
            .map(|(place, tokens)| {
                check_cancelled(cancel)?;
                Ok((place, self.vector(tokens)?))
            })
            .collect::<Result<Vec<_>, Error>>()?;
        done.sort_by_key(|(place, _)| *place);
        let mut vectors = done.into_iter().map(|(_, vector)| vector);
        Ok(parts.iter().map(|parts| vectors.by_ref().take(parts.len()).collect()).collect())
    }

    fn damaged(&self) -> Error {
        let flaw = "gives numbers that are no vector".to_owned();
        Error::Corrupt { path: self.path.clone(), flaw }
    }
}

impl Embedder for E5 {
    fn model(&self) -> &Model {
        &self.model
    }

    fn passages(&self, passages: &[Passage<'_>], cancel: &AtomicBool) -> Result<Vec<Parts>, Error> {
        self.prefixed(PASSAGE, passages, cancel)
    }

    fn passages_without_prompt(
        &self,
        passages: &[Passage<'_>],
        cancel: &AtomicBool,
    ) -> Option<Result<Vec<Parts>, Error>> {
        Some(self.prefixed("", passages, cancel))
    }

    fn query(&self, text: &str) -> Result<Vec<f32>, Error> {
        let prefix = self.tokenizer.tokens(QUERY);
        let room = self.room_after(&prefix);
        let read = text.get(..self.tokenizer.fitting(text, room)).unwrap_or(text);
        let mut tokens = self.tokenizer.tokens(read);
        // Words cut one by one may differ from the same words in a row where an odd space stands between them.
        tokens.truncate(room);
        let mut vector = self.vector(&self.marked(&prefix, &tokens))?;
        if normalise(&mut vector) { Ok(vector) } else { Err(self.damaged()) }
    }

    fn closeness(&self, query: &str, sentences: &[&str]) -> Option<Vec<f32>> {
        Some(self.shares(query, sentences))
    }

    fn reach(&self, text: &str) -> usize {
        let prefix = self.tokenizer.tokens(QUERY);
        self.tokenizer.fitting(text, self.room_after(&prefix))
    }
}

impl Flaw {
    fn of(self, path: &Path) -> Error {
        let path = path.to_owned();
        match self {
            Self::Damaged(flaw) => Error::Corrupt { path, flaw },
            Self::Foreign(reason) => Error::Unsupported { path, reason },
        }
    }
}

fn read(map: Mmap, cpu: Cpu) -> Parsed<(Tokenizer, Encoder)> {
    let (weights, tokenizer) = Weights::read(map)?;
    Ok((tokenizer, Encoder::new(weights, cpu)?))
}

#[expect(unsafe_code, reason = "a file that shrinks while it is mapped is beyond our control")]
fn map(file: &File) -> std::io::Result<Mmap> {
    // SAFETY: the map is only read, as bytes, of which any value is valid. `install` never writes
    // into a weights file: it puts a new one in the old one's place, and the map keeps the old.
    unsafe { Mmap::map(file) }
}
