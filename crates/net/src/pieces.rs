//! Pieces: an answer that comes bit by bit, divided where its sender meant it to be.
use std::ops::ControlFlow;

/// The most bytes of one piece: more than any event of a stream of text has.
pub(crate) const MOST: usize = 4 << 20;

/// How an answer that comes bit by bit is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    /// Server-sent events, as `text/event-stream` has them.
    Events,
    /// A JSON value on each line.
    Lines,
}

/// One piece of an answer, whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece<'a> {
    /// The name of the event; empty where it has none.
    pub name: &'a str,
    /// What it says.
    pub data: &'a str,
}

/// What takes pieces, and says whether it wants more.
pub type HandOn<'a> = dyn FnMut(Piece<'_>) -> ControlFlow<()> + 'a;

/// A piece has more than [`MOST`] bytes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TooLong;

/// Whether what comes is a stream at all.
#[derive(Debug, PartialEq, Eq)]
enum Nature {
    /// Nothing was seen yet that would tell.
    Unknown,
    /// A stream.
    Divided,
    /// One text, from a server that doesn't stream or refuses to: it is one piece.
    Whole,
}

/// Divides bytes into pieces, however the network cuts them.
#[derive(Debug)]
pub(crate) struct Pieces {
    framing: Framing,
    nature: Nature,
    /// The line that isn't complete yet.
    line: Vec<u8>,
    /// Whether the last byte was a carriage return, which a line feed may follow as part of the same end.
    returned: bool,
    /// The name of the event that isn't complete yet.
    name: String,
    /// What it says so far, with a line feed after each line.
    data: String,
}

impl Pieces {
    pub(crate) fn new(framing: Framing) -> Self {
        let (line, name, data) = (Vec::new(), String::new(), String::new());
        Self { framing, nature: Nature::Unknown, line, returned: false, name, data }
    }

    /// Takes bytes in and hands on each piece that they complete.
    pub(crate) fn push(
        &mut self,
        bytes: &[u8],
        hand_on: &mut HandOn<'_>,
    ) -> Result<ControlFlow<()>, TooLong> {
        for &byte in bytes {
            if self.is_end_of_line(byte) {
                if self.end_line(hand_on).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            } else if self.line.len() + self.data.len() >= MOST {
                return Err(TooLong);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Hands on what is left when nothing more comes: the last line may lack its end.
    pub(crate) fn finish(&mut self, hand_on: &mut HandOn<'_>) -> ControlFlow<()> {
        if self.nature == Nature::Whole {
            let text = std::mem::take(&mut self.line);
            return hand_on(Piece { name: "", data: String::from_utf8_lossy(&text).trim() });
        }
        self.end_line(hand_on)?;
        self.end_event(hand_on)
    }

    /// Keeps a byte; returns whether it ends a line instead.
    fn is_end_of_line(&mut self, byte: u8) -> bool {
        if self.nature == Nature::Unknown && !byte.is_ascii_whitespace() {
            // No field of an event begins so, but JSON and HTML do.
            let is_whole = self.framing == Framing::Events && matches!(byte, b'{' | b'[' | b'<');
            self.nature = if is_whole { Nature::Whole } else { Nature::Divided };
        }
        let follows = std::mem::replace(&mut self.returned, byte == b'\r');
        match byte {
            _ if self.nature == Nature::Whole => self.line.push(byte),
            b'\n' if follows => {}
            b'\n' | b'\r' => return true,
            _ => self.line.push(byte),
        }
        false
    }

    fn end_line(&mut self, hand_on: &mut HandOn<'_>) -> ControlFlow<()> {
        let line = std::mem::take(&mut self.line);
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_start_matches('\u{feff}');
        match self.framing {
            Framing::Lines if line.trim().is_empty() => ControlFlow::Continue(()),
            Framing::Lines => hand_on(Piece { name: "", data: line }),
            Framing::Events if line.is_empty() => self.end_event(hand_on),
            Framing::Events => {
                self.field(line);
                ControlFlow::Continue(())
            }
        }
    }

    /// Takes a field of an event in; a comment, and what is no field, is passed over.
    fn field(&mut self, line: &str) {
        let (name, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match name {
            "event" => value.clone_into(&mut self.name),
            "data" => self.say(value),
            // How older servers of llama.cpp tell that something went wrong.
            "error" => {
                name.clone_into(&mut self.name);
                self.say(value);
            }
            _ => {}
        }
    }

    fn say(&mut self, value: &str) {
        self.data.push_str(value);
        self.data.push('\n');
    }

    fn end_event(&mut self, hand_on: &mut HandOn<'_>) -> ControlFlow<()> {
        let (name, data) = (std::mem::take(&mut self.name), std::mem::take(&mut self.data));
        match data.strip_suffix('\n') {
            Some(data) => hand_on(Piece { name: &name, data }),
            None => ControlFlow::Continue(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns the pieces of an answer that comes in the given parts.
    fn pieces<'a>(
        framing: Framing,
        parts: impl IntoIterator<Item = &'a [u8]>,
    ) -> Vec<(String, String)> {
        let mut found = Vec::new();
        let mut hand_on = |piece: Piece<'_>| {
            found.push((piece.name.to_owned(), piece.data.to_owned()));
            ControlFlow::Continue(())
        };
        let mut pieces = Pieces::new(framing);
        for part in parts {
            assert!(pieces.push(part, &mut hand_on).unwrap().is_continue());
        }
        assert!(pieces.finish(&mut hand_on).is_continue());
        found
    }

    #[track_caller]
    fn check(framing: Framing, text: &str, expected: &[(&str, &str)]) {
        let found = pieces(framing, [text.as_bytes()]);
        let found: Vec<_> = found.iter().map(|(name, data)| (&**name, &**data)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn events_are_divided_as_the_standard_says() {
        check(Framing::Events, "data: a\n\ndata:b\n\n", &[("", "a"), ("", "b")]);
        check(Framing::Events, "event: ping\ndata: {}\n\n", &[("ping", "{}")]);
        check(Framing::Events, "data: a\ndata:  b\n\n", &[("", "a\n b")]);
        check(Framing::Events, ": thinking\n\nid: 7\nretry: 1\ndata: a\n\n", &[("", "a")]);
        check(Framing::Events, "\u{feff}data: a\r\n\r\ndata: b\r\rdata\n\n", {
            &[("", "a"), ("", "b"), ("", "")]
        });
        check(Framing::Events, "nonsense\ndata: a\n\n", &[("", "a")]);
        check(Framing::Events, "event: lonely\n\ndata: a\n\n", &[("", "a")]);
    }

    #[test]
    fn the_last_piece_may_lack_its_end() {
        check(Framing::Events, "data: a\n\ndata: [DONE]", &[("", "a"), ("", "[DONE]")]);
        check(Framing::Lines, "{\"a\":1}\n\n{\"b\":2}", &[("", "{\"a\":1}"), ("", "{\"b\":2}")]);
    }

    #[test]
    fn what_is_no_stream_is_one_piece() {
        check(Framing::Events, " {\n \"error\": 1\n\n}\n", &[("", "{\n \"error\": 1\n\n}")]);
        check(Framing::Events, "<html>\n\n</html>", &[("", "<html>\n\n</html>")]);
        check(Framing::Events, "", &[]);
    }

    #[test]
    fn an_old_way_to_tell_errors_is_understood() {
        check(Framing::Events, "error: {\"code\":500}\n\n", &[("error", "{\"code\":500}")]);
    }

    #[test]
    fn whoever_has_enough_gets_no_more() {
        let mut pieces = Pieces::new(Framing::Lines);
        let mut seen = 0;
        let flow = pieces.push(b"1\n2\n3\n", &mut |_| {
            seen += 1;
            if seen == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((flow, seen), (Ok(ControlFlow::Break(())), 2));
    }

    #[test]
    fn a_piece_without_end_is_not_kept() {
        for framing in [Framing::Events, Framing::Lines] {
            let mut pieces = Pieces::new(framing);
            let flow = pieces.push(&vec![b'x'; MOST + 1], &mut |_| ControlFlow::Continue(()));
            assert_eq!(flow, Err(TooLong));
        }
        let mut pieces = Pieces::new(Framing::Events);
        let lines = "data: and so on\n".repeat(MOST / 10);
        assert_eq!(pieces.push(lines.as_bytes(), &mut |_| ControlFlow::Continue(())), Err(TooLong));
    }

    proptest! {
        #[test]
        fn it_does_not_matter_how_the_network_cuts(
            text in "(data|event|error|x|)?:? ?[a:ä猫🙂{\\[ ]{0,5}(\r\n|\n|\r|\n\n|)\
                     (data: [aä猫🙂]{0,9}(\r\n\r\n|\n\n|\r\r|\n)){0,5}.{0,5}",
            cuts in prop::collection::vec(1_usize..7, 0..60),
        ) {
            for framing in [Framing::Events, Framing::Lines] {
                let mut rest = text.as_bytes();
                let mut parts = Vec::new();
                for cut in &cuts {
                    let (part, left) = rest.split_at((*cut).min(rest.len()));
                    parts.push(part);
                    rest = left;
                }
                parts.push(rest);
                prop_assert_eq!(pieces(framing, parts), pieces(framing, [text.as_bytes()]));
            }
        }

        #[test]
        fn any_bytes_are_borne(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            pieces(Framing::Events, [bytes.as_slice()]);
            pieces(Framing::Lines, [bytes.as_slice()]);
        }

        #[test]
        fn what_was_sent_as_events_comes_out(texts in prop::collection::vec("[^\r\n]{0,20}(\n[^\r\n]{0,20}){0,2}", 0..6)) {
            let event = |text: &String| format!("data: {}\n\n", text.replace('\n', "\ndata: "));
            let sent: String = texts.iter().map(event).collect();
            let found = pieces(Framing::Events, [sent.as_bytes()]);
            let found: Vec<String> = found.into_iter().map(|(_, data)| data).collect();
            prop_assert_eq!(found, texts);
        }
    }
}
