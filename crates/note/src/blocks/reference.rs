//! Links and images: where they lead, and what is shown if they have no text.

use pulldown_cmark::LinkType;

use super::inline_tree::ElementKind;
use super::{Destination, LinkTarget};
use crate::link::{LinkKind, Target, Wikilink};

/// The schemes of addresses that a page may open.
const SCHEMES: [&str; 3] = ["http:", "https:", "mailto:"];

/// Returns the element that `[…](destination)` or an address is.
pub(super) fn markdown(kind: LinkType, destination: &str, is_image: bool) -> ElementKind {
    if matches!(kind, LinkType::Email) {
        let to = Destination::Url(format!("mailto:{destination}"));
        return ElementKind::Link { to, label: destination.to_owned() };
    }
    let is_address = matches!(kind, LinkType::Autolink);
    let target = if is_address { None } else { Target::read_destination(destination) };
    let target = target.map(|target| LinkTarget::new(target, LinkKind::Markdown));
    if is_image {
        return ElementKind::Image { label: file_name(target.as_ref(), destination), target };
    }
    let to = match target {
        Some(target) => Destination::Note(target),
        None if is_safe(destination) => Destination::Url(destination.to_owned()),
        None => return ElementKind::Plain,
    };
    ElementKind::Link { to, label: destination.to_owned() }
}

/// Returns the element that a wikilink is, and what it shows unless its alias is to be read.
pub(super) fn wikilink(
    markup: &str,
    has_alias: bool,
    embed: bool,
) -> (ElementKind, Option<String>) {
    let wikilink = Wikilink::read(Wikilink::inside(markup));
    let target = LinkTarget::new(Target::read(wikilink.target), LinkKind::Wiki);
    let label = wikilink.display();
    let display = (!(has_alias && wikilink.has_name())).then(|| label.clone());
    let label = if label.is_empty() { wikilink.target.to_owned() } else { label };
    let kind = if embed && wikilink.is_media() {
        ElementKind::Image { target: Some(target), label }
    } else {
        ElementKind::Link { to: Destination::Note(target), label }
    };
    (kind, display)
}

/// Returns whether a page may open the address.
fn is_safe(address: &str) -> bool {
    SCHEMES.iter().any(|scheme| {
        address.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    })
}

/// Returns the name of an image's file; one that is written out as a data URI has none.
fn file_name(target: Option<&LinkTarget>, destination: &str) -> String {
    let path = target.map_or(destination, |target| &target.path);
    if !is_safe(path) && target.is_none() {
        return String::new();
    }
    path.trim_end_matches('/').rsplit('/').next().unwrap_or_default().to_owned()
}
