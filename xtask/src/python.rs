//! Python with pinned packages in an environment of its own, fetched by pip from wherever that is set up to fetch.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::command::exit_code;
use crate::fetched::{done, holds, read, write};

/// Programs that may be a Python that is new enough for the pins.
const PYTHONS: [&str; 3] = ["python3", "python", "py"];

/// Asks a Python whether it is.
const NEW_ENOUGH: &str = "import sys; sys.exit(sys.version_info < (3, 11))";

/// Returns the Python of an environment at `home` that has all packages of a list of `requirements` with hashes, made anew
/// where it isn't whole; `what` and how large it is are told when it has to be fetched.
pub(crate) fn environment(home: &Path, requirements: &Path, what: &str) -> Result<PathBuf, String> {
    let python = home.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let (stamp, pinned) = (home.join("stamp"), read(requirements)?);
    if holds(&stamp, &pinned) && is_new_enough(&python) {
        return Ok(python);
    }
    println!("fetching {what}");
    let name = PYTHONS.into_iter().find(|name| is_new_enough(Path::new(name)));
    let mut make = Command::new(name.ok_or("there is no Python of at least 3.11")?);
    done(make.args(["-m", "venv", "--clear"]).arg(home), what)?;
    let mut install = Command::new(&python);
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]);
    install.args(["--no-deps", "--only-binary", ":all:", "--require-hashes", "-r"]);
    done(install.arg(requirements), what)?;
    write(&stamp, &pinned)?;
    Ok(python)
}

fn is_new_enough(python: &Path) -> bool {
    let mut command = Command::new(python);
    command.args(["-c", NEW_ENOUGH]).stdin(Stdio::null());
    exit_code(command.stdout(Stdio::null()).stderr(Stdio::null())) == Ok(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_requirements_name_no_host_and_every_version_has_its_hash() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        for (list, least) in [("xtask/assistants", 20), ("xtask/api", 20), ("bench/rivals", 8)] {
            let pins = read(&root.join(list).join("requirements.txt")).unwrap();
            assert!(!pins.contains("://"), "{list}");
            let entries = pins.lines().filter(|line| line.contains("=="));
            assert!(entries.clone().count() > least, "{list}");
            assert!(
                entries.clone().all(|line| line.ends_with('\\')),
                "hashes follow on the next lines of {list}"
            );
        }
    }
}
