//! What related notes are looked for: a note, a part of one, or a text of its own.

use std::sync::atomic::AtomicBool;

use notekin_embed::Passage;
use notekin_index::{ChunkId, ChunkRow, NoteRow, Reader};
use notekin_note::fold;

use super::request::Subject;
use crate::engine::{Engine, space};
use crate::notice::Notice;
use crate::{Audience, Error, likeness, names};

/// Vectors compared with those of the vault; of a longer note those of passages all over it. Each costs one scan.
const MOST_VECTORS: usize = 8;

/// A text that gets an answer for its meaning is cut here; what comes behind still counts by words.
const MOST_TEXT: usize = 64 << 10;

/// The text looked at, ready to be compared.
pub(super) struct LookedAt {
    /// The note it is of.
    pub(super) note: Option<NoteRow>,
    /// The note's names.
    pub(super) names: Vec<String>,
    pub(super) texts: Vec<String>,
    /// Vectors of its passages, less the model's mean, each with the passage.
    pub(super) vectors: Vec<(Option<ChunkId>, Vec<f32>)>,
}

impl LookedAt {
    /// Reads what is looked at; needs the model for a text only, and tells when it is missing.
    pub(super) fn read(
        engine: &Engine,
        reader: &Reader,
        subject: &Subject,
        audience: Audience,
        notices: &mut Vec<Notice>,
    ) -> Result<Self, Error> {
        match subject {
            Subject::Text(text) => Self::of_text(engine, reader, text, notices),
            Subject::Note(name) => {
                Self::of_note(reader, names::find(reader, name, audience)?, None)
            }
            Subject::Section { note, heading } => {
                Self::of_note(reader, names::find(reader, note, audience)?, Some(heading))
            }
        }
    }

    fn of_note(reader: &Reader, note: NoteRow, heading: Option<&String>) -> Result<Self, Error> {
        let mut chunks = reader.chunks(note.id)?;
        if let Some(heading) = heading {
            chunks = within(&note, chunks, heading)?;
        }
        let model = reader.model().and_then(notekin_embed::model);
        let vectors = model.map(|model| reader.vectors(&space(&model), note.id)).transpose()?;
        let is_in = |chunk: &ChunkId| chunks.iter().any(|row| row.id == *chunk);
        let vectors: Vec<_> = vectors
            .unwrap_or_default()
            .into_iter()
            .filter(|(chunk, _)| is_in(chunk))
            .map(|(chunk, vector)| (Some(chunk), vector))
            .collect();
        let detail = reader.detail(note.id)?.unwrap_or_default();
        let mut names = vec![note.title.clone()];
        names.extend(detail.other_titles.into_iter().chain(detail.aliases));
        names.dedup();
        let texts = chunks.into_iter().map(|chunk| chunk.text).collect();
        Ok(Self { note: Some(note), names, texts, vectors: spread(vectors) })
    }

    fn of_text(
        engine: &Engine,
        reader: &Reader,
        text: &str,
        notices: &mut Vec<Notice>,
    ) -> Result<Self, Error> {
        if text.trim().is_empty() {
            return Err(Error::Invalid("there is no text to find related notes for".to_owned()));
        }
        let vectors = match engine.model() {
            Ok(embedder) if reader.model() == Some(embedder.model().id) => {
                let head = &text[..text.floor_char_boundary(MOST_TEXT)];
                let passage = Passage { title: "", heading: &[], text: head };
                let made = embedder.passages(&[passage], &AtomicBool::new(false))?;
                let mean = &embedder.model().mean;
                let centred = |part: Vec<f32>| part.iter().zip(mean).map(|(x, m)| x - m).collect();
                made.into_iter().flatten().map(|part| (None, centred(part))).collect()
            }
            Ok(_) => Vec::new(),
            Err(_) => {
                notices.push(Notice::NoModel { model: engine.settings().model.clone() });
                Vec::new()
            }
        };
        let texts = vec![text.to_owned()];
        Ok(Self { note: None, names: Vec::new(), texts, vectors: spread(vectors) })
    }

    /// Returns the texts, as the index takes them.
    pub(super) fn texts(&self) -> Vec<&str> {
        self.texts.iter().map(String::as_str).collect()
    }
}

/// Returns the passages under a heading; an error names those there are.
fn within(note: &NoteRow, chunks: Vec<ChunkRow>, heading: &str) -> Result<Vec<ChunkRow>, Error> {
    let wanted = fold(heading.trim().trim_start_matches('#').trim());
    let is_under = |chunk: &ChunkRow| chunk.heading.iter().any(|title| fold(title) == wanted);
    let (under, others): (Vec<_>, Vec<_>) = chunks.into_iter().partition(is_under);
    if under.is_empty() {
        let titles = others.iter().flat_map(|chunk| &chunk.heading);
        let near = likeness::nearest(heading, titles.map(|title| (title.as_str(), title.as_str())));
        let note = note.path.as_str().to_owned();
        return Err(Error::NoSuchPart { note, part: heading.to_owned(), near });
    }
    Ok(under)
}

/// Returns as many vectors as are compared, all over the text.
fn spread<T>(vectors: Vec<T>) -> Vec<T> {
    let count = vectors.len();
    if count <= MOST_VECTORS {
        return vectors;
    }
    let is_taken = |at: usize| at * MOST_VECTORS / count != (at + 1) * MOST_VECTORS / count;
    vectors.into_iter().enumerate().filter(|(at, _)| is_taken(*at)).map(|(_, it)| it).collect()
}
