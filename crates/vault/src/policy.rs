//! The policy: which notes of the folder may be read at all.

use std::ffi::OsStr;
use std::fs;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use notekin_note::{NotePath, fold};

use crate::error::Error;
use crate::ignore_files::IgnoreFiles;
use crate::obsidian::{self, Obsidian};
use crate::patterns::{Broken, Patterns, Said};
use crate::rule::{Rule, Written};

const VAULT_IGNORE: &str = ".vaultignore";
const GIT_IGNORE: &str = ".gitignore";

/// Returns whether a file at this path in the vault says which notes may be read.
pub(crate) fn is_rules(path: &Path) -> bool {
    let is_named = |name: &OsStr| name == VAULT_IGNORE || name == GIT_IGNORE;
    path.file_name().is_some_and(is_named) || obsidian::is_settings(path)
}

/// What the user sets about the notes of one vault.
///
/// Patterns are written as in `.gitignore`: `Folder/` and everything in it, `*.canvas` anywhere, `/Top.md` only at
/// the root, `!Kept.md` to take one out again. Here and in the ignore files, case and Unicode form don't matter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicySettings {
    /// If there are any, only notes that one of them matches are read.
    pub include: Vec<String>,
    /// Notes that one of them matches are left out.
    pub exclude: Vec<String>,
    /// Whether `.gitignore` files leave notes out; people keep private notes there and still want to find them.
    pub gitignore: bool,
    /// Larger files are reported instead of read, in bytes.
    pub max_bytes: u64,
    /// The folder of our own data, left out should it lie inside the vault.
    pub own_data: Option<PathBuf>,
}

impl Default for PolicySettings {
    fn default() -> Self {
        Self {
            include: Vec::new(),
            exclude: Vec::new(),
            gitignore: false,
            max_bytes: 8 << 20,
            own_data: None,
        }
    }
}

impl PolicySettings {
    /// Fails when one of the patterns can't be understood, and names it.
    pub fn check(&self) -> Result<(), Error> {
        compile(&self.include).and_then(|_| compile(&self.exclude)).map(|_| ())
    }

    /// Returns the same without the patterns that can't be understood.
    #[must_use]
    pub fn without_broken(&self) -> Self {
        let understood = |patterns: &[String]| {
            let is_whole = |pattern: &&String| compile(std::slice::from_ref(*pattern)).is_ok();
            patterns.iter().filter(is_whole).cloned().collect()
        };
        Self {
            include: understood(&self.include),
            exclude: understood(&self.exclude),
            ..self.clone()
        }
    }
}

/// The compiled policy of one vault.
#[derive(Debug)]
pub(crate) struct Policy {
    root: PathBuf,
    include: Option<Patterns>,
    exclude: Patterns,
    obsidian: Obsidian,
    ignore_files: IgnoreFiles,
    gitignore: bool,
    own_data: Option<PathBuf>,
}

/// What holds inside one folder because of the folders above it.
#[derive(Debug, Clone)]
pub(crate) struct Scope {
    closed: Option<Rule>,
    included: bool,
    ignores: Option<Rc<IgnoreFile>>,
}

impl Scope {
    /// Returns the rule that keeps out everything inside the folder.
    pub(crate) fn closed(&self) -> Option<&Rule> {
        self.closed.as_ref()
    }

    /// Tells whether the folder isn't even looked into.
    pub(crate) fn is_pruned(&self) -> bool {
        self.closed().is_some_and(Rule::prunes)
    }
}

/// An ignore file, linked to the one that comes before it on the way down from the root.
#[derive(Debug)]
struct IgnoreFile {
    folder: String,
    folded_folder: String,
    name: &'static str,
    patterns: Arc<Patterns>,
    above: Option<Rc<IgnoreFile>>,
}

/// A path as the rules see it.
struct Candidate<'a> {
    path: &'a str,
    folded: String,
    is_folder: bool,
}

impl Policy {
    /// Compiles the policy of the vault at `root`, which is canonical.
    pub(crate) fn new(root: &Path, settings: &PolicySettings) -> Result<Self, Error> {
        let include =
            (!settings.include.is_empty()).then(|| compile(&settings.include)).transpose()?;
        Ok(Self {
            root: root.to_owned(),
            include,
            exclude: compile(&settings.exclude)?,
            obsidian: Obsidian::read(root),
            ignore_files: IgnoreFiles::default(),
            gitignore: settings.gitignore,
            own_data: settings.own_data.as_ref().and_then(|folder| fs::canonicalize(folder).ok()),
        })
    }

    /// Returns what holds at the root.
    pub(crate) fn top(&self) -> Scope {
        let scope = Scope { closed: None, included: self.include.is_none(), ignores: None };
        self.with_ignore_files(scope, "")
    }

    /// Returns what holds inside a folder that lies in `scope`.
    pub(crate) fn enter(&self, scope: &Scope, folder: &str) -> Scope {
        let candidate = Candidate { path: folder, folded: fold(folder), is_folder: true };
        let closed = self.closes(scope, &candidate);
        let included = scope.included || self.includes(&candidate);
        let inner = Scope { closed, included, ignores: scope.ignores.clone() };
        if inner.closed().is_some() { inner } else { self.with_ignore_files(inner, folder) }
    }

    /// Returns the rule that keeps out the note at `path`, which lies in `scope`.
    pub(crate) fn judge(&self, scope: &Scope, path: &str) -> Option<Rule> {
        let note = Candidate { path, folded: fold(path), is_folder: false };
        let left_out = || (!scope.included && !self.includes(&note)).then_some(Rule::Include);
        self.closes(scope, &note)
            .or_else(left_out)
            .or_else(|| self.obsidian.judge(path, &note.folded))
    }

    /// Returns the rule that keeps out the note at `path`, going down from the root.
    pub(crate) fn judge_from_top(&self, path: &NotePath) -> Option<Rule> {
        self.judge(&self.scope_of(path.folder()), path.as_str())
    }

    /// Returns what holds inside a folder, going down from the root.
    pub(crate) fn scope_of(&self, folder: &str) -> Scope {
        let above = folder.match_indices('/').map(|(end, _)| &folder[..end]);
        let folders = above.chain((!folder.is_empty()).then_some(folder));
        folders.fold(self.top(), |scope, folder| self.enter(&scope, folder))
    }

    /// Returns the path of what lies inside the vault, relative to its root; what lies outside is open to links.
    pub(crate) fn inside(&self, real: &Path) -> Option<NotePath> {
        let inside = real.strip_prefix(&self.root).ok()?;
        NotePath::parse(&inside.to_string_lossy().replace(MAIN_SEPARATOR, "/")).ok()
    }

    /// Returns the first rule that keeps the candidate out, be it a folder or a note.
    fn closes(&self, scope: &Scope, candidate: &Candidate<'_>) -> Option<Rule> {
        let own_name = || self.always(candidate);
        let excluded = || match self.exclude.say(&candidate.folded, candidate.is_folder) {
            Some(Said::Match(pattern)) => Some(Rule::Exclude(pattern.to_owned())),
            Some(Said::Unmatch) | None => None,
        };
        own_name()
            .or_else(|| scope.closed.clone())
            .or_else(excluded)
            .or_else(|| ignored(scope, candidate))
    }

    /// Returns the rule that holds in every vault and keeps the candidate out.
    fn always(&self, candidate: &Candidate<'_>) -> Option<Rule> {
        let name = candidate.path.rsplit('/').next().unwrap_or_default();
        if name.starts_with('.') {
            return Some(Rule::Hidden);
        }
        if candidate.is_folder && name == "node_modules" {
            return Some(Rule::NodeModules);
        }
        let own_data = self.own_data.as_deref().filter(|_| candidate.is_folder)?;
        (self.root.join(candidate.path) == own_data).then_some(Rule::OwnData)
    }

    fn includes(&self, candidate: &Candidate<'_>) -> bool {
        let said = self
            .include
            .as_ref()
            .and_then(|include| include.say(&candidate.folded, candidate.is_folder));
        matches!(said, Some(Said::Match(_)))
    }

    /// Adds the ignore files that lie in the folder itself.
    fn with_ignore_files(&self, mut scope: Scope, folder: &str) -> Scope {
        let names = [GIT_IGNORE, VAULT_IGNORE];
        for name in names.into_iter().filter(|name| self.gitignore || *name != GIT_IGNORE) {
            if let Some(patterns) = self.ignore_files.get(&self.root.join(folder).join(name)) {
                let above = scope.ignores.take();
                let (folder, folded_folder) = (folder.to_owned(), fold(folder));
                scope.ignores =
                    Some(Rc::new(IgnoreFile { folder, folded_folder, name, patterns, above }));
            }
        }
        scope
    }
}

/// Returns the rule of the nearest ignore file that says something of the candidate.
///
/// As in git, a nearer file overrules one further up, so `!` can take out again what that one matched.
fn ignored(scope: &Scope, candidate: &Candidate<'_>) -> Option<Rule> {
    let mut files = std::iter::successors(scope.ignores.as_deref(), |file| file.above.as_deref());
    let (file, said) = files.find_map(|file| Some((file, file.say(candidate)?)))?;
    match said {
        Said::Match(pattern) => Some(file.rule(pattern)),
        Said::Unmatch => None,
    }
}

impl IgnoreFile {
    fn say(&self, candidate: &Candidate<'_>) -> Option<Said<'_>> {
        let inside = candidate.folded.strip_prefix(&self.folded_folder)?;
        self.patterns.say(inside.trim_start_matches('/'), candidate.is_folder)
    }

    fn rule(&self, pattern: &str) -> Rule {
        let written = Written { pattern: pattern.to_owned(), file: join(&self.folder, self.name) };
        if self.name == GIT_IGNORE { Rule::GitIgnore(written) } else { Rule::VaultIgnore(written) }
    }
}

/// Joins a folder, `""` at the root, with a name in it.
pub(crate) fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

fn compile(patterns: &[String]) -> Result<Patterns, Error> {
    Patterns::of_settings(patterns)
        .map_err(|Broken { pattern, reason }| Error::Pattern { pattern, reason })
}
