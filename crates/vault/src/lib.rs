//! A folder of notes: what is in it, what changed, where a link leads, what the policy allows.
//!
//! It is not a store and remembers nothing: every [`Scan`] looks at the disk, and comparing it with what somebody
//! else remembers is the pure function [`changes()`]. It never writes, never parses a note, and never waits for a cloud
//! drive to fetch one.
//!
//! ```
//! use notekin_vault::{PolicySettings, Vault};
//! # let folder = tempfile::tempdir()?;
//! # std::fs::write(folder.path().join("Tea.md"), "Green tea steeps at 70 degrees.")?;
//! let vault = Vault::open(folder.path(), &PolicySettings::default())?;
//! let scan = vault.scan()?;
//! for path in scan.notes.keys() {
//!     let file = vault.read(path)?;
//!     println!("{path}: {} bytes", file.bytes.len());
//! }
//! # assert_eq!(scan.found(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! One thing fails as a whole, the vault's own folder, with an [`Error`]; anything in it fails alone, as an
//! [`Unreadable`] in a list. The policy decides before a file is opened, and at both ends of a symbolic link, because
//! what nobody reads can't be shown to anybody.

mod changes;
mod error;
mod explain;
mod file;
mod ignore_files;
mod links;
mod obsidian;
mod patterns;
mod placeholder;
mod policy;
mod rule;
mod scan;
mod unreadable;
mod vault;
mod walk;
mod watch;

pub use changes::{Changes, Known, changes, mass_disappearance};
pub use error::{Error, Kind};
pub use explain::Verdict;
pub use file::{ContentHash, File, Stamp};
pub use links::Links;
pub use policy::PolicySettings;
pub use rule::{Rule, Written};
pub use scan::{Excluded, Scan};
pub use unreadable::{Trouble, Unreadable};
pub use vault::{Flavor, Vault};
pub use watch::Watch;
