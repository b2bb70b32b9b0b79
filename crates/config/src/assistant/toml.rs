//! Our entry in a file of TOML.
//!
//! A table of our own is added and taken out as lines of text, so that comments beside it stay whose they are. Only
//! what stands inside other tables is changed through the parsed document.

use std::ops::Range;

use toml_edit::{
    Array, Document, DocumentMut, InlineTable, Item, Table, TableLike, TomlError, Value,
};

use super::entry::{Entry, is_ours};
use super::shape::{Fault, Standing};

/// The table of servers.
const SERVERS: &str = "mcp_servers";

/// Returns what stands under our name.
pub(super) fn standing(text: &str) -> Result<Standing, Fault> {
    let document = parsed(text)?;
    let Some(servers) = document.get(SERVERS) else { return Ok(Standing::Absent) };
    let Some(servers) = servers.as_table_like() else {
        let start = servers.span().map_or(0, |span| span.start);
        return Err(Fault::at(text, start, format!("`{SERVERS}` is no table")));
    };
    Ok(match servers.get(Entry::NAME) {
        None => Standing::Absent,
        Some(item) => entry(item).map_or(Standing::Foreign, Standing::Ours),
    })
}

/// Returns `text` with `entry`; of an entry that is ours already, only what differs is changed.
pub(super) fn add(text: &str, entry: &Entry) -> Result<String, Fault> {
    let added = match standing(text)? {
        Standing::Absent if is_inline(text)? => {
            let inline = Value::InlineTable(written(entry).into_inline_table());
            edited(text, |servers| push(servers, Entry::NAME, inline))?
        }
        Standing::Absent => appended(text, entry),
        Standing::Foreign => {
            let rest = remove(text)?;
            if standing(&rest)? != Standing::Absent {
                return Err(unusual(text));
            }
            return add(&rest, entry);
        }
        Standing::Ours(old) if holds(&old, entry) => text.to_owned(),
        Standing::Ours(_) => edited(text, |servers| mend(servers, entry))?,
    };
    match standing(&added) {
        Ok(Standing::Ours(ours)) if holds(&ours, entry) => Ok(added),
        _ => Err(unusual(text)),
    }
}

/// Returns the fault of a file that is valid and yet can't be changed without writing other lines anew.
fn unusual(text: &str) -> Fault {
    Fault::at(text, 0, format!("`{SERVERS}` is written in a way that can't be added to"))
}

/// Returns `text` without our entry.
pub(super) fn remove(text: &str) -> Result<String, Fault> {
    let document = parsed(text)?;
    let ours = document.get(SERVERS).and_then(|servers| servers.get(Entry::NAME));
    match ours {
        None => Ok(text.to_owned()),
        Some(Item::Table(table)) if !table.is_dotted() => Ok(without_tables(text, table)),
        Some(_) => edited(text, |servers| pull(servers, Entry::NAME)),
    }
}

/// Parses a text that somebody else wrote, with the place of everything in it.
fn parsed(text: &str) -> Result<Document<&str>, Fault> {
    let fault = |error: TomlError| {
        let start = error.span().map_or(0, |span| span.start);
        Fault::at(text, start, error.message().replace('\n', ", "))
    };
    Document::parse(text).map_err(fault)
}

/// Returns whether the servers stand between braces, where no table of its own can be added.
fn is_inline(text: &str) -> Result<bool, Fault> {
    Ok(parsed(text)?.get(SERVERS).is_some_and(Item::is_inline_table))
}

/// Returns `text` with a table of its own for `entry` at the end, where it can't get between a key and its table.
fn appended(text: &str, entry: &Entry) -> String {
    let mut servers = Table::new();
    servers.set_implicit(true);
    servers.insert(Entry::NAME, Item::Table(written(entry)));
    let mut document = DocumentMut::new();
    document.insert(SERVERS, Item::Table(servers));
    let gap = match text {
        "" => "",
        _ if text.ends_with('\n') => "\n",
        _ => "\n\n",
    };
    let block = format!("{gap}{document}");
    let block = if text.contains("\r\n") { block.replace('\n', "\r\n") } else { block };
    format!("{text}{block}")
}

/// Returns an entry as `codex mcp add` would write it.
fn written(entry: &Entry) -> Table {
    let mut table = Table::new();
    table.insert("command", toml_edit::value(&entry.command));
    table.insert("args", toml_edit::value(entry.args.iter().collect::<Array>()));
    if !entry.env.is_empty() {
        let env: InlineTable = entry.env.iter().map(|(name, value)| (name, value)).collect();
        table.insert("env", toml_edit::value(env));
    }
    table
}

/// Reads an entry of ours.
fn entry(item: &Item) -> Option<Entry> {
    let command = item.get("command")?.as_str()?.to_owned();
    let args = item.get("args").and_then(Item::as_array);
    let args =
        args.into_iter().flatten().filter_map(|argument| Some(argument.as_str()?.to_owned()));
    let env = item.get("env").and_then(Item::as_table_like);
    let env = env.into_iter().flat_map(TableLike::iter);
    let env = env.filter_map(|(name, value)| Some((name.to_owned(), value.as_str()?.to_owned())));
    let entry = Entry { args: args.collect(), env: env.collect(), command };
    is_ours(&entry.command).then_some(entry)
}

/// Returns whether what is asked for stands there already, perhaps with more variables.
fn holds(old: &Entry, new: &Entry) -> bool {
    old.command == new.command
        && old.args == new.args
        && new.env.iter().all(|variable| old.env.contains(variable))
}

/// Changes what differs in an entry of ours.
fn mend(servers: &mut Item, entry: &Entry) {
    let Some(ours) = servers.get_mut(Entry::NAME) else { return };
    for (name, item) in written(entry) {
        match (item.as_inline_table(), ours.get_mut(&name)) {
            (Some(new), Some(old)) if old.is_table_like() => {
                new.iter().for_each(|(name, value)| assign(old, name, value.clone()));
            }
            _ => item.into_value().into_iter().for_each(|value| assign(ours, &name, value)),
        }
    }
}

/// Puts `value` in place of one that differs, with the comment that follows it.
fn assign(table: &mut Item, name: &str, mut value: Value) {
    match table.get_mut(name) {
        Some(Item::Value(old)) if is_same(old, &value) => {}
        Some(Item::Value(old)) => {
            *value.decor_mut() = old.decor().clone();
            *old = value;
        }
        _ => push(table, name, value),
    }
}

/// Returns whether a value is what would be written, however it is quoted or spaced.
fn is_same(old: &Value, new: &Value) -> bool {
    match (old.as_array(), new.as_array()) {
        (Some(old), Some(new)) => old.iter().map(Value::as_str).eq(new.iter().map(Value::as_str)),
        _ => old.as_str().is_some() && old.as_str() == new.as_str(),
    }
}

/// Adds a value to a table; between braces, the space before the closing one goes on being there.
fn push(table: &mut Item, name: &str, mut value: Value) {
    if let Some(inline) = table.as_inline_table_mut() {
        if let Some((_, last)) = inline.iter_mut().last() {
            last.decor_mut().set_suffix("");
        }
        value.decor_mut().set_suffix(" ");
        inline.insert(name, value);
    } else if let Some(table) = table.as_table_like_mut() {
        table.insert(name, Item::Value(value));
    }
}

/// Takes a value out of a table, and leaves the space before a closing brace as it was.
fn pull(table: &mut Item, name: &str) {
    let Some(inline) = table.as_inline_table_mut() else {
        drop(table.as_table_like_mut().and_then(|table| table.remove(name)));
        return;
    };
    let is_last = inline.iter().last().is_some_and(|(last, _)| last == name);
    let suffix = inline.remove(name).and_then(|gone| gone.decor().suffix().cloned());
    if let (true, Some(suffix), Some((_, last))) = (is_last, suffix, inline.iter_mut().last()) {
        last.decor_mut().set_suffix(suffix);
    }
}

/// Returns `text` with its servers changed.
///
/// The parser knows one kind of line ending, so the file's own is put back; a file with both is left alone.
fn edited(text: &str, change: impl FnOnce(&mut Item)) -> Result<String, Fault> {
    let lines = text.matches('\n').count();
    let has_returns = match text.matches("\r\n").count() {
        0 => false,
        returns if returns == lines => true,
        _ => return Err(Fault::at(text, 0, "some lines end in CR LF and some in LF")),
    };
    let plain = text.replace("\r\n", "\n");
    let mut document = parsed(&plain)?.into_mut();
    if let Some(servers) = document.get_mut(SERVERS) {
        change(servers);
    }
    let edited = document.to_string();
    Ok(if has_returns { edited.replace('\n', "\r\n") } else { edited })
}

/// Returns `text` without the lines of a table and of those below it.
///
/// Comments above a header and after the last value are somebody's and stay.
fn without_tables(text: &str, table: &Table) -> String {
    let mut blocks = Vec::new();
    collect(table, text, &mut blocks);
    blocks.sort_by_key(|block| std::cmp::Reverse(block.start));
    let mut text = text.to_owned();
    for block in blocks {
        text.replace_range(block, "");
    }
    text
}

/// Finds the lines of a table and of the tables below it, which may stand anywhere in the file.
fn collect(table: &Table, text: &str, blocks: &mut Vec<Range<usize>>) {
    if let Some(header) = table.span().filter(|_| !table.is_implicit()) {
        let end = last_value(table).max(header.end);
        blocks.push(lines(text, header.start..end));
    }
    for (_, item) in table {
        match item {
            Item::Table(inner) if !inner.is_dotted() => collect(inner, text, blocks),
            Item::ArrayOfTables(inner) => {
                inner.iter().for_each(|inner| collect(inner, text, blocks));
            }
            _ => {}
        }
    }
}

/// Returns where the last value under a table's own header ends.
fn last_value(table: &Table) -> usize {
    let ends = table.iter().filter_map(|(_, item)| match item {
        Item::Value(value) => value.span().map(|span| span.end),
        Item::Table(inner) if inner.is_dotted() => Some(last_value(inner)),
        _ => None,
    });
    ends.max().unwrap_or_default()
}

/// Widens a span to whole lines, with one blank line before them.
fn lines(text: &str, span: Range<usize>) -> Range<usize> {
    let start = text[..span.start].rfind('\n').map_or(0, |end| end + 1);
    let end = text[span.end..].find('\n').map_or(text.len(), |end| span.end + end + 1);
    let before = text[..start].strip_suffix('\n').map(|before| before.trim_end_matches('\r'));
    let is_blank = before.is_some_and(|before| before.ends_with('\n'));
    let start = if is_blank { before.map_or(start, str::len) } else { start };
    start..end
}

#[cfg(test)]
mod tests;
