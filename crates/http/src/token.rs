//! Tokens: what a request must carry to be answered.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a key in the address of the page is good for.
const KEY_TIME: Duration = Duration::from_mins(2);

/// Returns a text of 256 bits that nobody can guess.
pub(crate) fn random() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)?;
    Ok(notekin_engine::hexadecimal(&bytes))
}

/// Returns whether two texts are the same, in a time that doesn't depend on where they differ.
pub(crate) fn is_same(one: &str, other: &str) -> bool {
    let differing = one.bytes().zip(other.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
    one.len() == other.len() && differing == 0
}

/// The tokens that are good, and the keys that can be exchanged for one.
///
/// A page can't read the file with the token. It is opened with a key that is good once and for two minutes, since
/// addresses end up in histories, and exchanges it for a token of its own.
#[derive(Debug)]
pub(crate) struct Tokens {
    /// The one in the state file.
    own: String,
    /// Those that pages have; good until the engine ends.
    of_pages: Mutex<Vec<String>>,
    /// Keys that nobody has used yet, and when they were made.
    keys: Mutex<Vec<(String, Instant)>>,
}

impl Tokens {
    /// Returns tokens of which the one in the state file is good.
    pub(crate) fn new(own: String) -> Self {
        Self { own, of_pages: Mutex::default(), keys: Mutex::default() }
    }

    /// Returns whether a token is good.
    pub(crate) fn is_good(&self, token: &str) -> bool {
        let of_pages = self.of_pages.lock().unwrap_or_else(PoisonError::into_inner);
        // Every one is looked at, so that the time says nothing.
        of_pages
            .iter()
            .fold(is_same(&self.own, token), |is_good, page| is_same(page, token) | is_good)
    }

    /// Returns a key that is good once.
    pub(crate) fn key(&self, now: Instant) -> Result<String, getrandom::Error> {
        let key = random()?;
        let mut keys = self.keys.lock().unwrap_or_else(PoisonError::into_inner);
        keys.retain(|(_, made)| now.duration_since(*made) < KEY_TIME);
        keys.push((key.clone(), now));
        Ok(key)
    }

    /// Returns a token for a key, which is good no more.
    pub(crate) fn exchange(
        &self,
        key: &str,
        now: Instant,
    ) -> Result<Option<String>, getrandom::Error> {
        let mut keys = self.keys.lock().unwrap_or_else(PoisonError::into_inner);
        keys.retain(|(_, made)| now.duration_since(*made) < KEY_TIME);
        let Some(at) = keys.iter().position(|(known, _)| is_same(known, key)) else {
            return Ok(None);
        };
        keys.swap_remove(at);
        let token = random()?;
        self.of_pages.lock().unwrap_or_else(PoisonError::into_inner).push(token.clone());
        Ok(Some(token))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_the_same_is_good() {
        let own = random().unwrap();
        let tokens = Tokens::new(own.clone());
        assert!(tokens.is_good(&own));
        for wrong in ["", "x", &own[1..], &format!("{own}0"), &random().unwrap()] {
            assert!(!tokens.is_good(wrong), "{wrong}");
        }
    }

    #[test]
    fn a_key_is_good_once_and_not_for_long() {
        let tokens = Tokens::new(random().unwrap());
        let now = Instant::now();
        let (key, late) = (tokens.key(now).unwrap(), tokens.key(now).unwrap());
        assert!(!tokens.is_good(&key));
        let token = tokens.exchange(&key, now).unwrap().unwrap();
        assert!(tokens.is_good(&token));
        assert_eq!(tokens.exchange(&key, now).unwrap(), None);
        assert_eq!(tokens.exchange("", now).unwrap(), None);
        assert_eq!(tokens.exchange(&late, now + KEY_TIME).unwrap(), None);
    }
}
