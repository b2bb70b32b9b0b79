//! Licences: every package of the tree must be usable under one that we accept.

use std::iter::Peekable;
use std::vec::IntoIter;

use crate::workspace::Package;

const ACCEPTED: [&str; 15] = [
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "CDLA-Permissive-2.0",
    "ISC",
    "MIT",
    "MIT-0",
    "MPL-2.0",
    "Unicode-3.0",
    "Unicode-DFS-2016",
    "Unlicense",
    "Zlib",
];

/// Finds packages without a licence, or with none that we accept.
pub(crate) fn check(packages: &[Package]) -> Vec<String> {
    packages
        .iter()
        .filter(|package| !acceptable(&package.licence))
        .map(|package| {
            format!(
                "`{}` has the licence `{}`, which is not accepted",
                package.name, package.licence
            )
        })
        .collect()
}

/// Returns whether an SPDX expression (or the older `A/B`) can be met with accepted licences alone.
fn acceptable(expression: &str) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<String> = spaced.split_whitespace().map(str::to_owned).collect();
    let mut words = words.into_iter().peekable();
    any_of(&mut words) && words.next().is_none()
}

type Words = Peekable<IntoIter<String>>;

fn any_of(words: &mut Words) -> bool {
    let mut met = all_of(words);
    while words.next_if(|word| word == "OR").is_some() {
        met |= all_of(words);
    }
    met
}

fn all_of(words: &mut Words) -> bool {
    let mut met = one(words);
    while words.next_if(|word| word == "AND").is_some() {
        met &= one(words);
    }
    met
}

fn one(words: &mut Words) -> bool {
    if words.next_if(|word| word == "(").is_some() {
        let met = any_of(words);
        return words.next_if(|word| word == ")").is_some() && met;
    }
    let licence = words.next().unwrap_or_default();
    if words.next_if(|word| word == "WITH").is_some() {
        // An exception only ever permits more.
        words.next();
    }
    ACCEPTED.contains(&licence.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_met_or_not() {
        for met in [
            "MIT",
            "MIT/Apache-2.0",
            "Apache-2.0 WITH LLVM-exception OR MIT",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "MIT OR Apache-2.0 OR LGPL-2.1-or-later",
        ] {
            assert!(acceptable(met), "{met}");
        }
        for unmet in
            ["", "GPL-3.0-only", "MIT AND GPL-3.0-only", "(MIT OR Apache-2.0", "MIT MIT", "AND"]
        {
            assert!(!acceptable(unmet), "{unmet}");
        }
    }

    #[test]
    fn the_package_is_named() {
        let packages = [Package { name: "sticky".to_owned(), licence: "AGPL-3.0".to_owned() }];
        assert_eq!(
            check(&packages),
            ["`sticky` has the licence `AGPL-3.0`, which is not accepted"]
        );
    }
}
