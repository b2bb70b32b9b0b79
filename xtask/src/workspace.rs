//! The workspace as cargo sees it: our crates, and every package in the tree.

use std::path::PathBuf;

use serde_json::Value;

use crate::command::{cargo, output};

/// The workspace with its root, its target folder, our crates and all packages.
#[derive(Debug, Default)]
pub(crate) struct Workspace {
    /// The folder of the root Cargo.toml.
    pub(crate) root: PathBuf,
    /// Where cargo builds.
    pub(crate) target: PathBuf,
    /// Our own crates.
    pub(crate) crates: Vec<Crate>,
    /// Every package of the tree, ours included.
    pub(crate) packages: Vec<Package>,
}

/// One of our crates.
#[derive(Debug, Default)]
pub(crate) struct Crate {
    /// The room's name: the package name without `notekin-`.
    pub(crate) name: String,
    /// The folder of its Cargo.toml.
    pub(crate) folder: PathBuf,
    /// Whether it is a library.
    pub(crate) library: bool,
    /// The packages it uses outside tests, our own by their room's name.
    pub(crate) uses: Vec<String>,
}

/// Any package of the tree.
#[derive(Debug, Default)]
pub(crate) struct Package {
    /// The package's name.
    pub(crate) name: String,
    /// Its licence as an SPDX expression, empty when it states none.
    pub(crate) licence: String,
}

impl Workspace {
    /// Asks cargo for the locked tree.
    pub(crate) fn load() -> Result<Self, String> {
        let text = output(&mut cargo(&["metadata", "--format-version", "1", "--locked"]))?;
        let metadata: Value = serde_json::from_str(&text)
            .map_err(|error| format!("cannot read cargo's metadata: {error}"))?;
        Ok(Self::from_metadata(&metadata))
    }

    /// Returns where cargo puts the `notekin` of a profile's folder, `debug` or `release`.
    pub(crate) fn notekin(&self, profile: &str) -> PathBuf {
        self.target.join(profile).join(format!("notekin{}", std::env::consts::EXE_SUFFIX))
    }

    fn from_metadata(metadata: &Value) -> Self {
        let packages = elements(&metadata["packages"]);
        let members: Vec<&str> =
            elements(&metadata["workspace_members"]).iter().filter_map(Value::as_str).collect();
        let ours = |package: &&Value| members.contains(&text(&package["id"]).as_str());
        Self {
            root: text(&metadata["workspace_root"]).into(),
            target: text(&metadata["target_directory"]).into(),
            crates: packages.iter().filter(ours).map(Crate::from_metadata).collect(),
            packages: packages.iter().map(Package::from_metadata).collect(),
        }
    }
}

impl Crate {
    fn from_metadata(package: &Value) -> Self {
        let manifest = PathBuf::from(text(&package["manifest_path"]));
        let kinds =
            elements(&package["targets"]).iter().flat_map(|target| elements(&target["kind"]));
        let outside_tests = elements(&package["dependencies"])
            .iter()
            .filter(|dependency| dependency["kind"] != "dev");
        Self {
            name: room(&text(&package["name"])),
            folder: manifest.parent().map(PathBuf::from).unwrap_or_default(),
            library: kinds.clone().any(|kind| kind == "lib"),
            uses: outside_tests.map(|dependency| room(&text(&dependency["name"]))).collect(),
        }
    }
}

impl Package {
    fn from_metadata(package: &Value) -> Self {
        Self { name: text(&package["name"]), licence: text(&package["license"]) }
    }
}

fn room(package: &str) -> String {
    package.strip_prefix("notekin-").unwrap_or(package).to_owned()
}

fn elements(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_crates_are_told_from_the_others_and_dev_dependencies_left_out() {
        let metadata = serde_json::json!({
            "workspace_root": "/w",
            "target_directory": "/w/target",
            "workspace_members": ["a"],
            "packages": [
                {"id": "a", "name": "notekin-note", "license": "MIT", "manifest_path": "/w/crates/note/Cargo.toml",
                 "targets": [{"kind": ["lib"]}],
                 "dependencies": [{"name": "saphyr", "kind": null}, {"name": "insta", "kind": "dev"}]},
                {"id": "b", "name": "saphyr", "license": "MIT OR Apache-2.0", "manifest_path": "/r/Cargo.toml"},
            ],
        });
        let workspace = Workspace::from_metadata(&metadata);
        assert_eq!(workspace.packages.len(), 2);
        let [note] = workspace.crates.as_slice() else {
            panic!("one crate is ours: {:?}", workspace.crates)
        };
        assert_eq!((note.name.as_str(), note.library), ("note", true));
        assert_eq!(note.uses, ["saphyr"]);
        assert_eq!(note.folder, PathBuf::from("/w/crates/note"));
    }
}
