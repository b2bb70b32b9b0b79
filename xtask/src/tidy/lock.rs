//! The lockfile: how many packages it may hold, and which may never come in.

const MOST: usize = 450;

/// Packages that need a system library or a second build system.
const BANNED: [&str; 8] = [
    "cmake",
    "curl-sys",
    "dbus",
    "libdbus-sys",
    "libgit2-sys",
    "native-tls",
    "openssl",
    "openssl-sys",
];

/// Finds too many packages and banned ones in the text of Cargo.lock.
pub(crate) fn check(lock: &str) -> Vec<String> {
    let names: Vec<&str> = lock
        .lines()
        .filter_map(|line| line.strip_prefix("name = \""))
        .map(|name| name.trim_end_matches('"'))
        .collect();
    let count = match names.len() {
        0 => Some("Cargo.lock is missing or empty".to_owned()),
        count if count > MOST => {
            Some(format!("Cargo.lock holds {count} packages, more than {MOST}"))
        }
        _ => None,
    };
    let banned = names
        .iter()
        .filter(|name| BANNED.contains(name))
        .map(|name| format!("`{name}` is banned from the tree"));
    count.into_iter().chain(banned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lock(names: &[&str]) -> String {
        let sections: Vec<String> =
            names.iter().map(|name| format!("[[package]]\nname = \"{name}\"\n")).collect();
        sections.join("\n")
    }

    #[test]
    fn the_ceiling_holds_to_the_package() {
        assert_eq!(check(&lock(&["p"; 450])), [""; 0]);
        let over = ["Cargo.lock holds 451 packages, more than 450"];
        assert_eq!(check(&lock(&["p"; 451])), over);
        assert_eq!(check(""), ["Cargo.lock is missing or empty"]);
    }

    #[test]
    fn a_banned_package_is_found() {
        let lock = lock(&["serde", "openssl-sys", "cmake-format"]);
        assert_eq!(check(&lock), ["`openssl-sys` is banned from the tree"]);
    }
}
