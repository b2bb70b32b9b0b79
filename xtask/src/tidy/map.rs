//! ARCHITECTURE.md read as data: its table of rooms, and the paths it names.

use crate::workspace::Crate;

/// ARCHITECTURE.md is read in one go by a newcomer.
const LONGEST: usize = 200;

/// What ARCHITECTURE.md says.
#[derive(Debug, Default)]
pub(crate) struct Map {
    /// The rows of the table headed `crate`.
    pub(crate) rooms: Vec<Room>,
    /// Every path named in backticks outside code blocks.
    paths: Vec<String>,
    lines: usize,
}

/// One row of the table of rooms.
#[derive(Debug, Default)]
pub(crate) struct Room {
    /// The crate's name.
    pub(crate) name: String,
    /// The rooms it may use.
    pub(crate) uses: Vec<String>,
    /// The outside packages that it alone may use.
    pub(crate) owns: Vec<String>,
}

impl Map {
    /// Reads the page's Markdown.
    pub(crate) fn parse(page: &str) -> Self {
        let table = page
            .lines()
            .skip_while(|line| !line.starts_with("| crate |"))
            .take_while(|line| line.starts_with('|'));
        Self {
            rooms: table.skip(2).map(Room::parse).collect(),
            paths: prose(page).flat_map(quoted).filter(|word| is_path(word)).collect(),
            lines: page.lines().count(),
        }
    }

    /// Returns the row of the crate `name`.
    pub(crate) fn room(&self, name: &str) -> Option<&Room> {
        self.rooms.iter().find(|room| room.name == name)
    }
}

impl Room {
    fn parse(row: &str) -> Self {
        let mut cells = row.trim_matches('|').split('|').map(quoted);
        let name = cells.next().and_then(|names| names.into_iter().next()).unwrap_or_default();
        let mut last_two = cells.skip(1);
        Self {
            name,
            uses: last_two.next().unwrap_or_default(),
            owns: last_two.next().unwrap_or_default(),
        }
    }
}

/// Finds crates and folders that the page forgot, and crates and paths that it made up.
pub(crate) fn check(
    map: &Map,
    crates: &[Crate],
    folders: &[&str],
    exists: impl Fn(&str) -> bool,
) -> Vec<String> {
    let forgotten = crates
        .iter()
        .filter(|ours| map.room(&ours.name).is_none())
        .map(|ours| format!("crate `{}` is missing from the table in ARCHITECTURE.md", ours.name));
    let made_up =
        map.rooms.iter().filter(|room| !crates.iter().any(|ours| ours.name == room.name)).map(
            |room| {
                format!("ARCHITECTURE.md has a room `{}`, but there is no such crate", room.name)
            },
        );
    let unnamed = folders
        .iter()
        .filter(|folder| !map.paths.iter().any(|path| path.split('/').next() == Some(folder)))
        .map(|folder| format!("folder `{folder}/` is not named in ARCHITECTURE.md"));
    let gone = map
        .paths
        .iter()
        .filter(|path| !exists(path))
        .map(|path| format!("ARCHITECTURE.md names `{path}`, which does not exist"));
    let long = (map.lines > LONGEST)
        .then(|| format!("ARCHITECTURE.md has {} lines, more than {LONGEST}", map.lines));
    forgotten.chain(made_up).chain(unnamed).chain(gone).chain(long).collect()
}

/// Returns the lines outside fenced code.
fn prose(page: &str) -> impl Iterator<Item = &str> {
    let mut fenced = false;
    page.lines().filter(move |line| {
        let fence = line.starts_with("```");
        fenced ^= fence;
        !fenced && !fence
    })
}

/// Returns what stands between backticks.
fn quoted(line: &str) -> Vec<String> {
    line.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

fn is_path(word: &str) -> bool {
    word.contains('/') && !word.contains([' ', '<', '*', '|', ':'])
}

#[cfg(test)]
impl Map {
    /// Returns a page with these rooms and nothing else.
    pub(crate) fn of(rooms: Vec<Room>) -> Self {
        Self { rooms, ..Self::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "\
# Map
```
made/up/
```
| crate | what it is | may use | owns outside |
|---|---|---|---|
| `note` | text with `words` | - | `saphyr`, `pulldown-cmark` |
| `vault` | a folder | `note` | |

Crates live in `crates/note/` and `crates/vault/`.
";

    fn ours(name: &str) -> Crate {
        Crate { name: name.to_owned(), ..Crate::default() }
    }

    #[test]
    fn the_table_is_read_with_arrows_and_owners() {
        let map = Map::parse(PAGE);
        let vault = map.room("vault").unwrap();
        assert_eq!((vault.uses.as_slice(), vault.owns.len()), (["note".to_owned()].as_slice(), 0));
        assert_eq!(map.room("note").unwrap().owns, ["saphyr", "pulldown-cmark"]);
    }

    #[test]
    fn a_true_page_has_no_findings() {
        let crates = [ours("note"), ours("vault")];
        assert_eq!(check(&Map::parse(PAGE), &crates, &["crates"], |_| true), [""; 0]);
    }

    #[test]
    fn what_is_forgotten_or_made_up_is_found() {
        let crates = [ours("note"), ours("index")];
        let findings =
            check(&Map::parse(PAGE), &crates, &["crates", "docs"], |path| path != "crates/vault/");
        assert_eq!(
            findings,
            [
                "crate `index` is missing from the table in ARCHITECTURE.md",
                "ARCHITECTURE.md has a room `vault`, but there is no such crate",
                "folder `docs/` is not named in ARCHITECTURE.md",
                "ARCHITECTURE.md names `crates/vault/`, which does not exist",
            ]
        );
    }

    #[test]
    fn a_page_that_nobody_would_finish_is_found() {
        let findings = check(&Map::parse(&"line\n".repeat(201)), &[], &[], |_| true);
        assert_eq!(findings, ["ARCHITECTURE.md has 201 lines, more than 200"]);
    }
}
