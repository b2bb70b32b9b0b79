//! Nesting so deep that parsing it would take quadratic time.

/// More quotes and list markers before a text than any person writes.
const MAX_MARKERS: usize = 60;

/// A list marker further in than any person writes one.
const MAX_COLUMNS: usize = 200;

/// Returns where the first line starts that nests too deeply.
pub(crate) fn too_deep(text: &str) -> Option<usize> {
    let mut at = 0;
    // Two searches for one byte each are far faster than one for either.
    let lines = text.split_inclusive('\n').flat_map(|line| line.split_inclusive('\r'));
    for line in lines {
        if is_too_deep(line.as_bytes()) {
            return Some(at);
        }
        at += line.len();
    }
    None
}

/// Returns whether a line starts with too many markers, or one too far in.
fn is_too_deep(line: &[u8]) -> bool {
    if !matches!(line.first(), Some(b' ' | b'\t' | b'>' | b'-' | b'*' | b'+' | b'0'..=b'9')) {
        return false;
    }
    let (mut at, mut markers) = (0, 0);
    loop {
        at += line[at..].iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
        let Some(width) = marker_width(&line[at..]) else { return false };
        at += width;
        markers += 1;
        if markers > MAX_MARKERS || at > MAX_COLUMNS {
            return true;
        }
    }
}

/// Returns the width of the quote or list marker that `rest` starts with.
fn marker_width(rest: &[u8]) -> Option<usize> {
    let digits = rest.iter().take(10).take_while(|b| b.is_ascii_digit()).count();
    match (rest.get(digits)?, rest.get(digits + 1)) {
        (b'>', _) if digits == 0 => Some(1),
        (b'-' | b'*' | b'+', Some(b' ' | b'\t')) if digits == 0 => Some(2),
        (b'.' | b')', Some(b' ' | b'\t')) if (1..10).contains(&digits) => Some(digits + 2),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::too_deep;

    #[test]
    fn only_deep_lines_are_found() {
        assert_eq!(too_deep("- a\n  - b\n> > c\n* * * *\n1. 2. x"), None);
        assert_eq!(too_deep(&"-".repeat(5000)), None);
        assert_eq!(too_deep(&format!("a\n{}x", ">".repeat(99))), Some(2));
        assert_eq!(too_deep(&format!("a\r{}x", ">".repeat(99))), Some(2));
        assert_eq!(too_deep(&"- ".repeat(99)), Some(0));
        assert_eq!(too_deep(&format!("{}- x", " ".repeat(300))), Some(0));
        assert_eq!(too_deep(&format!("{}x\n{}", " ".repeat(300), "1".repeat(300))), None);
    }
}
