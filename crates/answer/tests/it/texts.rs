//! Texts as they should come, in every protocol.
use notekin_answer::generate::Finish;

use crate::dialect::{Dialect, serving};
use crate::place::{model, prompt, write};
use crate::server::{Answer, End};

#[test]
fn a_text_is_the_same_however_the_network_cuts() {
    let parts = ["Let it ", "rise. 🥖", "猫é", "\n"];
    for dialect in Dialect::ALL {
        let text = dialect.text(&parts);
        for answer in [Answer::stream(&text), Answer::bytes(&text, End::Proper)] {
            let server = serving(move |_| answer.clone());
            let (heard, made) = write(&*model(dialect.id(), &server.url("")), &prompt());
            let made = made.unwrap();
            assert_eq!((made.text.as_str(), heard.as_str()), (&*parts.concat(), &*parts.concat()));
            assert_eq!(made.finish, Finish::Stop, "{dialect:?}");
            assert_eq!((made.tokens_in, made.tokens_out), (Some(7), Some(3)), "{dialect:?}");
            assert_eq!(made.model, "m");
        }
    }
}

#[test]
fn hidden_thoughts_are_left_out_wherever_they_are_cut() {
    for dialect in Dialect::ALL {
        let aloud =
            ["\n<thi", "nk>hm, ", "the </thin", "g", "</think", ">\n\n", "Let it", " rise."];
        let text = format!("{}{}", dialect.thinks("hm"), dialect.text(&aloud));
        let server = serving(move |_| Answer::bytes(&text, End::Proper));
        let (heard, made) = write(&*model(dialect.id(), &server.url("")), &prompt());
        assert_eq!((made.unwrap().text.as_str(), heard.as_str()), ("Let it rise.", "Let it rise."));
    }
}

#[test]
fn thoughts_that_only_their_end_gives_away_are_not_in_the_text() {
    for dialect in Dialect::ALL {
        let text = dialect.text(&["well, hm\n", "</thi", "nk>\n\n", "Let it rise."]);
        let server = serving(move |_| Answer::stream(&text));
        let (_, made) = write(&*model(dialect.id(), &server.url("")), &prompt());
        assert_eq!(made.unwrap().text, "Let it rise.");
    }
}

#[track_caller]
fn check_finish(dialect: Dialect, reason: &'static str, finish: Finish) {
    let text = format!("{}{}", dialect.says("Let"), dialect.ends(reason));
    let server = serving(move |_| Answer::stream(&text));
    let (_, made) = write(&*model(dialect.id(), &server.url("")), &prompt());
    let made = made.unwrap();
    assert_eq!((made.text.as_str(), made.finish), ("Let", finish), "{dialect:?} {reason}");
}

#[test]
fn why_a_text_ends_is_told() {
    check_finish(Dialect::Ollama, "length", Finish::Length);
    check_finish(Dialect::OpenAi, "length", Finish::Length);
    check_finish(Dialect::OpenAi, "content_filter", Finish::Filtered);
    check_finish(Dialect::OpenAi, "eos", Finish::Stop);
    check_finish(Dialect::Anthropic, "max_tokens", Finish::Length);
    check_finish(Dialect::Anthropic, "refusal", Finish::Filtered);
    check_finish(Dialect::Gemini, "MAX_TOKENS", Finish::Length);
    check_finish(Dialect::Gemini, "SAFETY", Finish::Filtered);
}
