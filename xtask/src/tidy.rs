//! The rules of the house that a compiler does not hold, each a function from what lies there to its findings.

mod arrows;
mod licence;
mod lock;
mod manifest;
mod map;
mod owners;
mod place;
mod size;
mod source;
mod suite;
mod tree;

use std::fs;

use crate::workspace::Workspace;
use map::Map;
use tree::Tree;

/// Checks every rule; lists what is wrong and fails if anything is.
pub(crate) fn run() -> Result<(), String> {
    let workspace = Workspace::load()?;
    let tree = Tree::read(&workspace.root)?;
    let map = Map::parse(tree.text("ARCHITECTURE.md").ok_or("there is no ARCHITECTURE.md")?);
    for remark in size::remarks(&tree) {
        println!("remark: {remark}");
    }
    let findings = findings(&workspace, &tree, &map);
    for finding in &findings {
        println!("finding: {finding}");
    }
    match findings.len() {
        0 => {
            println!(
                "tidy: {} files and {} packages keep the rules",
                tree.files().len(),
                workspace.packages.len()
            );
            Ok(())
        }
        count => Err(format!("tidy has {count} findings")),
    }
}

fn findings(workspace: &Workspace, tree: &Tree, map: &Map) -> Vec<String> {
    let libraries: Vec<String> = workspace
        .crates
        .iter()
        .filter(|room| room.library)
        .filter_map(|room| tree.relative(&room.folder))
        .collect();
    let folders: Vec<String> =
        workspace.crates.iter().filter_map(|room| tree.relative(&room.folder)).collect();
    [
        arrows::check(&workspace.crates, map),
        owners::check(&workspace.crates, map),
        map::check(map, &workspace.crates, &tree.folders(), |path| {
            fs::exists(workspace.root.join(path)).is_ok_and(|there| there)
        }),
        size::check(tree, &libraries),
        lock::check(tree.text("Cargo.lock").unwrap_or_default()),
        licence::check(&workspace.packages),
        source::check(tree),
        suite::check(tree, &folders),
        manifest::check(tree, &folders),
        place::check(tree),
    ]
    .concat()
}
