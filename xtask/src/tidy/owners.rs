//! The owners of outside packages: every heavy one belongs to the room that the table of ARCHITECTURE.md names.

use super::map::Map;
use crate::workspace::Crate;

/// Small packages that any room may use: shapes, errors, hashes, threads and the alphabet.
///
/// Unicode tables stand here because `note` cuts text with them and `index` builds its words with them.
const BASICS: [&str; 14] = [
    "crc32fast",
    "getrandom",
    "half",
    "log",
    "memmap2",
    "percent-encoding",
    "rayon",
    "regex",
    "serde",
    "serde_json",
    "sha2",
    "thiserror",
    "unicode-normalization",
    "unicode-segmentation",
];

/// Finds every outside package used by a room that does not own it, and every owner that has no use for its package.
pub(crate) fn check(crates: &[Crate], map: &Map) -> Vec<String> {
    let is_owned = |name: &&String| {
        !crates.iter().any(|ours| ours.name == **name) && !BASICS.contains(&name.as_str())
    };
    let uses = crates
        .iter()
        .flat_map(|room| room.uses.iter().filter(is_owned).map(move |used| (&room.name, used)));
    let stolen = uses.filter_map(|(room, used)| complaint(map, room, used));
    stolen.chain(crates.iter().flat_map(|room| idle(map, room))).collect()
}

fn idle(map: &Map, room: &Crate) -> Vec<String> {
    let owned = map.room(&room.name).map_or(&[][..], |row| row.owns.as_slice());
    let unused = owned.iter().filter(|owned| !room.uses.contains(owned));
    unused
        .map(|owned| {
            format!("`{}` owns `{owned}` in ARCHITECTURE.md but does not use it", room.name)
        })
        .collect()
}

fn complaint(map: &Map, room: &str, used: &str) -> Option<String> {
    let owners: Vec<&str> = map
        .rooms
        .iter()
        .filter(|owner| owner.owns.iter().any(|owned| owned == used))
        .map(|owner| owner.name.as_str())
        .collect();
    match owners.as_slice() {
        [] => Some(format!("`{used}`, used by `{room}`, has no owner in ARCHITECTURE.md")),
        owners if owners.contains(&room) => None,
        owners => {
            Some(format!("`{room}` uses `{used}`, which belongs to `{}`", owners.join("`, `")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::map::Room;

    #[test]
    fn strangers_orphans_and_idle_owners_are_found() {
        let uses = |name: &str, uses: &[&str]| Crate {
            name: name.to_owned(),
            uses: uses.iter().map(|&used| used.to_owned()).collect(),
            ..Crate::default()
        };
        let crates = [
            uses("index", &["rusqlite", "serde"]),
            uses("engine", &["index", "rusqlite", "left-pad"]),
        ];
        let index = Room {
            name: "index".to_owned(),
            owns: vec!["rusqlite".to_owned(), "sled".to_owned()],
            ..Room::default()
        };
        let map = Map::of(vec![index]);
        assert_eq!(
            check(&crates, &map),
            [
                "`engine` uses `rusqlite`, which belongs to `index`",
                "`left-pad`, used by `engine`, has no owner in ARCHITECTURE.md",
                "`index` owns `sled` in ARCHITECTURE.md but does not use it",
            ]
        );
    }
}
