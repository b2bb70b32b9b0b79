//! Our entry in a file of JSON, which may hold comments.
//!
//! The text is read twice. The tree with positions says what stands where and names lines; the tree that keeps every
//! space and comment is the one that is changed.

use jsonc_parser::ast::{Object, ObjectProp, Value};
use jsonc_parser::common::Ranged;
use jsonc_parser::cst::{CstInputValue, CstNode, CstObject, CstRootNode};
use jsonc_parser::errors::ParseError;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

use super::entry::{Entry, is_ours};
use super::shape::{Dialect, Fault, Json, Standing};

impl Json {
    /// Returns what stands under our name; fails where an edit would have to guess.
    pub(super) fn standing(self, text: &str) -> Result<Standing, Fault> {
        let parsed = parse_to_ast(text, &CollectOptions::default(), &self.options())?;
        let Some(root) = parsed.value else { return Ok(Standing::Absent) };
        let root = object(&root, "the file", text)?;
        let Some(servers) = only(root, self.servers, text)? else { return Ok(Standing::Absent) };
        let servers = object(&servers.value, &format!("`{}`", self.servers), text)?;
        let Some(ours) = only(servers, Entry::NAME, text)? else { return Ok(Standing::Absent) };
        Ok(entry(&ours.value).map_or(Standing::Foreign, Standing::Ours))
    }

    /// Returns `text` with `entry`; of an entry that is ours already, only what differs is changed.
    pub(super) fn add(self, text: &str, entry: &Entry) -> Result<String, Fault> {
        let standing = self.standing(text)?;
        let root = CstRootNode::parse(text, &self.options())?;
        let servers = root.object_value_or_create();
        let servers = servers.and_then(|root| root.object_value_or_create(self.servers));
        let servers = servers.ok_or_else(|| Fault::at(text, 0, "the file is no object"))?;
        match (standing, servers.get(Entry::NAME)) {
            (Standing::Foreign, Some(other)) => other.set_value(self.written(entry)),
            _ => put(&servers, Entry::NAME, self.written(entry)),
        }
        Ok(root.to_string())
    }

    /// Returns `text` without our entry; the object of servers stays, even if nothing is left in it.
    pub(super) fn remove(self, text: &str) -> Result<String, Fault> {
        let root = CstRootNode::parse(text, &self.options())?;
        let servers = root.object_value().and_then(|root| root.object_value(self.servers));
        if let Some(ours) = servers.and_then(|servers| servers.get(Entry::NAME)) {
            ours.remove();
        }
        Ok(root.to_string())
    }

    /// Returns what the parser may take: what the client's reader takes, and nothing that only other readers do.
    fn options(self) -> ParseOptions {
        let is_lenient = self.dialect == Dialect::Commented;
        ParseOptions {
            allow_comments: is_lenient,
            allow_trailing_commas: is_lenient,
            allow_loose_object_property_names: false,
            allow_missing_commas: false,
            allow_single_quoted_strings: false,
            allow_hexadecimal_numbers: false,
            allow_unary_plus_numbers: false,
            allow_bare_decimal_point_numbers: false,
            allow_non_finite_numbers: false,
            allow_extended_string_escapes: false,
        }
    }

    /// Returns an entry as the client writes its own.
    fn written(self, entry: &Entry) -> CstInputValue {
        let mut fields = Vec::new();
        if self.is_typed {
            fields.push(("type".to_owned(), "stdio".into()));
        }
        fields.push(("command".to_owned(), entry.command.as_str().into()));
        let args = entry.args.iter().map(|argument| argument.as_str().into());
        fields.push(("args".to_owned(), CstInputValue::Array(args.collect())));
        if !entry.env.is_empty() {
            let env = entry.env.iter().map(|(name, value)| (name.clone(), value.as_str().into()));
            fields.push(("env".to_owned(), CstInputValue::Object(env.collect())));
        }
        CstInputValue::Object(fields)
    }
}

impl From<ParseError> for Fault {
    fn from(error: ParseError) -> Self {
        let reason = error.kind().to_string();
        let (first, rest) = reason.split_at(1);
        Self { line: error.line_display(), reason: first.to_lowercase() + rest }
    }
}

/// Returns a value as the object it must be; a list or a null in its place is somebody's mistake to mend.
fn object<'a, 't>(value: &'a Value<'t>, what: &str, text: &str) -> Result<&'a Object<'t>, Fault> {
    let fault = || Fault::at(text, value.start(), format!("{what} is no object"));
    value.as_object().ok_or_else(fault)
}

/// Returns the property called `name`; two of that name can't both be meant.
fn only<'a, 't>(
    object: &'a Object<'t>,
    name: &str,
    text: &str,
) -> Result<Option<&'a ObjectProp<'t>>, Fault> {
    let mut named = object.properties.iter().filter(|property| property.name.as_str() == name);
    let first = named.next();
    match named.next() {
        Some(second) => {
            Err(Fault::at(text, second.start(), format!("`{name}` stands there a second time")))
        }
        None => Ok(first),
    }
}

/// Reads an entry of ours; of what another hand may have put in it, only what we would write.
fn entry(value: &Value<'_>) -> Option<Entry> {
    let object = value.as_object()?;
    let command = object.get_string("command")?.value.to_string();
    let args = object.get_array("args").map_or(&[][..], |args| &args.elements);
    let args = args.iter().filter_map(|argument| Some(argument.as_string_lit()?.value.to_string()));
    let env = object.get_object("env").map_or(&[][..], |env| &env.properties);
    let env = env.iter().filter_map(|variable| {
        let value = variable.value.as_string_lit()?.value.to_string();
        Some((variable.name.as_str().to_owned(), value))
    });
    let entry = Entry { args: args.collect(), env: env.collect(), command };
    is_ours(&entry.command).then_some(entry)
}

/// Sets a property; inside an object that is there, only what differs.
fn put(object: &CstObject, name: &str, value: CstInputValue) {
    let Some(property) = object.get(name) else {
        object.append(name, value);
        return;
    };
    match (value, property.object_value()) {
        (CstInputValue::Object(fields), Some(inner)) => {
            for (name, value) in fields {
                put(&inner, &name, value);
            }
        }
        (value, _) if property.value().is_some_and(|old| is_same(&old, &value)) => {}
        (value, _) => property.set_value(value),
    }
}

/// Returns whether a value is what would be written, however it is spaced.
fn is_same(old: &CstNode, new: &CstInputValue) -> bool {
    match new {
        CstInputValue::String(new) => {
            let old = old.as_string_lit().and_then(|old| old.decoded_value().ok());
            old.as_ref() == Some(new)
        }
        CstInputValue::Array(new) => old.as_array().is_some_and(|old| {
            let old = old.elements();
            old.len() == new.len() && old.iter().zip(new).all(|(old, new)| is_same(old, new))
        }),
        _ => false,
    }
}

#[cfg(test)]
mod tests;
