use proptest::prelude::*;

use super::{Change, Checks, Grounded, Outcome, SupportLevel, ground};
use crate::passage::tests::passage;
use crate::{NOT_IN_NOTES, Passage};

use SupportLevel::{Supported, Unsupported, Weak};

fn kitchen() -> Vec<Passage> {
    vec![
        passage(
            "Leek.md",
            0,
            "# Leek\nLeek soup is boiled for 20 minutes. It is *not* fried.\n\n- Peel it.\n- Serve it with dill and sour cream.\n",
        ),
        passage(
            "Borscht.md",
            0,
            "Borscht is a soup of beets from Ukraine. Auguste Escoffier wrote it down in 1903.\n",
        ),
        passage(
            "カレー.md",
            0,
            "カレーは玉ねぎと人参を煮込む料理です。東京では金曜日に食べます。\n",
        ),
    ]
}

/// Checks the sentences with their support and the numbers of the passages they are tied to.
#[track_caller]
fn check(answer: &str, expect: &[(&str, SupportLevel, &[usize])]) -> Grounded {
    let passages = kitchen();
    let grounded =
        ground(answer, &passages, &Checks { question: "What is cooked?", ..Checks::default() });
    let found: Vec<_> = grounded
        .sentences
        .iter()
        .map(|sentence| {
            let tied: Vec<usize> =
                sentence.chunks.iter().map(|&chunk| grounded.chunks[chunk].passage + 1).collect();
            (&grounded.answer[sentence.start..sentence.end], sentence.support, tied)
        })
        .collect();
    let expect: Vec<_> =
        expect.iter().map(|(text, level, tied)| (*text, *level, tied.to_vec())).collect();
    assert_eq!(found, expect, "{answer}");
    grounded
}

#[test]
fn what_a_passage_says_is_supported() {
    let found = check(
        "Borscht is a soup of beets [2].",
        &[("Borscht is a soup of beets.", Supported, &[2])],
    );
    assert_eq!(found.changes, []);
    assert_eq!(found.outcome, Outcome::Answered);
    check(
        "The soup is boiled 20 minutes [1].",
        &[("The soup is boiled 20 minutes.", Supported, &[1])],
    );
    check(
        "カレーは玉ねぎを煮込む料理です【3】。",
        &[("カレーは玉ねぎを煮込む料理です。", Supported, &[3])],
    );
}

#[test]
fn a_changed_number_name_or_denial_is_not() {
    for answer in [
        "Leek soup is boiled for 45 minutes [1].",
        "Borscht is a soup of beets from Estonia [2].",
        "Auguste Escoffier wrote it down in 1930 [2].",
        "Paul Bocuse wrote it down in 1903 [2].",
        "It is fried [1].",
        "Borscht is never a soup of beets from Ukraine [2].",
    ] {
        let grounded = ground(answer, &kitchen(), &Checks::default());
        assert!(grounded.sentences[0].support < Supported, "{answer}");
    }
}

#[test]
fn missing_markers_are_added_and_false_ones_removed() {
    let found = check(
        "Borscht is a soup of beets [1]. It was sold in Rome [2].",
        &[
            ("Borscht is a soup of beets.", Supported, &[2]),
            ("It was sold in Rome.", Unsupported, &[]),
        ],
    );
    assert_eq!(
        found.changes,
        [
            Change::Removed { at: 26, passage: 0 },
            Change::Added { at: 27, passage: 1 },
            Change::Removed { at: 47, passage: 1 },
        ]
    );
}

#[test]
fn markers_to_nothing_are_reported() {
    let found = check(
        "Leek soup is boiled for 20 minutes [7][0].",
        &[("Leek soup is boiled for 20 minutes.", Supported, &[1])],
    );
    assert_eq!(
        found.changes[..2],
        [Change::NoSuchPassage { at: 34, number: 7 }, Change::NoSuchPassage { at: 34, number: 0 },]
    );
}

#[test]
fn two_passages_bear_a_sentence_out_together() {
    check(
        "Leek soup is boiled for 20 minutes, while borscht comes from Ukraine [1][2].",
        &[(
            "Leek soup is boiled for 20 minutes, while borscht comes from Ukraine.",
            Supported,
            &[1, 2],
        )],
    );
}

#[test]
fn what_leads_in_is_no_sentence() {
    check(
        "Based on your notes, the following is cooked:\n\n## Soups\n- Borscht is a soup of beets [2]\n",
        &[("Borscht is a soup of beets", Supported, &[2])],
    );
    check("## Soups in Estonia\n", &[("Soups in Estonia", Unsupported, &[])]);
}

#[test]
fn code_and_rows_are_checked_too() {
    let passages = [passage(
        "Git.md",
        0,
        "Undo it:\n\n```sh\ngit reset --hard HEAD~1\n```\n\n| Tool | Size |\n|--|--|\n| git | 40 MB |\n",
    )];
    let answer = "```sh\ngit reset --hard HEAD~1\n```\n\n| Tool | Size |\n|---|---|\n| git | 40 MB [1] |\n| hg | 90 MB [1] |\n";
    let found = ground(answer, &passages, &Checks::default());
    let levels: Vec<_> = found.sentences.iter().map(|sentence| sentence.support).collect();
    assert_eq!(levels, [Supported, Supported, Unsupported]);
    assert!(
        found.marked().starts_with("```sh\ngit reset --hard HEAD~1\n```\n\n[1]\n"),
        "{}",
        found.marked()
    );
    assert!(found.marked().contains("| git | 40 MB[1] |\n"), "{}", found.marked());
}

#[test]
fn a_quote_leads_to_its_words() {
    let passages = kitchen();
    let found = ground("- Serve it with **dill** and sour cream", &passages, &Checks::default());
    let tie = &found.supports[0].sources[0];
    assert!(tie.is_quote);
    assert_eq!(&passages[0].text[tie.place.clone()], "Serve it with dill and sour cream");
    let narrow = passages[0].narrowed(&tie.place);
    assert_eq!(narrow.lines.start, passages[0].lines.start + 4);
    assert_eq!(narrow.lines.end, narrow.lines.start);
}

#[test]
fn refusals_are_not_in_the_notes() {
    for answer in [
        NOT_IN_NOTES,
        "**NOT_IN_NOTES**",
        "NOT_IN_NOTES. However, Paris is the capital of France [1].",
        "The passages do not mention what is cooked.",
        "",
        "[1][2]",
        "***",
        "Paris is the capital of France.",
    ] {
        let found = ground(
            answer,
            &kitchen(),
            &Checks { question: "What is cooked?", ..Checks::default() },
        );
        assert_eq!(found.outcome, Outcome::NotInNotes, "{answer}");
        assert_eq!(found.chunks, [], "{answer}");
    }
}

#[test]
fn a_bare_no_stays_tied_to_what_has_the_question() {
    let checks = Checks { question: "Is leek soup fried?", ..Checks::default() };
    let found = ground("No [1].", &kitchen(), &checks);
    assert_eq!((found.sentences[0].support, found.outcome), (Weak, Outcome::Answered));
    assert_eq!(ground("No [2].", &kitchen(), &checks).outcome, Outcome::NotInNotes);
}

#[test]
fn meaning_decides_where_words_do_not() {
    let similar = |_: &str, others: &[&str]| {
        Some(
            others
                .iter()
                .map(|other| if other.contains("20 minutes") { 0.95 } else { 0.1 })
                .collect(),
        )
    };
    let passages = kitchen();
    let with = Checks { similar: Some(&similar), ..Checks::default() };
    let found = ground("Lauch wird zwanzig Minuten gekocht [1].", &passages, &with);
    assert_eq!(found.sentences[0].support, Supported);
    assert_eq!(
        &passages[0].text[found.supports[0].sources[0].place.clone()],
        "Leek soup is boiled for 20 minutes."
    );
    let found = ground("Lauch wird 45 Minuten gekocht [1].", &passages, &with);
    assert_eq!(
        found.sentences[0].support, Unsupported,
        "a number that stands nowhere outweighs it"
    );
    let broken = |_: &str, _: &[&str]| Some(vec![f32::NAN]);
    let found = ground(
        "Lauch wird gekocht [1].",
        &passages,
        &Checks { similar: Some(&broken), ..Checks::default() },
    );
    assert_eq!(found.sentences[0].support, Unsupported);
}

/// Checks the only sentence of an answer to one passage.
#[track_caller]
fn judge(note: &str, answer: &str, expect: SupportLevel) -> Grounded {
    let mut passages = [passage("Note.md", 0, note), kitchen().remove(1)];
    passages[0].date = Some("2024-05-02".to_owned());
    let found = ground(answer, &passages, &Checks::default());
    let levels: Vec<_> = found.sentences.iter().map(|sentence| sentence.support).collect();
    assert_eq!(levels, [expect], "{answer}");
    found
}

#[test]
fn abbreviations_part_no_sentence() {
    judge("Mr. Okonkwo mended the pump.", "Mr. Okonkwo mended the pump [1].", Supported);
    judge("Wir kamen am 4. Juni 2022 an.", "Wir kamen am 4. Juni 2022 an [1].", Supported);
    judge("It costs ca. 3 euros, see No. 5.", "It costs ca. 3 euros, see No. 5 [1].", Supported);
    judge(
        "M. Dupont cuit le pain, p. ex. Rye.",
        "M. Dupont cuit le pain, p. ex. Rye [1].",
        Supported,
    );
}

#[test]
fn code_is_borne_out_as_it_stands_or_not_at_all() {
    let note = "Get it back with `restic restore latest --target /home` and wait for it.\n\n```sh\ncd /home\nls -l\n```\n";
    judge(note, "Get it back with `restic restore latest --target /home` [1].", Supported);
    judge(note, "```\ncd /home\n  ls -l\n```", Supported);
    for answer in [
        "Get it back with `restic restore latest --target /` and wait for it [1].",
        "Get it back with `restic restore latest --target /home --delete` and wait for it [1].",
        "Get it back with `restic restore latest --target /home` and `rm -rf /home` and wait for it [1].",
        "```sh\ncd /home\nrm -rf /home\nls -l\n```",
        "Get it back with `RESTIC restore latest --target /home` and wait for it [1].",
    ] {
        let found = judge(note, answer, Unsupported);
        assert_eq!(found.chunks, [], "{answer}");
    }
}

#[test]
fn formulas_are_borne_out_as_they_stand() {
    let note = "Energy and mass are tied by $E = mc^2$ at rest.";
    judge(note, "Energy and mass are tied by $E=mc^2$ [1].", Supported);
    judge(note, "Energy and mass are tied by $E = mc^3$ [1].", Unsupported);
    judge(note, "Energy and mass are tied by $E = mc$ at rest [1].", Unsupported);
}

#[test]
fn a_time_or_version_is_one_number() {
    let note =
        "The train to Bern leaves at 15:18 from track 4. We use version 0.118.1 of the pump.";
    judge(note, "The train to Bern leaves at 15:18 [1].", Supported);
    judge(note, "The train to Bern leaves at 3:18 pm [1].", Supported);
    for answer in [
        "The train to Bern leaves at 18:15 [1].",
        "The train to Bern leaves at 15:15 [1].",
        "We use version 0.118 of the pump [1].",
        "We use version 118.1 of the pump [1].",
    ] {
        let found = ground(answer, &[passage("Train.md", 0, note)], &Checks::default());
        assert!(found.sentences[0].support < Supported, "{answer}");
    }
    let note = "The shop closes at 22 h and sold 1,240 loaves.";
    judge(note, "The shop closes at 22:00 [1].", Supported);
    judge(note, "The shop closes at 10 pm and sold 1240 loaves [1].", Supported);
    judge(note, "The shop sold 1.240 loaves [1].", Supported);
}

#[test]
fn a_date_is_the_same_in_other_forms() {
    for note in
        ["The roof was mended on 2024-05-02 by Anna.", "On 2 May 2024 Anna mended the roof."]
    {
        for date in [
            "2 May 2024",
            "May 2nd 2024",
            "2. Mai 2024",
            "02.05.2024",
            "2 mai 2024",
            "2 May",
            "May 2024",
        ] {
            judge(note, &format!("The roof was mended by Anna on {date} [1]."), Supported);
        }
        for date in ["5 February 2024", "2 May 2023", "05.02.2024", "June 2024"] {
            let answer = format!("The roof was mended by Anna on {date} [1].");
            let found = ground(&answer, &[passage("Roof.md", 0, note)], &Checks::default());
            assert!(found.sentences[0].support < Supported, "{answer}");
        }
    }
    judge("Anna mended the roof.", "Anna mended the roof on May 2nd, 2024 [1].", Supported);
    judge("Anna mended the roof on 7 May.", "Anna mended the roof on 7 May 2024 [1].", Supported);
}

#[test]
fn another_unit_is_weak_at_most() {
    let note = "The boiler of the mill cost 1,240 euros and runs at 4.5 bar for 20 to 30 minutes.";
    judge(note, "The boiler of the mill cost €1,240 [1].", Supported);
    judge(note, "The boiler of the mill cost 1.240 EUR [1].", Supported);
    judge(note, "The boiler of the mill runs at 4.5 bar for 20 minutes [1].", Supported);
    for answer in [
        "The boiler of the mill cost 1,240 dollars [1].",
        "The boiler of the mill cost $1,240 [1].",
        "The boiler of the mill runs at 4.5 psi [1].",
        "The boiler of the mill runs for 30 hours [1].",
    ] {
        judge(note, answer, Weak);
    }
}

#[test]
fn a_quote_is_written_as_its_source() {
    let note = "# Soup\nBoil the *Leek* with 1,240 g of\n[cream](cream.md), Anna said.";
    let is_quote = |answer: &str| {
        let found = judge(note, answer, Supported);
        found.supports[0].sources[0].is_quote
    };
    assert!(is_quote("Boil the Leek with 1,240 g of cream."));
    assert!(is_quote("\"Boil the **Leek** with 1,240 g of cream\" [1]."));
    assert!(!is_quote("Boil the leek with 1,240 g of cream."));
    assert!(!is_quote("Boil the Leek with 1240 g of cream."));
    assert!(!is_quote("Boil the Leek, with 1,240 g of cream."));
}

proptest! {
    #[test]
    fn offsets_lie_in_the_answer(
        answer in "(Leek soup is boiled|for 20 minutes|borscht|玉ねぎと人参|[a-c.é。😀 \n*_`|#:!-]|e\u{301}|\\[[0-9]\\]|`{3}\n|- |\\. ){0,30}",
    ) {
        let passages = kitchen();
        let found = ground(&answer, &passages, &Checks::default());
        prop_assert!(found.sentences.windows(2).all(|pair| pair[0].end <= pair[1].start));
        for sentence in &found.sentences {
            prop_assert!(sentence.start < sentence.end && found.answer.get(sentence.start..sentence.end).is_some());
            prop_assert!(sentence.chunks.iter().all(|&chunk| chunk < found.chunks.len()));
        }
        for tie in found.supports.iter().flat_map(|support| &support.sources) {
            prop_assert!(passages[found.chunks[tie.chunk].passage].text.get(tie.place.clone()).is_some_and(|text| !text.is_empty()));
        }
        let first: Vec<usize> = found.sentences.iter().flat_map(|sentence| sentence.chunks.clone()).collect();
        let mut seen = 0;
        for chunk in first {
            prop_assert!(chunk <= seen, "chunks come in the order of first citation");
            seen = seen.max(chunk + 1);
        }
        prop_assert_eq!(seen, found.chunks.len(), "only cited passages are listed");
    }
}
