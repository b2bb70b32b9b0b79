//! A rule of the policy that keeps a note out, with what wrote it where.

use std::fmt;

/// The rule that keeps a note or folder out of everything.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rule {
    /// A name that starts with a dot.
    Hidden,
    /// A `node_modules` folder.
    NodeModules,
    /// The folder that holds our own data.
    OwnData,
    /// An exclude pattern of the settings, as written there.
    Exclude(String),
    /// There are include patterns, and none of them matches.
    Include,
    /// A pattern of a `.vaultignore` file.
    VaultIgnore(Written),
    /// An entry of Obsidian's list of excluded files.
    Obsidian(String),
    /// The folder that holds the templates of Obsidian or Templater.
    Templates(String),
    /// A pattern of a `.gitignore` file.
    GitIgnore(Written),
}

/// A pattern with the file that holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The pattern as it stands in the file.
    pub pattern: String,
    /// The file, relative to the vault's root.
    pub file: String,
}

impl Rule {
    /// Returns the stable name under which excluded notes are counted.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Hidden => "hidden",
            Self::NodeModules => "node_modules",
            Self::OwnData => "own_data",
            Self::Exclude(_) => "exclude",
            Self::Include => "include",
            Self::VaultIgnore(_) => "vaultignore",
            Self::Obsidian(_) => "obsidian",
            Self::Templates(_) => "templates",
            Self::GitIgnore(_) => "gitignore",
        }
    }

    /// Tells whether the rule holds in every vault, so that what it closes isn't even looked into.
    pub(crate) fn prunes(&self) -> bool {
        matches!(self, Self::Hidden | Self::NodeModules | Self::OwnData)
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hidden => f.write_str("files and folders that start with a dot are left out"),
            Self::NodeModules => f.write_str("`node_modules` folders are left out"),
            Self::OwnData => f.write_str("the folder of our own data is left out"),
            Self::Exclude(pattern) => write!(f, "the exclude pattern `{pattern}` of the settings"),
            Self::Include => f.write_str("no include pattern of the settings matches"),
            Self::VaultIgnore(Written { pattern, file })
            | Self::GitIgnore(Written { pattern, file }) => {
                write!(f, "the pattern `{pattern}` in `{file}`")
            }
            Self::Obsidian(filter) => write!(f, "`{filter}` in Obsidian's excluded files"),
            Self::Templates(folder) => write!(f, "`{folder}` is the folder of templates"),
        }
    }
}
