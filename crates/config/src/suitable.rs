//! Whether a folder is a safe place for an index: on a local disk, and moved by nobody else.

use std::path::{Component, Path, PathBuf};

use crate::error::Error;

/// Folder names that programs which copy files between machines use; each may be followed by an account's name.
const SYNCED: &[&str] = &[
    "Dropbox",
    "OneDrive",
    "Google Drive",
    "GoogleDrive",
    "Mobile Documents",
    "iCloudDrive",
    "iCloud Drive",
    "CloudStorage",
    "Nextcloud",
    "ownCloud",
    "pCloudDrive",
];

/// The marker that Syncthing leaves in a folder it keeps in step.
const SYNCTHING: &str = ".stfolder";

/// File systems on other machines. Shared folders of virtual machines (9p, virtiofs) lock as a local disk does.
const NETWORK: &[&str] =
    &["nfs", "nfs4", "cifs", "smb3", "smbfs", "fuse.sshfs", "fuse.rclone", "afs", "ceph"];

/// Fails when the data folder lies in a synced folder or on a network.
///
/// A synced database is copied while it is written, and locks on a network may not hold; either
/// damages an index. What the system doesn't tell (mounts are only known on Linux) counts as local.
pub(crate) fn check(data: &Path) -> Result<(), Error> {
    match synced(data).or_else(|| network(data)) {
        Some(why) => Err(Error::Unsuitable { path: data.to_owned(), why }),
        None => Ok(()),
    }
}

fn synced(data: &Path) -> Option<String> {
    let named = data.components().find_map(|component| match component {
        Component::Normal(name) => name.to_str().filter(|name| is_synced_name(name)),
        _ => None,
    });
    let marked = || data.ancestors().find(|folder| folder.join(SYNCTHING).exists());
    match named {
        Some(name) => Some(format!("lies in the synced folder `{name}`")),
        None => marked().map(|folder| format!("lies in the synced folder `{}`", folder.display())),
    }
}

fn is_synced_name(name: &str) -> bool {
    SYNCED.iter().any(|synced| {
        name.strip_prefix(synced)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '-', '(']))
    })
}

fn network(data: &Path) -> Option<String> {
    let mounts = std::fs::read_to_string("/proc/self/mountinfo").ok()?;
    let kind = file_system(&mounts, data)?;
    NETWORK.contains(&kind).then(|| format!("lies on a network ({kind})"))
}

/// Returns the kind of the file system that `path` lies on, by the mount point nearest to it.
fn file_system<'a>(mounts: &'a str, path: &Path) -> Option<&'a str> {
    let mounted = mounts.lines().filter_map(|line| {
        let (place, kind) = line.split_once(" - ")?;
        Some((unescaped(place.split(' ').nth(4)?), kind.split(' ').next()?))
    });
    let holding = mounted.filter(|(point, _)| path.starts_with(point));
    holding.max_by_key(|(point, _)| point.as_os_str().len()).map(|(_, kind)| kind)
}

/// Returns a mount point with the characters that the kernel writes as octal numbers.
fn unescaped(point: &str) -> PathBuf {
    PathBuf::from(point.replace("\\040", " ").replace("\\011", "\t").replace("\\134", "\\"))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{file_system, synced};

    #[test]
    fn synced_folders_are_recognised_by_name_and_marker() {
        assert!(synced(Path::new("/home/ann/Dropbox/notekin")).is_some());
        assert!(synced(Path::new("/home/ann/OneDrive - Firm/x")).is_some());
        assert!(synced(Path::new("/Users/ann/Library/Mobile Documents/x")).is_some());
        assert_eq!(synced(Path::new("/home/ann/Dropboxes/x")), None);

        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join(".stfolder")).unwrap();
        assert!(synced(&folder.path().join("deep/data")).is_some());
    }

    #[test]
    fn the_nearest_mount_point_decides() {
        let mounts = "21 1 8:1 / / rw - ext4 /dev/sda1 rw\n\
                      30 21 0:40 / /mnt/my\\040share rw shared:1 - nfs4 server:/x rw\n";
        assert_eq!(file_system(mounts, Path::new("/mnt/my share/data")), Some("nfs4"));
        assert_eq!(file_system(mounts, Path::new("/home/ann")), Some("ext4"));
    }
}
