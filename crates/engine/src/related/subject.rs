//! What related notes are looked for: a note, a part of one, or a text of its own.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use notekin_embed::Passage;
use notekin_index::{ChunkId, ChunkRow, NoteRow, Reader, SectionRow};
use notekin_note::{Span, fold};

use super::request::Subject;
use crate::engine::{Engine, model_of, space};
use crate::notice::Notice;
use crate::{Audience, Error, likeness, names};

/// Vectors compared with those of the vault; of a longer note those of passages all over it. Each costs one scan.
const MOST_VECTORS: usize = 8;

/// Of a longer text only this beginning is compared by meaning, all of it by words.
const MOST_TEXT: usize = 16 << 10;

/// The text looked at, ready to be compared.
pub(super) struct ResolvedSubject {
    /// Whether it is all of a note.
    pub(super) is_whole: bool,
    /// The note it is of.
    pub(super) note: Option<NoteRow>,
    /// The note's names.
    pub(super) names: Vec<String>,
    pub(super) texts: Vec<String>,
    /// Vectors of its passages, less the model's mean, each with the passage.
    pub(super) vectors: Vec<(Option<ChunkId>, Vec<f32>)>,
}

impl ResolvedSubject {
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
            Subject::Note(name) => match named(reader, names::linked_by(name), audience)? {
                (note, None) => Self::of_note(reader, note, None),
                (note, Some(heading)) => Self::of_note(reader, note, Some((heading, notices))),
            },
        }
    }

    /// Reads a note, or what stands under one of its headings; tells when more than that counts.
    pub(super) fn of_note(
        reader: &Reader,
        note: NoteRow,
        heading: Option<(&str, &mut Vec<Notice>)>,
    ) -> Result<Self, Error> {
        let mut chunks = reader.chunks(note.id)?;
        let detail = reader.detail(note.id)?.unwrap_or_default();
        let is_whole = heading.is_none();
        if let Some((heading, notices)) = heading {
            let span = section(&note, &detail.sections, heading)?;
            chunks.retain(|chunk| chunk.span.start < span.end && span.start < chunk.span.end);
            let is_more =
                |chunk: &ChunkRow| chunk.span.start < span.start || span.end < chunk.span.end;
            if chunks.iter().any(is_more) {
                notices.push(Notice::Neighbours { heading: heading.trim().to_owned() });
            }
        }
        let model = model_of(reader);
        let vectors = model.map(|model| reader.vectors(&space(&model), note.id)).transpose()?;
        let ids: BTreeSet<ChunkId> = chunks.iter().map(|chunk| chunk.id).collect();
        let vectors: Vec<_> = vectors
            .unwrap_or_default()
            .into_iter()
            .filter(|(chunk, _)| ids.contains(chunk))
            .map(|(chunk, vector)| (Some(chunk), vector))
            .collect();
        let mut names = vec![note.title.clone()];
        for name in detail.other_titles.into_iter().chain(detail.aliases) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let texts = chunks.into_iter().map(|chunk| chunk.text).collect();
        Ok(Self { is_whole, note: Some(note), names, texts, vectors: spread(vectors) })
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
        let vectors = match engine.serving_model(reader) {
            Ok(embedder) if reader.model() == Some(embedder.model().id.as_str()) => {
                let head = &text[..text.floor_char_boundary(MOST_TEXT)];
                if head.len() < text.len() {
                    notices.push(Notice::MeaningCut { characters: head.chars().count() });
                }
                let passage = Passage { title: "", heading: &[], text: head };
                let made = embedder.passages(&[passage], &AtomicBool::new(false));
                let made = made.unwrap_or_else(|error| {
                    notices.push(Notice::of_model(&error, &engine.settings().model));
                    Vec::new()
                });
                let mean = &embedder.model().mean;
                let centred = |part: Vec<f32>| part.iter().zip(mean).map(|(x, m)| x - m).collect();
                made.into_iter().flatten().map(|part| (None, centred(part))).collect()
            }
            Ok(_) => Vec::new(),
            Err(error) => {
                notices.push(Notice::of_model(&error, &engine.settings().model));
                Vec::new()
            }
        };
        let texts = vec![text.to_owned()];
        let (is_whole, vectors) = (false, spread(vectors));
        Ok(Self { is_whole, note: None, names: Vec::new(), texts, vectors })
    }

    /// Returns the texts, as the index takes them.
    pub(super) fn texts(&self) -> Vec<&str> {
        self.texts.iter().map(String::as_str).collect()
    }
}

/// Returns the note of a name, and the heading in it where one is named behind a `#`. Names and headings may have that sign
/// themselves.
fn named<'n>(
    reader: &Reader,
    name: &'n str,
    audience: Audience,
) -> Result<(NoteRow, Option<&'n str>), Error> {
    let mut failed = match names::find(reader, name, audience) {
        Ok(note) => return Ok((note, None)),
        Err(error) => error,
    };
    for (nth, (at, _)) in name.match_indices('#').filter(|(at, _)| *at > 0).enumerate() {
        match names::find(reader, &name[..at], audience) {
            Ok(note) => return Ok((note, Some(&name[at + 1..]))),
            Err(error) if nth == 0 => failed = error,
            Err(_) => {}
        }
    }
    Err(failed)
}

/// Returns the bytes of the section under a heading, with those below it; an error names the headings there are.
///
/// Small sections are one passage, so that a passage may begin before its section and go on behind it.
fn section(note: &NoteRow, sections: &[SectionRow], heading: &str) -> Result<Span, Error> {
    let wanted = fold(heading.trim().trim_start_matches('#').trim());
    let Some(at) = sections.iter().position(|section| fold(&section.title) == wanted) else {
        let titles = sections.iter().map(|section| section.title.as_str());
        let near = likeness::nearest(heading, titles.map(|title| (title, title)));
        let note = note.path.as_str().to_owned();
        return Err(Error::NoSuchPart { note, part: format!("heading `{heading}`"), near });
    };
    let (start, level) = sections.get(at).map_or((0, 0), |own| (own.span.start, own.level));
    let next = sections.iter().skip(at + 1).find(|section| section.level <= level);
    Ok(Span { start, end: next.map_or(usize::MAX, |section| section.span.start) })
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
