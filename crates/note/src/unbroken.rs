//! What should stay in one piece where a text is cut.

use pulldown_cmark::{Event, LinkType, Tag, TagEnd};

use crate::nesting;
use crate::reader::events;

/// Returns the readable texts of the links and the inline code in some Markdown, those of several words only.
///
/// ```
/// use notekin_note::unbroken;
///
/// assert_eq!(unbroken("See [the old book](x.md) and `cut -f 1`, not `ls`."), ["the old book", "cut -f 1"]);
/// ```
pub fn unbroken(markdown: &str) -> Vec<String> {
    if nesting::too_deep(markdown).is_some() {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut link: Option<String> = None;
    let mut is_wikilink = false;
    for (event, _) in events(markdown, &(0..markdown.len())) {
        match event {
            Event::Start(Tag::Link { link_type, .. }) => {
                link = Some(String::new());
                is_wikilink = matches!(link_type, LinkType::WikiLink { has_pothole: false });
            }
            Event::End(TagEnd::Link) => found.extend(link.take()),
            Event::Code(code) if link.is_none() => found.push(code.to_string()),
            Event::Text(text) | Event::Code(text) => {
                if let Some(link) = &mut link {
                    // The readable text shows a link to a heading as a path.
                    link.push_str(&if is_wikilink {
                        text.replace('#', " > ")
                    } else {
                        text.to_string()
                    });
                }
            }
            _ => {}
        }
    }
    found.retain(|text| text.trim().contains(char::is_whitespace));
    found
}
