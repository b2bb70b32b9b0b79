//! The data folder as nobody else on the machine can enter it: what lies in it tells what is in the notes.

use std::fs::DirBuilder;
use std::io;
use std::path::Path;

/// Makes the data folder, and the folders above it, for the user alone; one that is there stays as it is.
pub(crate) fn create(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    use super::create;

    #[test]
    fn a_new_folder_is_the_users_alone_and_an_old_one_stays() {
        let home = tempfile::tempdir().unwrap();
        let mode =
            |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        create(&home.path().join("share/notekin")).unwrap();
        assert_eq!(mode(&home.path().join("share/notekin")), 0o700);

        fs::set_permissions(home.path(), fs::Permissions::from_mode(0o755)).unwrap();
        create(home.path()).unwrap();
        assert_eq!(mode(home.path()), 0o755);
    }
}
