//! What rules would leave out, before they are set.

use notekin_vault::{PolicySettings, Vault};

use crate::engine::Engine;
use crate::{Audience, Error};

/// The most rules looked at in one call; each costs a look through the folder.
const RULES_MOST: usize = 50;

/// What rules would leave out of a vault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesPreview {
    /// Notes that each rule would leave out alone, in the order they were given.
    pub each: Vec<usize>,
    /// Notes they would leave out together.
    pub together: usize,
    /// Notes that are read where none of them is set.
    pub notes: usize,
}

impl Engine {
    /// Counts the notes that globs would leave out besides what other rules do, also where some of them are set already.
    /// Changes nothing.
    ///
    /// Fails for a glob that can't be read, and for an audience that may not know what is left out.
    pub fn preview_rules(
        &self,
        exclude: &[String],
        audience: Audience,
    ) -> Result<RulesPreview, Error> {
        if !audience.sees_excluded() {
            return Err(Error::Invalid("only the owner sets rules".to_owned()));
        }
        if exclude.len() > RULES_MOST {
            return Err(Error::Invalid(format!("at most {RULES_MOST} rules are looked at")));
        }
        let mut others = self.settings.policy.clone();
        others.exclude.retain(|rule| !exclude.contains(rule));
        let notes = self.left_in(&others, &[])?;
        let without = |rules: &[String]| Ok(notes.saturating_sub(self.left_in(&others, rules)?));
        let each: Result<_, Error> =
            exclude.iter().map(|rule| without(std::slice::from_ref(rule))).collect();
        Ok(RulesPreview { each: each?, together: without(exclude)?, notes })
    }

    /// Returns how many notes are read with some rules more.
    fn left_in(&self, others: &PolicySettings, exclude: &[String]) -> Result<usize, Error> {
        let mut policy = others.clone();
        policy.exclude.extend_from_slice(exclude);
        policy.check()?;
        Ok(Vault::open(&self.settings.vault, &policy)?.scan()?.notes.len())
    }
}
