//! The variables the program was started with.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};

/// A set of environment variables, taken once so that nothing else reads the process's own.
#[derive(Clone, Debug, Default)]
pub struct Environment(BTreeMap<OsString, OsString>);

impl Environment {
    /// Returns an environment of the given names and values.
    pub fn new<N: Into<OsString>, V: Into<OsString>>(
        variables: impl IntoIterator<Item = (N, V)>,
    ) -> Self {
        Self(variables.into_iter().map(|(name, value)| (name.into(), value.into())).collect())
    }

    /// Returns the environment of this process.
    pub fn of_process() -> Self {
        Self::new(std::env::vars_os())
    }

    /// Returns a variable's value; one that is empty counts as unset.
    pub fn get(&self, name: &str) -> Option<&OsStr> {
        self.0.get(OsStr::new(name)).map(OsString::as_os_str).filter(|value| !value.is_empty())
    }
}
