//! The tree of blocks: what each construct becomes, what no note can do to it, and what real notes become.

mod constructs;
mod laws;

use notekin_note::blocks::{Block, BlockKind, Destination, Inline, LinkTarget};
use notekin_note::{Format, Lines, blocks};

fn read(text: &str) -> Vec<Block> {
    blocks(text.as_bytes(), Format::Markdown)
}

/// Writes blocks one a line, indented by what holds them: the lines they take, what they are, their text.
fn outline(blocks: &[Block]) -> String {
    let mut out = Vec::new();
    write_blocks(blocks, 0, &mut out);
    out.join("\n")
}

fn write_blocks(blocks: &[Block], depth: usize, out: &mut Vec<String>) {
    for Block { lines, kind } in blocks {
        let mut line = |words: &str| {
            out.push(format!("{}{} {words}", "  ".repeat(depth), range(*lines)));
        };
        match kind {
            BlockKind::Heading { level, text } => line(&format!("h{level} {}", inlines(text))),
            BlockKind::Paragraph { text } => line(&format!("p {}", inlines(text))),
            BlockKind::Code { language, code } => {
                line(&format!("code({}) {code:?}", language.as_deref().unwrap_or_default()));
            }
            BlockKind::Rule => line("rule"),
            BlockKind::Math { source } => line(&format!("math {source:?}")),
            BlockKind::Raw { text } => line(&format!("raw {text:?}")),
            BlockKind::Properties { text } => line(&format!("properties {text:?}")),
            BlockKind::Quote { callout: None, blocks, .. } => {
                line("quote");
                write_blocks(blocks, depth + 1, out);
            }
            BlockKind::Quote { callout: Some(callout), title, blocks } => {
                line(format!("callout({callout}) {}", inlines(title)).trim_end());
                write_blocks(blocks, depth + 1, out);
            }
            BlockKind::List { start, items } => {
                line(&start.map_or("list".to_owned(), |start| format!("list({start})")));
                for item in items {
                    let mark = match item.checked {
                        None => "item",
                        Some(true) => "done",
                        Some(false) => "open",
                    };
                    out.push(format!("{}{} {mark}", "  ".repeat(depth + 1), range(item.lines)));
                    write_blocks(&item.blocks, depth + 2, out);
                }
            }
            BlockKind::Table { align, head, rows } => {
                line(&format!("table {align:?} {}", cells(head)));
                for row in rows {
                    let row_cells = cells(&row.cells);
                    out.push(format!(
                        "{}{} row {row_cells}",
                        "  ".repeat(depth + 1),
                        range(row.lines)
                    ));
                }
            }
        }
    }
}

fn range(Lines { start, end }: Lines) -> String {
    if start == end { start.to_string() } else { format!("{start}-{end}") }
}

fn cells(cells: &[Vec<Inline>]) -> String {
    cells.iter().map(|cell| inlines(cell)).collect::<Vec<_>>().join(" | ")
}

fn inlines(pieces: &[Inline]) -> String {
    pieces.iter().map(inline).collect()
}

fn inline(piece: &Inline) -> String {
    match piece {
        Inline::Text(text) => text.replace('\n', "⏎"),
        Inline::Code(code) => format!("`{code}`"),
        Inline::Strong(text) => format!("<b {}>", inlines(text)),
        Inline::Emphasis(text) => format!("<i {}>", inlines(text)),
        Inline::Strike(text) => format!("<s {}>", inlines(text)),
        Inline::Mark(text) => format!("<m {}>", inlines(text)),
        Inline::Math(math) => format!("${math}$"),
        Inline::Tag(tag) => format!("<tag {tag}>"),
        Inline::Break => "↵".to_owned(),
        Inline::Image { alt, target: None } => format!("<image {alt}>"),
        Inline::Image { alt, target: Some(target) } => format!("<image {alt} → {}>", place(target)),
        Inline::Link { text, to: Destination::Note(target) } => {
            format!("<a {} → {}>", inlines(text), place(target))
        }
        Inline::Link { text, to: Destination::Url(url) } => {
            format!("<a {} ⇒ {url}>", inlines(text))
        }
    }
}

fn place(LinkTarget { path, heading, block, .. }: &LinkTarget) -> String {
    let heading = heading.as_ref().map(|heading| format!("#{heading}"));
    let block = block.as_ref().map(|block| format!("#^{block}"));
    format!("{path}{}{}", heading.unwrap_or_default(), block.unwrap_or_default())
}
