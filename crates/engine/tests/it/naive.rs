//! Filters against a plain reading of the same notes: any conditions over any notes choose the same.

use std::sync::OnceLock;

use notekin_engine::{Audience, Engine, Error, ListRequest, Mode, SearchRequest};
use proptest::prelude::*;

use crate::vault::TestVault;

const NOTES: usize = 90;
const FOLDERS: [&str; 4] = ["", "a", "a/b", "B"];
const TAGS: [&str; 4] = ["x", "x/y", "xx", "é"];
const VALUES: [&str; 8] = ["1", "2.5", "-3", "low", "High", "2024-01-31", "2024-02-01", "2024"];

/// A note as it is written.
#[derive(Clone, Debug)]
struct Plain {
    path: String,
    tags: Vec<&'static str>,
    /// The property `p`, none when it isn't there.
    values: Option<Vec<&'static str>>,
    /// The date it says, by year, month and day.
    date: Option<(u32, u32, u32)>,
    link: Option<usize>,
    private: bool,
}

/// Draws the notes, the same each time.
fn notes() -> Vec<Plain> {
    let mut state = 7u64;
    let mut draw = |below: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let note = |at: usize| {
        let folder = FOLDERS[draw(4)];
        let slash = if folder.is_empty() { "" } else { "/" };
        let some = draw(4);
        Plain {
            path: format!("{folder}{slash}n{at}.md"),
            tags: TAGS.iter().copied().filter(|_| draw(4) == 0).collect(),
            values: (some > 0).then(|| (1..some).map(|_| VALUES[draw(8)]).collect()),
            date: (draw(3) > 0)
                .then(|| (2022 + draw(3) as u32, 1 + draw(12) as u32, 1 + draw(28) as u32)),
            link: (draw(3) > 0).then(|| draw(NOTES)),
            private: draw(6) == 0,
        }
    };
    (0..NOTES).map(note).collect()
}

impl Plain {
    fn text(&self) -> String {
        let values = self.values.as_ref();
        let values = values.map(|values| format!("P: [{}]\n", values.join(", ")));
        let date =
            self.date.map(|(year, month, day)| format!("date: {year}-{month:02}-{day:02}\n"));
        let link = self.link.map(|to| format!("[[n{to}]]\n"));
        [
            format!("---\ntags: [{}]\nprivate: {}\n", self.tags.join(", "), self.private),
            values.unwrap_or_default(),
            date.unwrap_or_default(),
            "---\nhay\n".to_owned(),
            link.unwrap_or_default(),
        ]
        .concat()
    }
}

/// A condition as it is written, and as plain code reads it.
#[derive(Clone, Debug)]
enum Asked {
    Folder(usize),
    Tag(usize),
    Path(usize),
    Has,
    Equal(usize),
    Unequal(usize),
    Less(f64),
    Until(u32, u32),
    Since(u32, u32),
    LinksTo(usize),
    LinkedFrom(usize),
}

const GLOBS: [&str; 5] = ["a/*", "a/**", "n1?", "**/n*3.md", "b/"];

impl Asked {
    fn written(&self) -> String {
        match self {
            Self::Folder(at) => format!("folder:{}", if *at == 0 { "." } else { FOLDERS[*at] }),
            Self::Tag(at) => format!("tag:{}", TAGS[*at]),
            Self::Path(at) => format!("path:{}", GLOBS[*at]),
            Self::Has => "property:p".to_owned(),
            Self::Equal(at) => format!("property:p={}", VALUES[*at].to_uppercase()),
            Self::Unequal(at) => format!("property:p!=\"{}\"", VALUES[*at]),
            Self::Less(bound) => format!("property:p<{bound}"),
            Self::Until(year, month) => format!("date:<={year}-{month:02}"),
            Self::Since(year, month) => format!("after:{year}-{month:02}"),
            Self::LinksTo(at) => format!("links-to:n{at}"),
            Self::LinkedFrom(at) => format!("linked-from:n{at}"),
        }
    }

    fn holds(&self, note: &Plain, at: usize, all: &[Plain]) -> bool {
        let path = note.path.to_lowercase();
        let name = path.rsplit('/').next().unwrap();
        let values = note.values.clone().unwrap_or_default();
        // What doesn't say so is of the day that all files are of, which is long ago.
        let (year, month, _) = note.date.unwrap_or((2001, 9, 9));
        match self {
            Self::Folder(0) => true,
            Self::Folder(at) => path.starts_with(&format!("{}/", FOLDERS[*at].to_lowercase())),
            Self::Tag(at) => note
                .tags
                .iter()
                .any(|tag| *tag == TAGS[*at] || tag.starts_with(&format!("{}/", TAGS[*at]))),
            Self::Path(0) => path.starts_with("a/") && path.matches('/').count() == 1,
            Self::Path(1) => path.starts_with("a/"),
            Self::Path(2) => name.len() == 6 && name.starts_with("n1"),
            Self::Path(3) => name.ends_with("3.md"),
            Self::Path(_) => path.starts_with("b/"),
            Self::Has => !values.is_empty(),
            Self::Equal(at) => values.iter().any(|value| equal(value, VALUES[*at])),
            Self::Unequal(at) => {
                !values.is_empty() && !values.iter().any(|value| equal(value, VALUES[*at]))
            }
            Self::Less(bound) => {
                values.iter().any(|value| value.parse::<f64>().is_ok_and(|number| number < *bound))
            }
            Self::Until(y, m) => (year, month) <= (*y, *m),
            Self::Since(y, m) => (year, month) >= (*y, *m),
            Self::LinksTo(to) => note.link == Some(*to) && at != *to,
            Self::LinkedFrom(from) => all[*from].link == Some(at) && at != *from,
        }
    }
}

/// A year that is asked for is each day of it, and otherwise values are the same that are written the same.
fn equal(value: &str, wanted: &str) -> bool {
    value.eq_ignore_ascii_case(wanted) || wanted == "2024" && value.starts_with("2024-")
}

/// Notes, their vault and its engine; drawn and read once.
fn world() -> &'static (Vec<Plain>, TestVault, Engine) {
    static WORLD: OnceLock<(Vec<Plain>, TestVault, Engine)> = OnceLock::new();
    WORLD.get_or_init(|| {
        let notes = notes();
        let vault =
            notes.iter().fold(TestVault::new(), |vault, note| vault.note(&note.path, &note.text()));
        let vault = vault.indexed();
        let engine = vault.engine();
        (notes, vault, engine)
    })
}

fn asked() -> impl Strategy<Value = Asked> {
    prop_oneof![
        (0..4usize).prop_map(Asked::Folder),
        (0..4usize).prop_map(Asked::Tag),
        (0..5usize).prop_map(Asked::Path),
        Just(Asked::Has),
        (0..8usize).prop_map(Asked::Equal),
        (0..8usize).prop_map(Asked::Unequal),
        (-40..40i32).prop_map(|tenths| Asked::Less(f64::from(tenths) / 10.0)),
        (2000..2026u32, 1..13u32).prop_map(|(year, month)| Asked::Until(year, month)),
        (2000..2026u32, 1..13u32).prop_map(|(year, month)| Asked::Since(year, month)),
        (0..NOTES).prop_map(Asked::LinksTo),
        (0..NOTES).prop_map(Asked::LinkedFrom),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn conditions_choose_what_a_plain_reading_does(
        asked in prop::collection::vec((any::<bool>(), asked()), 1..5),
        is_owner in any::<bool>(),
    ) {
        let (notes, _, engine) = world();
        let audience = if is_owner { Audience::Owner } else { Audience::Assistant };
        let written: Vec<String> = asked
            .iter()
            .map(|(negated, asked)| format!("{}{}", if *negated { "-" } else { "" }, asked.written()))
            .collect();
        let conditions = written.iter().map(|text| notekin_engine::Condition::parse(text).unwrap());
        let filter = notekin_engine::Filter::default().with(conditions.collect());
        let request = ListRequest { filter, limit: 1000, cursor: None, update: false };
        let found = match engine.list(&request, audience) {
            Ok(reply) => reply,
            // The note of the link is private.
            Err(Error::NoSuchNote { .. }) if !is_owner => return Ok(()),
            Err(error) => return Err(TestCaseError::fail(format!("{written:?}: {error}"))),
        };
        let is_folder = |asked: &(bool, Asked)| matches!(asked, (false, Asked::Folder(_)));
        let passes = |at: usize, note: &Plain| {
            let holds = |asked: &Asked| asked.holds(note, at, notes);
            let mut folders = asked.iter().filter(|asked| is_folder(asked)).peekable();
            (is_owner || !note.private)
                && (folders.peek().is_none() || folders.any(|(_, asked)| holds(asked)))
                && asked.iter().filter(|asked| !is_folder(asked)).all(|(negated, asked)| holds(asked) != *negated)
        };
        let mut expected: Vec<&str> = notes
            .iter()
            .enumerate()
            .filter(|(at, note)| passes(*at, note))
            .map(|(_, note)| note.path.as_str())
            .collect();
        expected.sort_unstable();
        let listed: Vec<&str> = found.notes.iter().map(|note| note.path.as_str()).collect();
        prop_assert_eq!(&listed, &expected, "{:?}", written);

        let query = format!("hay {}", written.join(" "));
        let request = SearchRequest {
            mode: Mode::Keyword,
            limit: 1000,
            update: false,
            ..SearchRequest::new(query)
        };
        let mut searched: Vec<String> = engine
            .search(&request, audience)
            .unwrap()
            .hits
            .iter()
            .map(|hit| hit.path.as_str().to_owned())
            .collect();
        searched.sort_unstable();
        prop_assert_eq!(searched, expected);
    }
}
