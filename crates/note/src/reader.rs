//! The reader: one pass over Markdown that fills a draft.

mod inline;
mod leaf;
mod reference;

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

pub(crate) use self::inline::joins;
use self::leaf::OpenLeaf;
pub(crate) use self::leaf::{line_start, without_anchor};
use self::reference::OpenLink;
use crate::comment::Comments;
use crate::draft::{Aside, Draft, Fault, LeafKind};
use crate::skipped::Skipped;
use crate::source::Source;
use crate::tag::Tags;
use crate::{Warning, html, nesting};

/// Code in these languages asks or draws something; it is no text of the note.
const QUERIES: &[&str] = &[
    "dataview",
    "dataviewjs",
    "query",
    "tasks",
    "base",
    "button",
    "bases",
    "tracker",
    "meta-bind",
    "meta-bind-button",
];

/// A pass over one source.
struct Reader<'a> {
    source: &'a Source<'a>,
    text: &'a str,
    comments: Comments,
    draft: Draft,
    open: Option<OpenLeaf>,
    /// The white space owed before the next text.
    gap: Gap,
    /// The list marker owed before the next text, and where it stands.
    marker: Option<(String, usize)>,
    lists: usize,
    /// All containers: lists, quotes, footnotes.
    containers: usize,
    quotes: usize,
    /// What is passed over.
    skipped: Skipped,
    /// Whether code goes to the asides.
    query: bool,
    links: Vec<OpenLink>,
    /// Whether the display text of links to notes is left out.
    without_links: bool,
    /// The stretch of plain text that is not yet searched for tags.
    run: Range<usize>,
    /// The cell separators owed before the next text; `None` before the first cell of a row.
    separators: Option<usize>,
    /// Whether the last leaf was a list item.
    after_item: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Gap {
    None,
    /// A line break that only wraps.
    Soft,
    /// A line break that is meant.
    Hard,
}

/// Reads the Markdown at `body` of `source`.
/// Tags are added to `tags`; of links to notes nothing is read but the links where that is wished.
pub(crate) fn read(
    source: &Source<'_>,
    body: Range<usize>,
    tags: Tags,
    without_links: bool,
) -> Draft {
    let mut reader = Reader::new(source);
    reader.draft.tags = tags;
    reader.without_links = without_links;
    if let Some(at) = nesting::too_deep(&source.text()[body.clone()]) {
        reader.fault(body.start + at, |line| Warning::TooDeep { line });
        reader.plain(body);
    } else {
        reader.hide_comments(&body);
        for (event, range) in events(source.text(), &body) {
            reader.event(event, range);
        }
    }
    reader.close_leaf();
    reader.draft.links.sort_by_key(|link| link.span.start);
    reader.draft.asides.sort_by_key(|aside| aside.at);
    reader.draft
}

/// Returns the Markdown events of `body` with their ranges in `text`.
pub(crate) fn events<'a>(
    text: &'a str,
    body: &Range<usize>,
) -> impl Iterator<Item = (Event<'a>, Range<usize>)> {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_MATH
        | Options::ENABLE_WIKILINKS;
    let start = body.start;
    let events = Parser::new_ext(&text[body.clone()], options).into_offset_iter();
    events.map(move |(event, range)| (event, start + range.start..start + range.end))
}

/// Returns the `%%` comments of `body`, and where one opens that never closes.
pub(crate) fn comments(text: &str, body: &Range<usize>) -> (Comments, Option<usize>) {
    let code: Vec<_> =
        events(text, body).filter(|(event, _)| is_code(event)).map(|(_, range)| range).collect();
    Comments::find(text, body.clone(), &code)
}

impl<'a> Reader<'a> {
    /// Starts at the beginning of a source.
    fn new(source: &'a Source<'a>) -> Self {
        Self {
            source,
            text: source.text(),
            comments: Comments::default(),
            draft: Draft::default(),
            open: None,
            gap: Gap::None,
            marker: None,
            lists: 0,
            containers: 0,
            quotes: 0,
            skipped: Skipped::default(),
            query: false,
            links: Vec::new(),
            without_links: false,
            run: 0..0,
            separators: None,
            after_item: false,
        }
    }

    /// Notes a fault at a source offset.
    fn fault(&mut self, at: usize, warning: fn(u32) -> Warning) {
        self.draft.faults.push(Fault { at, warning });
    }

    /// Puts text aside.
    fn aside(&mut self, at: usize, text: &str) {
        let text = text.trim();
        if !text.is_empty() {
            self.draft.asides.push(Aside { at, text: text.to_owned() });
        }
    }

    /// Finds the `%%` comments and puts them aside.
    fn hide_comments(&mut self, body: &Range<usize>) {
        if !self.text[body.clone()].contains("%%") {
            return;
        }
        let (comments, unclosed) = comments(self.text, body);
        for range in comments.ranges() {
            self.aside(range.start, self.text[range.clone()].trim_matches('%'));
        }
        self.comments = comments;
        if let Some(at) = unclosed {
            self.fault(at, |line| Warning::UnclosedComment { line });
        }
    }

    /// Takes text without Markdown, paragraph by paragraph.
    fn plain(&mut self, body: Range<usize>) {
        let mut at = body.start;
        for line in self.text[body].split_inclusive('\n') {
            if line.trim().is_empty() {
                self.close_leaf();
            } else {
                self.push(line.trim(), at..at + line.len());
                self.gap = Gap::Hard;
            }
            at += line.len();
        }
    }

    /// Takes one event.
    fn event(&mut self, event: Event<'a>, range: Range<usize>) {
        if self.skipped.takes(&event) {
            return;
        }
        match event {
            Event::Start(tag) => self.start(tag, range),
            Event::End(tag) => self.end(tag),
            Event::Rule => self.close_leaf(),
            inline => self.inline(inline, range),
        }
    }

    /// Takes the start of an element.
    fn start(&mut self, tag: Tag<'a>, range: Range<usize>) {
        match tag {
            Tag::Emphasis
            | Tag::Strong
            | Tag::Strikethrough
            | Tag::Superscript
            | Tag::Subscript => self.flush_tags(),
            Tag::Link { link_type, dest_url, .. } => {
                self.start_link(link_type, &dest_url, range, false);
            }
            Tag::Image { link_type, dest_url, .. } => {
                self.start_link(link_type, &dest_url, range, true);
            }
            Tag::TableHead | Tag::TableRow => self.start_row(range.start),
            Tag::TableCell => self.start_cell(),
            block => {
                self.close_leaf();
                self.start_block(block, range);
            }
        }
    }

    /// Takes the start of a block that closes the leaf before it.
    fn start_block(&mut self, tag: Tag<'a>, range: Range<usize>) {
        match tag {
            Tag::Heading { level, .. } => self.start_heading(level as u8, range.start),
            Tag::BlockQuote(_) => {
                self.containers += 1;
                self.quotes += 1;
            }
            Tag::List(_) => {
                self.containers += 1;
                self.lists += 1;
            }
            Tag::FootnoteDefinition(_) => self.containers += 1,
            Tag::Item => {
                // The parser lets an item that is indented by tabs begin with the end of the line before.
                let item = &self.text[range.clone()];
                let at = range.start + (item.len() - item.trim_start().len());
                self.marker = Some((self.item_marker(at), at));
            }
            Tag::CodeBlock(kind) => self.start_code(&kind, range),
            Tag::HtmlBlock => self.html_block(range),
            Tag::Table(_) => self.open_leaf(LeafKind::Table, range.start),
            _ => {}
        }
    }

    /// Takes the end of an element.
    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Superscript
            | TagEnd::Subscript => {
                self.flush_tags();
            }
            TagEnd::Link | TagEnd::Image => self.end_link(),
            TagEnd::TableHead | TagEnd::TableRow | TagEnd::TableCell => self.flush_tags(),
            block => {
                self.close_leaf();
                self.end_block(block);
            }
        }
    }

    /// Takes the end of a block, with its leaf closed.
    fn end_block(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::BlockQuote(_) => {
                self.containers -= 1;
                self.quotes -= 1;
            }
            TagEnd::List(_) => {
                self.containers -= 1;
                self.lists -= 1;
                self.marker = None;
            }
            TagEnd::FootnoteDefinition => self.containers -= 1,
            TagEnd::CodeBlock => self.end_query(),
            _ => {}
        }
    }

    /// Opens a code block, or puts it aside where it is a query.
    fn start_code(&mut self, kind: &CodeBlockKind<'_>, range: Range<usize>) {
        if self.comments.hides(range.start) {
            self.skipped.begin();
            return;
        }
        if let CodeBlockKind::Fenced(info) = kind {
            self.check_fence(&range);
            let language = info.split([' ', ',', '{']).next().unwrap_or_default();
            self.query = QUERIES.iter().any(|query| query.eq_ignore_ascii_case(language));
        }
        if self.query {
            self.draft.asides.push(Aside { at: range.start, text: String::new() });
        } else {
            self.open_leaf(LeafKind::Code, range.start);
        }
    }

    /// Ends a query that is being put aside.
    fn end_query(&mut self) {
        if std::mem::take(&mut self.query)
            && let Some(aside) = self.draft.asides.last_mut()
        {
            aside.text.truncate(aside.text.trim_end().len());
        }
    }

    /// Warns of a fence that runs to the end of the note.
    fn check_fence(&mut self, range: &Range<usize>) {
        let last = self.text[range.clone()].trim_end().rsplit('\n').next().unwrap_or_default();
        let closes = last.trim_matches([' ', '\t', '>']).trim_matches(['`', '~']).is_empty();
        let one_line = !self.text[range.clone()].trim_end().contains('\n');
        if range.end >= self.text.trim_end().len() && (one_line || !closes) {
            self.fault(range.start, |line| Warning::UnclosedFence { line });
        }
    }

    /// Takes the text of an HTML block and puts its comments aside.
    fn html_block(&mut self, range: Range<usize>) {
        self.skipped.begin();
        for piece in html::pieces(self.text, range) {
            match piece {
                html::Piece::Text(range) => self.html_text(range),
                html::Piece::Comment(range) => self.html_comment(range),
            }
        }
        self.close_leaf();
    }

    /// Takes text of an HTML block line by line.
    fn html_text(&mut self, range: Range<usize>) {
        let mut at = range.start;
        for line in self.text[range].split_inclusive('\n') {
            if !line.trim().is_empty() {
                self.push_visible(line.trim_end(), at..at + line.trim_end().len());
            }
            if line.ends_with('\n') && self.open.is_some() {
                self.gap = Gap::Hard;
            }
            at += line.len();
        }
    }

    /// Puts an HTML comment aside.
    fn html_comment(&mut self, range: Range<usize>) {
        if !self.text[range.end..].starts_with("-->") {
            self.fault(range.start, |line| Warning::UnclosedComment { line });
        }
        if !self.comments.hides(range.start) {
            self.aside(range.start, &self.text[range]);
        }
    }
}

/// Returns whether the event is code, in which `%%` has no meaning.
fn is_code(event: &Event<'_>) -> bool {
    matches!(event, Event::Code(_) | Event::Start(Tag::CodeBlock(_)))
}
