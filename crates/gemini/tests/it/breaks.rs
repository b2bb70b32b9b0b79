//! Uploads that break: each document must be there once, with all its bytes, and nothing must be sent twice in vain.
use std::time::Duration;

use notekin_gemini::{Care, Error, Kind, Uploaded};
use notekin_net::Effort;
use proptest::prelude::*;
use serde_json::json;

use crate::server::Answer;
use crate::stand_in::{
    CARE, EAGER, Fault, GO, Manners, StandIn, refusal, said, stopping, store, to, to_command,
    upload,
};

const TEXT: &str = "abcdefghij";

/// Uploads a text to a stand-in and returns what comes of it.
fn sent(stand_in: &StandIn) -> Result<Uploaded, Error> {
    stand_in.client().upload(&store(), &upload(&said("a.md"), TEXT), CARE, &GO)
}

/// Uploads a text; it must be there once, in full.
#[track_caller]
fn check(
    fault: impl Fn(&crate::server::Request, usize) -> Fault + Send + Sync + 'static,
    commands: &[&str],
) -> Uploaded {
    let stand_in = StandIn::with(Manners::default(), fault);
    let uploaded = sent(&stand_in).unwrap();
    assert_eq!(stand_in.texts(), [TEXT]);
    assert_eq!(stand_in.commands(), commands);
    uploaded
}

#[test]
fn an_upload_goes_on_where_it_broke() {
    let uploaded = check(
        to_command("upload", vec![Fault::Cut(2)]),
        &["start", "upload", "query", "upload", "upload, finalize"],
    );
    assert!(matches!(uploaded, Uploaded::Begun(_)));
    check(
        to_command("upload", vec![Fault::Before(Answer::json(503, ""))]),
        &["start", "upload", "query", "upload", "upload", "upload, finalize"],
    );
    check(
        to_command("upload", vec![Fault::After(Answer::json(500, ""))]),
        &["start", "upload", "query", "upload", "upload, finalize"],
    );
    check(
        to_command("upload, finalize", vec![Fault::Cut(1)]),
        &["start", "upload", "upload", "upload, finalize", "query", "upload, finalize"],
    );
}

#[test]
fn an_upload_may_break_as_often_as_it_gets_further() {
    // Each stretch breaks after two of its bytes: four times, with three tries each.
    let cuts = (0..4).map(|_| Fault::Cut(2)).collect();
    let stand_in = StandIn::with(Manners::default(), to_command("upload", cuts));
    let text = "abcdefghijklmnop";
    stand_in.client().upload(&store(), &upload(&said("a.md"), text), CARE, &GO).unwrap();
    assert_eq!(stand_in.texts(), [text]);
    assert_eq!(stand_in.commands().iter().filter(|command| *command == "start").count(), 1);
}

#[test]
fn an_end_that_is_taken_without_ending_is_said_again() {
    let active =
        Answer::Whole(200, vec![("X-Goog-Upload-Status", "active".to_owned())], String::new());
    let fault = to_command("upload, finalize", vec![Fault::Before(active)]);
    // The server took nothing of the last stretch, and says so when it is asked.
    check(fault, &["start", "upload", "upload", "upload, finalize", "query", "upload, finalize"]);
}

#[test]
fn an_end_that_arrived_is_not_sent_again() {
    let commands = &["start", "upload", "upload", "upload, finalize", "query"];
    for answer in [
        Answer::json(500, ""),
        refusal(503, "UNAVAILABLE", "", &json!([])),
        Answer::Nothing,
        Answer::Half("{\"name\":\"fileSearch".to_owned()),
        // Neither a status nor anything else.
        Answer::json(200, ""),
    ] {
        let uploaded = check(to_command("upload, finalize", vec![Fault::After(answer)]), commands);
        assert!(matches!(uploaded, Uploaded::Begun(_)), "{uploaded:?}");
    }
}

/// Faults in which the end arrives, and the upload is unknown afterwards.
fn forgotten() -> impl Fn(&crate::server::Request, usize) -> Fault + Send + Sync + 'static {
    let end = to_command("upload, finalize", vec![Fault::After(Answer::json(500, ""))]);
    let query = to_command("query", vec![Fault::Before(Answer::json(404, ""))]);
    move |request, number| match end(request, number) {
        Fault::None => query(request, number),
        fault => fault,
    }
}

#[test]
fn a_document_that_may_be_there_is_looked_for_before_it_is_sent_again() {
    let commands = &["start", "upload", "upload", "upload, finalize", "query"];
    let uploaded = check(forgotten(), commands);
    assert!(matches!(uploaded, Uploaded::Found(_)), "{uploaded:?}");
}

#[test]
fn a_list_that_lags_behind_is_waited_for() {
    let lagging = |lag| StandIn::with(Manners { lag, ..Manners::default() }, forgotten());
    let stand_in = lagging(2);
    assert!(matches!(sent(&stand_in), Ok(Uploaded::Found(_))));
    assert_eq!((stand_in.texts().len(), stand_in.state().lists), (1, 3));
    // No number of looks is enough for every lag; what is sent again then is there twice.
    let stand_in = lagging(3);
    sent(&stand_in).unwrap();
    assert_eq!(stand_in.texts().len(), 2);
}

#[test]
fn whoever_looks_for_himself_is_told_that_nobody_knows() {
    let stand_in = StandIn::with(Manners::default(), forgotten());
    let care = Care { looks: 0, ..CARE };
    let uploaded = stand_in.client().upload(&store(), &upload(&said("a.md"), TEXT), care, &GO);
    assert!(matches!(uploaded, Err(Error::Unsure { .. })), "{uploaded:?}");
    assert_eq!((stand_in.texts().len(), stand_in.state().lists), (1, 0));
}

#[test]
fn a_document_that_is_not_there_is_sent_again() {
    let end = to_command("upload, finalize", vec![Fault::Before(Answer::json(500, ""))]);
    let query = to_command("query", vec![Fault::Before(Answer::json(404, ""))]);
    let uploaded = check(
        move |request, number| match end(request, number) {
            Fault::None => query(request, number),
            fault => fault,
        },
        &[
            "start",
            "upload",
            "upload",
            "upload, finalize",
            "query",
            "start",
            "upload",
            "upload",
            "upload, finalize",
        ],
    );
    assert!(matches!(uploaded, Uploaded::Begun(_)));
}

#[test]
fn an_old_document_that_looks_the_same_is_not_taken_for_the_new_one() {
    let stand_in = StandIn::with(Manners { lag: 1, ..Manners::default() }, forgotten());
    let old = stand_in.add(&json!({"displayName": "a.md", "customMetadata": [
        {"key": "at", "numericValue": 7}, {"key": "hash", "stringValue": "5d41"}]}));
    let (request, others) = (said("a.md"), [old.clone().try_into().unwrap()]);
    let upload = notekin_gemini::Upload { others: &others, ..upload(&request, TEXT) };
    let Uploaded::Found(document) = stand_in.client().upload(&store(), &upload, CARE, &GO).unwrap()
    else {
        panic!("it was sent twice");
    };
    assert_ne!(document.name.as_str(), old);
    assert_eq!(stand_in.texts().len(), 2);
}

#[test]
fn a_list_that_cannot_be_read_forbids_to_send_again() {
    let forgotten = forgotten();
    let stand_in = StandIn::with(Manners::default(), move |request, number| {
        if request.path.contains("/documents?") {
            return Fault::Before(Answer::json(200, "{\"documents\":"));
        }
        forgotten(request, number)
    });
    let error = sent(&stand_in).unwrap_err();
    assert!(matches!(error, Error::Unsure { .. }), "{error:?}");
    assert_eq!(error.kind(), Kind::Unreachable);
    assert_eq!(stand_in.texts().len(), 1);
}

#[test]
fn an_end_without_an_operation_is_not_sent_again_though_it_does_not_show() {
    let empty =
        Answer::Whole(200, vec![("X-Goog-Upload-Status", "final".to_owned())], "{}".to_owned());
    let end = || to_command("upload, finalize", vec![Fault::After(empty.clone())]);
    let uploaded = check(end(), &["start", "upload", "upload", "upload, finalize"]);
    assert!(matches!(uploaded, Uploaded::Found(_)));
    let stand_in = StandIn::with(Manners { lag: 99, ..Manners::default() }, end());
    let error = sent(&stand_in).unwrap_err();
    assert!(matches!(error, Error::Unsure { .. }), "{error:?}");
    assert_eq!(stand_in.texts().len(), 1);
}

#[test]
fn an_upload_that_was_terminated_is_begun_anew() {
    let terminated = || {
        let headers = vec![("X-Goog-Upload-Status", "final".to_owned())];
        Answer::Whole(400, headers, "Upload has already been terminated.".to_owned())
    };
    // Before its end nothing can have come of it.
    let stand_in =
        StandIn::with(Manners::default(), to_command("upload", vec![Fault::Before(terminated())]));
    sent(&stand_in).unwrap();
    assert_eq!((stand_in.texts(), stand_in.state().lists), (vec![TEXT.to_owned()], 0));
    // At its end it is looked for.
    let again = &[
        "start",
        "upload",
        "upload",
        "upload, finalize",
        "start",
        "upload",
        "upload",
        "upload, finalize",
    ];
    check(to_command("upload, finalize", vec![Fault::Before(terminated())]), again);
    let uploaded =
        check(to_command("upload, finalize", vec![Fault::After(terminated())]), &again[..4]);
    assert!(matches!(uploaded, Uploaded::Found(_)));
    // A server that never takes it is not asked for ever.
    let is_end = |request: &crate::server::Request| {
        request.header("x-goog-upload-command") == Some("upload, finalize")
    };
    let stand_in = StandIn::with(Manners::default(), move |request, _| {
        if is_end(request) { Fault::Before(terminated()) } else { Fault::None }
    });
    let error = sent(&stand_in).unwrap_err();
    assert!(matches!(error, Error::Unsure { .. }), "{error:?}");
    let starts = stand_in.commands().iter().filter(|command| *command == "start").count();
    assert_eq!(starts, 3);
}

#[test]
fn a_server_that_only_breaks_is_given_up() {
    let stand_in = StandIn::with(Manners::default(), |request, _| {
        match request.header("x-goog-upload-command") {
            Some("upload") => Fault::Before(Answer::json(503, "")),
            _ => Fault::None,
        }
    });
    let error = sent(&stand_in).unwrap_err();
    assert_eq!(error.kind(), Kind::Unreachable, "{error:?}");
    assert!(!matches!(error, Error::Unsure { .. }), "its end was never sent");
    assert!(stand_in.commands().len() < 40);
}

#[test]
fn a_server_that_takes_bytes_and_does_not_count_them_is_given_up() {
    let stuck = || {
        let headers = vec![
            ("X-Goog-Upload-Status", "active".to_owned()),
            ("X-Goog-Upload-Size-Received", "0".to_owned()),
        ];
        Answer::Whole(200, headers, String::new())
    };
    let stand_in = StandIn::with(Manners::default(), move |request, _| {
        match request.header("x-goog-upload-command") {
            Some("start") => Fault::None,
            _ => Fault::Before(stuck()),
        }
    });
    let error = sent(&stand_in).unwrap_err();
    assert!(matches!(error, Error::Shape(_)), "{error:?}");
}

#[test]
fn silence_ends_and_is_asked_about() {
    let effort = Effort { read: Duration::from_millis(100), ..EAGER };
    let fault = to_command("upload, finalize", vec![Fault::After(Answer::Silence)]);
    let stand_in = StandIn::with(Manners::default(), fault);
    let care = Care { effort, ..CARE };
    stand_in.client().upload(&store(), &upload(&said("a.md"), TEXT), care, &GO).unwrap();
    assert_eq!(stand_in.texts(), [TEXT]);
    assert_eq!(stand_in.commands().last().map(String::as_str), Some("query"));
}

#[test]
fn stopping_waits_for_nothing() {
    let (stop, fault) =
        stopping(|request| request.header("x-goog-upload-command") == Some("upload, finalize"));
    let stand_in = StandIn::with(Manners::default(), fault);
    let uploaded = stand_in.client().upload(&store(), &upload(&said("a.md"), TEXT), CARE, &stop);
    assert_eq!(uploaded.unwrap_err().kind(), Kind::Cancelled);
    assert!(!stand_in.commands().contains(&"query".to_owned()));
}

#[test]
fn a_file_that_broke_is_sent_again() {
    let fault = to(
        |request| request.path.contains("upload_id"),
        vec![Fault::Before(Answer::json(404, ""))],
    );
    let stand_in = StandIn::with(Manners::default(), fault);
    let new = notekin_gemini::shapes::NewFile {
        mime_type: "text/plain".to_owned(),
        ..notekin_gemini::shapes::NewFile::default()
    };
    let file = stand_in.client().upload_file(b"abcdef", &new, CARE, &GO).unwrap();
    assert_eq!(file.size_bytes, 6);
    assert_eq!(stand_in.commands(), ["start", "upload", "start", "upload", "upload, finalize"]);
}

/// Something that goes wrong, by its number.
fn fault(number: u8, request: &crate::server::Request) -> Fault {
    let half = request.body.len() / 2;
    match number {
        0 => Fault::Before(Answer::json(503, "")),
        1 => Fault::After(Answer::json(500, "")),
        2 => Fault::Before(Answer::Nothing),
        3 => Fault::After(Answer::Nothing),
        4 => Fault::After(Answer::Half("{\"name\":\"f".to_owned())),
        5 if request.path.contains("upload_id") && half > 0 => Fault::Cut(half),
        6 => Fault::Before(Answer::json(404, "")),
        7 => Fault::Before(Answer::json(400, "Upload has already been terminated.")),
        _ => Fault::None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever goes wrong, no document is there twice, and what was said to be there is.
    #[test]
    fn no_document_is_there_twice(faults in prop::collection::vec(0_u8..16, 0..24)) {
        let stand_in = StandIn::with(Manners::default(), move |request, number| {
            // Lists go well, as everything rests on them.
            if request.method == "GET" {
                return Fault::None;
            }
            faults.get(number).map_or(Fault::None, |&number| fault(number, request))
        });
        let uploaded = sent(&stand_in);
        let texts = stand_in.texts();
        prop_assert!(texts.len() <= 1, "{:?} after {:?}", texts, stand_in.commands());
        prop_assert!(texts.iter().all(|text| text == TEXT));
        prop_assert_eq!(uploaded.is_ok() && texts.is_empty(), false);
        if let Err(error) = uploaded {
            prop_assert!(texts.is_empty() || matches!(error, Error::Unsure { .. }), "{:?}", error);
        }
    }
}
