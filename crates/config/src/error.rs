//! What can be wrong with what the user set.

use std::io;
use std::path::PathBuf;

use notekin_engine::Kind;

/// A failure of settings, places or the register.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file of ours can't be read.
    #[error("cannot read `{}`", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// A file or folder of ours can't be written.
    #[error("cannot write `{}`", path.display())]
    Unwritable {
        /// The file or folder.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The settings file isn't TOML.
    #[error("`{}` is not valid TOML: {reason}", path.display())]
    BrokenSettings {
        /// The file.
        path: PathBuf,
        /// What the parser says.
        reason: String,
    },
    /// A key that doesn't exist.
    #[error("unknown key `{key}`{}", place(file.as_ref()))]
    UnknownKey {
        /// The key.
        key: String,
        /// The file it stands in, if it stands in one.
        file: Option<PathBuf>,
        /// The key most like it.
        nearest: Option<&'static str>,
    },
    /// A value that its key can't take.
    #[error("`{key}` in {place} must be {wanted}, not {found}")]
    WrongValue {
        /// The key.
        key: String,
        /// Where the value stands.
        place: String,
        /// What the key takes.
        wanted: String,
        /// What stands there.
        found: String,
    },
    /// The file of keys may be read by others than the user.
    #[error("`{}` may be read by others, so no key is taken from it", .0.display())]
    OpenKeys(PathBuf),
    /// A key of a name that no server has.
    #[error("no server is called `{0}`")]
    UnknownSecret(String),
    /// The register of vaults can't be understood; it is left as it is.
    #[error("the register of vaults `{}` is damaged: {reason}", path.display())]
    BrokenRegister {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A conversation that isn't kept.
    #[error("no conversation {0} is kept for this vault")]
    UnknownConversation(u32),
    /// A kept conversation can't be understood; it is left as it is.
    #[error("the conversation `{}` is damaged: {reason}", path.display())]
    BrokenConversation {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The system doesn't say where the user's folders are.
    #[error("the home folder is unknown")]
    NoHome,
    /// The environment doesn't say where another program keeps its settings.
    #[error("the folder of settings is unknown, as `{0}` is not set")]
    UnknownFolder(&'static str),
    /// Another program's file can't be understood; it is left as it is.
    #[error("cannot understand `{}`, line {line}: {reason}", path.display())]
    NotUnderstood {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// Another program's file is not what it was when the change was planned.
    #[error("`{}` has changed meanwhile, so nothing was written", .0.display())]
    ChangedMeanwhile(PathBuf),
    /// Where the file would lie that starts the engine at login, another one lies.
    #[error("`{}` isn't a file of Notekin's, so it stays as it is", .0.display())]
    ForeignStart(PathBuf),
    /// A path or value that the file which starts the engine at login can't hold.
    #[error("`{}` can't hold {value:?}", file.display())]
    NoStart {
        /// The file.
        file: PathBuf,
        /// The path or value.
        value: String,
    },
    /// The system gives no random numbers.
    #[error("the system gives no random numbers: {0}")]
    NoRandom(String),
    /// The data folder lies where an index can't be kept safely.
    #[error("the data folder `{}` {why}", path.display())]
    Unsuitable {
        /// The data folder.
        path: PathBuf,
        /// What is wrong with its place.
        why: String,
    },
    /// A vault's folder isn't there.
    #[error("there is no folder `{}`", .0.display())]
    NoFolder(PathBuf),
    /// Something else lies where a setting says that a file is.
    #[error("`{}` is no file", .0.display())]
    NoFile(PathBuf),
    /// A vault's path holds bytes that our files can't write.
    #[error("the path `{}` is not valid UTF-8", .0.display())]
    NotUtf8(PathBuf),
    /// No vault was named, and none could be told from where the user is.
    #[error("no vault here: looked for `.obsidian` or a known vault in `{}` and the folders above{}", here.display(), known(vaults))]
    NoVault {
        /// Where the search began.
        here: PathBuf,
        /// The registered vaults.
        vaults: Vec<PathBuf>,
    },
    /// A vault that isn't in the register.
    #[error("`{}` is not a known vault", .0.display())]
    UnknownVault(PathBuf),
    /// A folder that is in the register already.
    #[error("`{}` is a vault of its own already", .0.display())]
    KnownVault(PathBuf),
    /// A vault that is said to have moved but hasn't.
    #[error("the vault `{}` is still there", .0.display())]
    StillThere(PathBuf),
}

fn place(file: Option<&PathBuf>) -> String {
    file.map(|path| format!(" in `{}`", path.display())).unwrap_or_default()
}

fn known(vaults: &[PathBuf]) -> String {
    if vaults.is_empty() {
        return "; no vault is known yet".to_owned();
    }
    let list: Vec<_> = vaults.iter().map(|path| format!("`{}`", path.display())).collect();
    format!("; known vaults: {}", list.join(", "))
}

impl Error {
    /// Returns the kind that faces turn into codes.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Unreadable { source, .. } | Self::Unwritable { source, .. } => of_io(source),
            Self::BrokenSettings { .. }
            | Self::UnknownKey { .. }
            | Self::WrongValue { .. }
            | Self::NotUtf8(_)
            | Self::NoFile(_)
            | Self::UnknownSecret(_)
            | Self::NotUnderstood { .. }
            | Self::KnownVault(_)
            | Self::ForeignStart(_)
            | Self::NoStart { .. }
            | Self::StillThere(_) => Kind::Invalid,
            Self::BrokenRegister { .. } | Self::BrokenConversation { .. } => Kind::Corrupt,
            Self::NoHome
            | Self::UnknownFolder(_)
            | Self::Unsuitable { .. }
            | Self::NoVault { .. } => Kind::Unconfigured,
            Self::OpenKeys(_) => Kind::Denied,
            Self::ChangedMeanwhile(_) => Kind::Stale,
            Self::NoRandom(_) => Kind::Internal,
            Self::NoFolder(_) | Self::UnknownVault(_) | Self::UnknownConversation(_) => {
                Kind::NotFound
            }
        }
    }

    /// Returns the next step, when there is one.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::UnknownKey { nearest: Some(key), .. } => Some(format!("did you mean `{key}`?")),
            Self::UnknownKey { .. } => Some("`notekin config list` shows every key".to_owned()),
            Self::BrokenRegister { path, .. } => Some(format!(
                "mend it, or move `{}` away and add your vaults again",
                path.display()
            )),
            Self::UnknownConversation(_) => {
                Some("`notekin conversations list` shows those that are".to_owned())
            }
            Self::BrokenConversation { path, .. } => {
                Some(format!("mend it, or delete `{}`", path.display()))
            }
            Self::OpenKeys(path) => Some(format!("`chmod 600 \"{}\"` closes it", path.display())),
            Self::UnknownSecret(_) => {
                Some(format!("there are `{}`", crate::Keys::NAMES.join("`, `")))
            }
            Self::NoHome => Some("set `NOTEKIN_DATA_DIR` and `NOTEKIN_CONFIG`".to_owned()),
            Self::UnknownFolder(variable) => Some(format!("set `{variable}`")),
            Self::NotUnderstood { .. } => Some(
                "mend the file, or add the entry by hand: `--print` shows it".to_owned(),
            ),
            Self::ForeignStart(_) => {
                Some("move it away if it isn't needed, then run the command again".to_owned())
            }
            Self::NoStart { .. } => Some(
                "choose a path or value without control characters and quotation marks".to_owned(),
            ),
            Self::ChangedMeanwhile(_) => Some("run the command again".to_owned()),
            Self::Unsuitable { .. } => Some(
                "set `NOTEKIN_DATA_DIR` to a folder on a local disk, outside every vault"
                    .to_owned(),
            ),
            Self::NoVault { vaults, .. } if vaults.is_empty() => {
                Some("`notekin index PATH` reads a folder of notes".to_owned())
            }
            Self::NoVault { .. } => Some("name one with `--vault PATH`".to_owned()),
            Self::UnknownVault(_) => {
                Some("`notekin vault list` shows the vaults it knows".to_owned())
            }
            Self::KnownVault(_) => Some(
                "add `--yes` to delete what is kept for that one and go on; the notes are untouched"
                    .to_owned(),
            ),
            Self::StillThere(_) => {
                Some("`notekin index PATH` reads another folder as a vault of its own".to_owned())
            }
            _ => None,
        }
    }
}

fn of_io(source: &io::Error) -> Kind {
    match source.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => Kind::Denied,
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Kind::Full,
        io::ErrorKind::NotFound => Kind::NotFound,
        _ => Kind::Internal,
    }
}
