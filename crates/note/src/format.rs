//! The format of a note, told by its file name.

use crate::NotePath;

/// The file formats that hold notes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// `.md` and `.markdown`.
    Markdown,
    /// `.canvas`, a JSON board whose cards hold Markdown.
    Canvas,
    /// `.excalidraw.md`, a drawing whose labels are listed as Markdown.
    Excalidraw,
}

impl Format {
    /// Returns the format of the file at `path`, or `None` when it is no note.
    pub fn of(path: &NotePath) -> Option<Self> {
        let name = path.file_name().to_lowercase();
        if name.ends_with(".excalidraw.md") {
            return Some(Self::Excalidraw);
        }
        match name.rsplit_once('.')?.1 {
            "md" | "markdown" => Some(Self::Markdown),
            "canvas" => Some(Self::Canvas),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Format;
    use crate::NotePath;

    #[test]
    fn the_name_tells_the_format() {
        let of = |path: &str| Format::of(&NotePath::parse(path).unwrap());
        assert_eq!(of("a/b.MD"), Some(Format::Markdown));
        assert_eq!(of("b.markdown"), Some(Format::Markdown));
        assert_eq!(of("b.canvas"), Some(Format::Canvas));
        assert_eq!(of("b.excalidraw.md"), Some(Format::Excalidraw));
        assert_eq!(of("b.base"), None);
        assert_eq!(of("md"), None);
    }
}
