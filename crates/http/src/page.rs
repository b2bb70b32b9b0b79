//! The page: files that are compiled in, and what a browser may do with them.
//!
//! They are small and few, so that each is served as it is written, without a bundle; a browser keeps them by their tags.

use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use sha2::{Digest, Sha256};

/// Names the files of a folder with their contents.
macro_rules! files {
    ($($name:literal: $kind:ident,)*) => {
        [$(File {
            path: concat!("/", $name),
            kind: $kind,
            content: include_bytes!(concat!("../../../ui/", $name)),
        },)*]
    };
}

/// What a browser takes the files for; it is told not to guess.
const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const IMAGE: &str = "image/svg+xml";

/// The files of the page, as `ui/` has them.
const FILES: &[File] = &files! {
    "page/api.js": SCRIPT,
    "page/ask-view.js": SCRIPT,
    "page/engine.js": SCRIPT,
    "page/events.js": SCRIPT,
    "page/favicon.svg": IMAGE,
    "page/filter-chips.js": SCRIPT,
    "page/found.js": SCRIPT,
    "page/index.html": HTML,
    "page/note-pane.js": SCRIPT,
    "page/page.css": STYLE,
    "page/page.js": SCRIPT,
    "page/route.js": SCRIPT,
    "page/search-view.js": SCRIPT,
    "page/session.js": SCRIPT,
    "page/shell.js": SCRIPT,
    "page/status-view.js": SCRIPT,
    "pieces/answer.js": SCRIPT,
    "pieces/blocks.js": SCRIPT,
    "pieces/citations.js": SCRIPT,
    "pieces/conversation.js": SCRIPT,
    "pieces/conversations.js": SCRIPT,
    "pieces/dom.js": SCRIPT,
    "pieces/host.js": SCRIPT,
    "pieces/icon.js": SCRIPT,
    "pieces/inlines.js": SCRIPT,
    "pieces/note.js": SCRIPT,
    "pieces/notices.js": SCRIPT,
    "pieces/pieces.css": STYLE,
    "pieces/problem.js": SCRIPT,
    "pieces/progress.js": SCRIPT,
    "pieces/question.js": SCRIPT,
    "pieces/related.js": SCRIPT,
    "pieces/results.js": SCRIPT,
    "pieces/utf8.js": SCRIPT,
    "pieces/words.js": SCRIPT,
};

/// The file that is found without a name.
const FIRST: &str = "/page/index.html";

/// What the page may do: use what this server gives it, and nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A file of the page.
struct File {
    /// Where it is found, which is where it lies in `ui/`.
    path: &'static str,
    /// What a browser is to take it for.
    kind: &'static str,
    /// Its bytes.
    content: &'static [u8],
}

impl File {
    /// Returns what changes when the content does, as HTTP quotes it.
    fn tag(&self) -> String {
        let digest = Sha256::digest(self.content);
        let digits = notekin_engine::hexadecimal(&digest[..12]);
        format!("\"{digits}\"")
    }
}

/// Returns the routes of the page's files. They hold no secret, so that they need no token.
pub(crate) fn router<S: Clone + Send + Sync + 'static>() -> Router<S> {
    FILES.iter().fold(Router::new(), |router, file| {
        let path = if file.path == FIRST { "/" } else { file.path };
        router.route(path, get(move |headers: HeaderMap| async move { serve(file, &headers) }))
    })
}

/// Replies with a file, or that the browser has it already.
fn serve(file: &File, headers: &HeaderMap) -> Response {
    let known = headers.get(header::IF_NONE_MATCH).and_then(|tag| tag.to_str().ok());
    let named = [
        (header::ETAG, file.tag()),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::CONTENT_TYPE, file.kind.to_owned()),
    ];
    if known == Some(&file.tag()) {
        return (StatusCode::NOT_MODIFIED, named).into_response();
    }
    (named, file.content).into_response()
}

/// Adds to every reply what keeps a browser from doing more with it than is meant.
pub(crate) async fn secured(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // Nothing that was said of notes stays in the browser's cache; the page's own files may.
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::FILES;

    #[test]
    fn every_file_of_the_page_is_served() {
        let ui = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ui");
        let mut there = Vec::new();
        for folder in ["page", "pieces"] {
            for file in std::fs::read_dir(ui.join(folder)).unwrap() {
                let name = file.unwrap().file_name().into_string().unwrap();
                // Types are for those who write the page.
                if !name.ends_with(".d.ts") {
                    there.push(format!("/{folder}/{name}"));
                }
            }
        }
        there.sort();
        let mut served: Vec<_> = FILES.iter().map(|file| file.path.to_owned()).collect();
        served.sort();
        assert_eq!(served, there);
    }
}
