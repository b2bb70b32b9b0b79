//! The words index on disk: opened by readers, kept up by the writer.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use tantivy::directory::MmapDirectory;
use tantivy::directory::error::{OpenReadError, OpenWriteError};
use tantivy::indexer::NoMergePolicy;
use tantivy::tokenizer::{TextAnalyzer, Token, TokenStream, Tokenizer};
use tantivy::{
    Index, IndexWriter, ReloadPolicy, Searcher, SegmentMeta, TantivyDocument, TantivyError, Term,
};

use super::folder::Folder;
use super::schema::{Fields, TOKENIZER};
use super::tokens::Tokens;
use crate::error::{Error, Result};
use crate::ids::ChunkId;
use crate::layout::create_folder;
use crate::notes::{Queued, Wording};

/// Memory for the words of a batch before they are written.
const HEAP_BYTES: usize = 40 << 20;
/// Segments below this size are merged together ...
const SMALL_DOCS: u32 = 4096;
/// ... when there are more of them than this.
const MAX_SMALL: usize = 8;

/// Opens the words index for searching.
pub(crate) fn open_searcher(folder: &Path) -> Result<Searcher> {
    let open = || -> tantivy::Result<Searcher> {
        let builder = open_for_reading(folder)?.reader_builder();
        Ok(builder.reload_policy(ReloadPolicy::Manual).try_into()?.searcher())
    };
    open().map_err(|error| match error {
        // A writer has taken it away meanwhile, or it is missing.
        TantivyError::OpenReadError(OpenReadError::FileDoesNotExist(file)) => {
            Error::io(&folder.join(file), std::io::ErrorKind::NotFound.into())
        }
        other => meaning(folder, other),
    })
}

fn open_for_reading(folder: &Path) -> tantivy::Result<Index> {
    Index::open(Folder(MmapDirectory::open(folder)?))
}

/// What the last commit of the words index says about itself.
pub(crate) fn payload(folder: &Path) -> Result<Option<String>> {
    let metas = open_for_reading(folder).and_then(|index| index.load_metas());
    metas.map(|metas| metas.payload).map_err(|error| meaning(folder, error))
}

/// Compares every file of the words index with its checksum; takes the time of reading them all.
///
/// A file that a writer takes away meanwhile is no damage: it isn't asked for any more at the next look.
pub(crate) fn check(folder: &Path) -> Result<()> {
    let look =
        || whole(folder, open_for_reading(folder).and_then(|index| index.validate_checksum()));
    look().or_else(|_| look()).or_else(|_| look())
}

/// Fails when one of the files is damaged, or they couldn't be looked at.
fn whole(folder: &Path, damaged: tantivy::Result<HashSet<PathBuf>>) -> Result<()> {
    match damaged.map_err(|error| meaning(folder, error))?.into_iter().min() {
        Some(file) => Err(Error::corrupt(&folder.join(file), "its checksum is wrong")),
        None => Ok(()),
    }
}

/// Whether a file of the words index isn't what was written, or can't even be looked at; takes the time of reading them all.
pub(super) fn is_damaged(folder: &Path) -> bool {
    let damaged = open_for_reading(folder).and_then(|index| index.validate_checksum());
    damaged.map_or(true, |damaged| !damaged.is_empty())
}

/// The words index, for writing; its threads start with the first change.
pub(crate) struct WordWriter {
    folder: PathBuf,
    index: Index,
    fields: Fields,
    writer: Option<IndexWriter>,
    /// Whether what the queue calls fresh may be there all the same.
    distrusting: bool,
}

impl WordWriter {
    /// Opens the words index and creates it where there is none.
    pub(crate) fn open(folder: &Path) -> Result<Self> {
        create_folder(folder)?;
        let fields = Fields::new();
        let directory = MmapDirectory::open(folder)
            .map_err(|error| meaning(folder, TantivyError::OpenDirectoryError(error)))?;
        let index = Index::open_or_create(directory, fields.schema.clone())
            .map_err(|error| meaning(folder, error))?;
        index.tokenizers().register(TOKENIZER, TextAnalyzer::from(Cutter::default()));
        Ok(Self { folder: folder.to_owned(), index, fields, writer: None, distrusting: false })
    }

    /// Makes the words index hold what the queue says of each chunk.
    pub(crate) fn apply(&mut self, queued: &[Queued]) -> Result<()> {
        for entry in queued {
            if !entry.fresh || self.distrusting {
                self.delete(entry.chunk)?;
            }
            if let Some(wording) = &entry.wording {
                self.add(entry.chunk, wording)?;
            }
        }
        Ok(())
    }

    fn delete(&mut self, chunk: ChunkId) -> Result<()> {
        let term = Term::from_field_u64(self.fields.chunk, chunk.0);
        self.writer()?.delete_term(term);
        Ok(())
    }

    fn add(&mut self, chunk: ChunkId, wording: &Wording) -> Result<()> {
        let fields = self.fields.clone();
        let mut document = TantivyDocument::new();
        document.add_u64(fields.chunk, chunk.0);
        document.add_u64(fields.note, u64::from(wording.note.0));
        let texts = [
            (fields.names, &wording.names),
            (fields.tags, &wording.tags),
            (fields.heading, &wording.heading),
        ];
        for (field, values) in texts {
            for value in values {
                document.add_text(field.field, value);
            }
        }
        document.add_text(fields.body.field, &wording.text);
        if !wording.aside.is_empty() {
            document.add_text(fields.aside.field, &wording.aside);
        }
        let added = self.writer()?.add_document(document);
        added.map(|_| ()).map_err(|error| meaning(&self.folder, error))
    }

    fn writer(&mut self) -> Result<&mut IndexWriter> {
        if self.writer.is_none() {
            let writer = self.index.writer_with_num_threads(1, HEAP_BYTES);
            let writer = writer.map_err(|error| meaning(&self.folder, error))?;
            writer.set_merge_policy(Box::new(NoMergePolicy));
            self.writer = Some(writer);
        }
        self.writer
            .as_mut()
            .ok_or_else(|| Error::corrupt(&self.folder, "the words index has no writer"))
    }

    /// Commits what was applied, under the given payload.
    pub(crate) fn commit(&mut self, payload: &str) -> Result<()> {
        let folder = self.folder.clone();
        let writer = self.writer()?;
        let commit = |writer: &mut IndexWriter| -> tantivy::Result<()> {
            let mut commit = writer.prepare_commit()?;
            commit.set_payload(payload);
            commit.commit()?;
            merge_small(writer)
        };
        commit(writer).map_err(|error| meaning(&folder, error))?;
        self.distrusting = false;
        Ok(())
    }

    /// Forgets what was applied since the last commit.
    pub(crate) fn rollback(&mut self) {
        self.writer = None;
        self.distrusting = true;
    }

    /// Takes every entry up to the next commit for one that may be there already.
    ///
    /// Deleting what is not there costs little, and a chunk that is there twice would be found twice.
    pub(crate) fn distrust(&mut self) {
        self.distrusting = true;
    }

    /// Whether nothing was ever committed.
    pub(crate) fn is_empty(&self) -> Result<bool> {
        let metas = self.index.load_metas().map_err(|error| meaning(&self.folder, error))?;
        Ok(metas.segments.is_empty())
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) -> Result<()> {
        let folder = self.folder.clone();
        self.writer()?.delete_all_documents().map(|_| ()).map_err(|error| meaning(&folder, error))
    }

    /// Reads every file and compares it with its checksum.
    ///
    /// It takes the time of reading the words index once; a writer does it when it opens.
    pub(crate) fn verify(&self) -> Result<()> {
        whole(&self.folder, self.index.validate_checksum())
    }

    /// What the last commit says about itself.
    pub(crate) fn payload(&self) -> Result<Option<String>> {
        let metas = self.index.load_metas().map_err(|error| meaning(&self.folder, error))?;
        Ok(metas.payload)
    }
}

/// Merges small segments when there are many; large ones stay, so that no commit waits for long.
fn merge_small(writer: &mut IndexWriter) -> tantivy::Result<()> {
    let metas = writer.index().searchable_segment_metas()?;
    let small: Vec<_> =
        metas.iter().filter(|meta| meta.num_docs() < SMALL_DOCS).map(SegmentMeta::id).collect();
    if small.len() > MAX_SMALL {
        writer.merge(&small).wait()?;
        writer.garbage_collect_files().wait()?;
    }
    Ok(())
}

/// Tells what an error of the words index means to the caller.
pub(super) fn meaning(folder: &Path, error: TantivyError) -> Error {
    match error {
        TantivyError::IoError(source) => from_io(folder, &source),
        TantivyError::OpenWriteError(OpenWriteError::IoError { io_error, .. })
        | TantivyError::OpenReadError(OpenReadError::IoError { io_error, .. }) => {
            from_io(folder, &io_error)
        }
        TantivyError::DataCorruption(_)
        | TantivyError::OpenReadError(_)
        | TantivyError::IncompatibleIndex(_)
        | TantivyError::SchemaError(_)
        | TantivyError::OpenDirectoryError(_) => Error::corrupt(folder, error.to_string()),
        other => Error::store(folder, other),
    }
}

/// An I/O error on its way through threads; what it wraps is kept as text.
fn from_io(folder: &Path, error: &std::io::Error) -> Error {
    if matches!(error.kind(), std::io::ErrorKind::InvalidData | std::io::ErrorKind::UnexpectedEof) {
        return Error::corrupt(folder, error.to_string());
    }
    Error::io(folder, std::io::Error::new(error.kind(), error.to_string()))
}

/// Our way to cut text, as the words index wants it.
#[derive(Clone, Default)]
struct Cutter {
    tokens: Tokens,
}

impl Tokenizer for Cutter {
    type TokenStream<'a> = Stream<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> Stream<'a> {
        self.tokens.cut(text);
        Stream { tokens: &self.tokens, next: 0, token: Token::default() }
    }
}

/// The tokens of one text, one after the other.
struct Stream<'a> {
    tokens: &'a Tokens,
    next: usize,
    token: Token,
}

impl TokenStream for Stream<'_> {
    fn advance(&mut self) -> bool {
        let Some(token) = self.tokens.list().get(self.next) else { return false };
        self.next += 1;
        self.token.position = token.position;
        self.token.offset_from = token.source.start;
        self.token.offset_to = token.source.end;
        self.token.text.clear();
        self.token.text.push_str(self.tokens.folded(token));
        true
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}
