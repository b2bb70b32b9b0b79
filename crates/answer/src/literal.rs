//! Literals: code and formulas, of which every sign counts.

use std::ops::Range;

/// Returns where a piece of code or a formula, with or without its marks, stands in a text up to white space.
///
/// It has to end where what stands there ends: `--target /` does not stand in `--target /home`. A name alone may be
/// part of a call or a path, such as `open` in `open(path)`.
pub(crate) fn find(piece: &str, text: &str) -> Option<Range<usize>> {
    let bare = bare(piece);
    let tokens: Vec<&str> = bare.split_whitespace().collect();
    let Some(first) = tokens.first() else { return Some(0..0) };
    let starts = text.match_indices(first).map(|(at, _)| at);
    starts
        .filter_map(|at| Some(at..end(&text[at..], &tokens)? + at))
        .find(|place| is_whole(bare, &text[..place.start], &text[place.end..]))
}

/// Returns a formula without its marks and white space; `None` for code.
pub(crate) fn formula(piece: &str) -> Option<String> {
    let inside = piece.starts_with('$').then(|| bare(piece))?;
    Some(inside.split_whitespace().collect())
}

fn bare(piece: &str) -> &str {
    let mark = if piece.starts_with('$') { '$' } else { '`' };
    let marks = piece.len() - piece.trim_start_matches(mark).len();
    let inside =
        piece.get(marks..piece.len().saturating_sub(marks)).filter(|_| piece.ends_with(mark));
    inside.filter(|_| marks > 0).unwrap_or(piece).trim()
}

/// Returns where the tokens end with which a text begins, white space between them.
fn end(text: &str, tokens: &[&str]) -> Option<usize> {
    let mut at = 0;
    for (number, token) in tokens.iter().enumerate() {
        let rest = &text[at..];
        let blank = rest.len() - rest.trim_start().len();
        if (number > 0) != (blank > 0) || !rest[blank..].starts_with(token) {
            return None;
        }
        at += blank + token.len();
    }
    Some(at)
}

/// Returns whether what stands between two texts goes on in neither of them.
fn is_whole(piece: &str, before: &str, after: &str) -> bool {
    let (last, mut next) = (before.chars().next_back(), after.chars());
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let first = next.next();
    if piece.chars().all(is_word) {
        return last.is_none_or(|c| !is_word(c) && c != '-')
            && first.is_none_or(|c| !is_word(c) && c != '-');
    }
    let parts = |c: char| c.is_whitespace() || "`\"'“”‘’«»„()[]{}<>|*~$".contains(c);
    let begins = |c: char| parts(c) || ":,;=/".contains(c) && piece.starts_with(is_word);
    // A sign of the sentence around it, not of what stands there.
    let is_sign = |c: char| ".,:;!?…".contains(c) && next.clone().next().is_none_or(parts);
    last.is_none_or(begins) && first.is_none_or(|c| parts(c) || c == '。' || is_sign(c))
}

#[cfg(test)]
mod tests {
    use super::{find, formula};

    #[track_caller]
    fn check(piece: &str, text: &str, expect: Option<&str>) {
        assert_eq!(find(piece, text).map(|place| &text[place]), expect, "{piece} in {text}");
    }

    #[test]
    fn code_stands_there_up_to_white_space() {
        let note =
            "Run `restic restore latest --target /home`, then:\n\n```sh\ncd /home\nls  -l\n```\n";
        check(
            "`restic restore latest --target /home`",
            note,
            Some("restic restore latest --target /home"),
        );
        check("cd /home\nls -l\n", note, Some("cd /home\nls  -l"));
        check("`--target /home`", note, Some("--target /home"));
        for other in [
            "--target /",
            "--target /home --delete",
            "rm -rf /home",
            "ls -la",
            "LS -l",
            "cd/home",
            "l",
        ] {
            check(other, note, None);
        }
    }

    #[test]
    fn a_name_may_be_part_of_more() {
        check("`open`", "Call open(path).", Some("open"));
        check("`a.toml`", "in ~/b/a.toml.", Some("a.toml"));
        check("`open`", "Call reopen and open-all.", None);
        check("`$HOME`", "See `$HOME`.", Some("$HOME"));
        check("`` a`b ``", "So: a`b", Some("a`b"));
    }

    #[test]
    fn formulas_have_no_spaces() {
        assert_eq!(formula("$E = mc^2$"), formula("$$E=mc^2$$"));
        assert_eq!(formula("`a`"), None);
        check("$a+b$", "with $a+b^2$", None);
    }
}
