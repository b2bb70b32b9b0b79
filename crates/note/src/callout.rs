//! Callouts: block quotes that begin with `[!type]`.

/// Returns the title of a callout, given its first line; `None` when it is none.
///
/// Without a title of its own a callout is shown under the name of its type.
pub(crate) fn title(line: &str) -> Option<String> {
    let (kind, rest) = mark(line)?;
    let title = rest.trim();
    Some(if title.is_empty() { capitalized(kind) } else { title.to_owned() })
}

/// Returns the type of a callout and what follows its mark, given its first line; `None` when it is none.
pub(crate) fn mark(line: &str) -> Option<(&str, &str)> {
    let (kind, rest) = line.strip_prefix("[!")?.split_once(']')?;
    let kind = kind.split('|').next().unwrap_or_default().trim();
    if kind.is_empty() || kind.contains('[') {
        return None;
    }
    Some((kind, rest.strip_prefix(['-', '+']).unwrap_or(rest)))
}

/// Returns the word with a capital first and small letters after it.
fn capitalized(word: &str) -> String {
    let mut chars = word.chars();
    let first = chars.next().map(char::to_uppercase).into_iter().flatten();
    first.chain(chars.flat_map(char::to_lowercase)).collect()
}

#[cfg(test)]
mod tests {
    use super::title;

    #[test]
    fn titles() {
        assert_eq!(title("[!note]- Read me").as_deref(), Some("Read me"));
        assert_eq!(title("[!WARNING]").as_deref(), Some("Warning"));
        assert_eq!(title("[!note|wide] x").as_deref(), Some("x"));
        assert_eq!(title("[x] y"), None);
        assert_eq!(title("[!] y"), None);
    }
}
