//! Names in a filter that stand for nothing.

use std::collections::BTreeSet;

use crate::Error;

/// Names of each kind offered instead of one that stands for nothing.
const NEAR: usize = 5;

/// A name in a filter to which no note answers that the audience may find.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct InVain {
    pub(super) kind: Kind,
    pub(super) name: String,
    /// Names that notes do answer to.
    pub(super) near: Vec<String>,
}

/// What a name in a filter is the name of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Folder,
    Tag,
    Property,
    Note,
}

/// Fails when a name stands for nothing in any of several vaults; it may well stand for nothing in some.
pub(crate) fn check(in_vain: &[Vec<InVain>]) -> Result<(), Error> {
    let Some((first, rest)) = in_vain.split_first() else { return Ok(()) };
    for named in first {
        let same = |other: &&InVain| other.kind == named.kind && other.name == named.name;
        let others: Option<Vec<&InVain>> =
            rest.iter().map(|vault| vault.iter().find(same)).collect();
        if let Some(others) = others {
            let near = std::iter::once(named).chain(others).flat_map(|named| named.near.clone());
            let near: BTreeSet<String> = near.collect();
            return Err(named.error(near.into_iter().take(NEAR).collect()));
        }
    }
    Ok(())
}

impl InVain {
    fn error(&self, near: Vec<String>) -> Error {
        let name = self.name.clone();
        let what = match self.kind {
            Kind::Folder => "lies in a folder",
            Kind::Tag => "has a tag",
            Kind::Property => "has a property",
            Kind::Note => return Error::NoSuchNote { note: name, near },
        };
        Error::NothingNamed { what, name, near }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_vain(name: &str, near: &str) -> InVain {
        InVain { kind: Kind::Tag, name: name.to_owned(), near: vec![near.to_owned()] }
    }

    #[test]
    fn a_name_must_stand_for_something_in_one_vault() {
        assert!(check(&[]).is_ok() && check(&[vec![]]).is_ok());
        assert!(check(&[vec![in_vain("a", "b")], vec![]]).is_ok());
        assert!(check(&[vec![in_vain("a", "b")], vec![in_vain("c", "d")]]).is_ok());
        let error = check(&[vec![in_vain("c", "b")], vec![in_vain("a", "x"), in_vain("c", "d")]])
            .unwrap_err();
        assert_eq!((error.to_string().as_str(), error.near().len()), ("no note has a tag `c`", 2));
    }
}
