//! The arrows between our crates: only those in the table of ARCHITECTURE.md.

use super::map::Map;
use crate::workspace::Crate;

/// Finds every use of one of our crates by another that the table does not allow.
pub(crate) fn check(crates: &[Crate], map: &Map) -> Vec<String> {
    let is_ours = |name: &str| crates.iter().any(|ours| ours.name == name);
    let allowed = |from: &str, to: &str| {
        map.room(from).is_some_and(|room| room.uses.iter().any(|used| used == to))
    };
    let arrows =
        crates.iter().flat_map(|from| from.uses.iter().map(|to| (from.name.as_str(), to.as_str())));
    arrows
        .filter(|(from, to)| is_ours(to) && !allowed(from, to))
        .map(|(from, to)| {
            format!("`{from}` uses `{to}`, an arrow that ARCHITECTURE.md does not have")
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::map::Room;

    fn room(name: &str, uses: &[&str]) -> Crate {
        Crate {
            name: name.to_owned(),
            uses: uses.iter().map(|&used| used.to_owned()).collect(),
            ..Crate::default()
        }
    }

    #[test]
    fn an_arrow_upward_is_found_and_an_allowed_one_is_not() {
        let crates = [room("note", &["vault", "saphyr"]), room("vault", &["note"])];
        let vault =
            Room { name: "vault".to_owned(), uses: vec!["note".to_owned()], owns: Vec::new() };
        let map = Map::of(vec![vault]);
        assert_eq!(
            check(&crates, &map),
            ["`note` uses `vault`, an arrow that ARCHITECTURE.md does not have"]
        );
    }
}
