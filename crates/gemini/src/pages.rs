//! Lists, which come page by page.
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use notekin_net::Effort;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::de::DeserializeOwned;

use crate::client::Client;
use crate::error::Error;
use crate::shapes::{Document, DocumentList, File, FileList, Rest, Store, StoreList};

/// How many empty pages in a row are turned; more are taken for a list without an end.
const EMPTY: usize = 1000;

/// A page of a list.
pub(crate) trait Page: DeserializeOwned {
    /// What is listed.
    type Item;
    /// How many there are on a page, at most at Google.
    const SIZE: usize;

    /// Returns what is on the page, what leads to the next one, and what else it says.
    fn opened(self) -> (Vec<Self::Item>, String, Rest);
}

impl Page for StoreList {
    type Item = Store;
    const SIZE: usize = 20;

    fn opened(self) -> (Vec<Store>, String, Rest) {
        (self.file_search_stores, self.next_page_token, self.rest)
    }
}

impl Page for DocumentList {
    type Item = Document;
    const SIZE: usize = 20;

    fn opened(self) -> (Vec<Document>, String, Rest) {
        (self.documents, self.next_page_token, self.rest)
    }
}

impl Page for FileList {
    type Item = File;
    const SIZE: usize = 100;

    fn opened(self) -> (Vec<File>, String, Rest) {
        (self.files, self.next_page_token, self.rest)
    }
}

impl Client {
    /// Hands on everything in the list at `path`, until `take` breaks off or the list ends.
    ///
    /// An empty page in the middle is no end. Fails with [`Error::Shape`] where pages lead in a circle or nowhere, and
    /// where an answer is no list: one that was taken for an empty list would make everything look deleted.
    pub(crate) fn each<P: Page>(
        &self,
        path: &str,
        how: (&'static str, Effort),
        (take, cancel): (&mut dyn FnMut(P::Item) -> ControlFlow<()>, &AtomicBool),
    ) -> Result<(), Error> {
        let (mut query, mut turned, mut empty) = (String::new(), HashSet::new(), 0);
        loop {
            let page: P = self.get(&format!("{path}?pageSize={}{query}", P::SIZE), how, cancel)?;
            let (items, token, rest) = page.opened();
            if let (true, Some(key)) = (items.is_empty(), rest.keys().next()) {
                return Err(Error::Shape(format!("a list was expected, and `{key}` came")));
            }
            empty = if items.is_empty() { empty + 1 } else { 0 };
            for item in items {
                if take(item).is_break() {
                    return Ok(());
                }
            }
            if token.is_empty() {
                return Ok(());
            }
            query = format!("&pageToken={}", utf8_percent_encode(&token, NON_ALPHANUMERIC));
            if !turned.insert(token) || empty > EMPTY {
                return Err(Error::Shape("the pages of the list have no end".to_owned()));
            }
        }
    }

    /// Returns everything in the list at `path`.
    pub(crate) fn all<P: Page>(
        &self,
        path: &str,
        how: (&'static str, Effort),
        cancel: &AtomicBool,
    ) -> Result<Vec<P::Item>, Error> {
        let mut all = Vec::new();
        let mut take = |item| {
            all.push(item);
            ControlFlow::Continue(())
        };
        self.each::<P>(path, how, (&mut take, cancel))?;
        Ok(all)
    }
}
