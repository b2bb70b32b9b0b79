//! `related`.

use std::io::Write;
use std::process::Stdio;

use crate::driver::{Reply, TestVault};

const TEA: &str =
    "Green tea leaves are steamed and brewed with water of seventy degrees for two minutes.";

fn teas() -> TestVault {
    TestVault::new()
        .note("green.md", format!("# Green tea\n\n{TEA} It tastes of grass. See [[black]].\n"))
        .note("sencha.md", format!("# Sencha\n\n{TEA} It comes from Japan.\n"))
        .note(
            "black.md",
            "# Black tea\n\nBlack tea leaves are oxidised and brewed with boiling water.\n",
        )
        .note("bicycle.md", "# Bicycle\n\nThe chain wants oil every month, the tyres want air.\n")
        .indexed()
}

#[test]
fn what_belongs_with_a_note() {
    insta::assert_snapshot!(teas().run(&["related", "green.md", "--show", "all"]), @"
    Related
    0.··  Sencha  sencha.md
          ↳ Green tea → Sencha
    0.··  Black tea  black.md  (linked)
          ↳ Green tea → Black tea
    --- exit 0
    ");
}

#[test]
fn linked_notes_are_hidden_by_default() {
    let vault = teas();
    assert!(!vault.run(&["related", "green.md"]).stdout.contains("black.md"));
    assert!(!vault.run(&["related", "green.md", "--show", "linked"]).stdout.contains("bicycle.md"));
}

#[test]
fn a_note_is_found_by_name_and_from_where_one_stands() {
    let vault = teas();
    let by_path = vault.run(&["related", "green.md", "--json"]).stdout;
    assert!(by_path.starts_with("{\"path\":\"green.md\""), "{by_path}");
    assert_eq!(vault.run(&["related", "Green tea", "--json"]).stdout, by_path);
    assert_eq!(
        vault.run_in(&vault.at(""), &["related", "./green.md", "--json", "--vault", "."]).stdout,
        by_path
    );
}

#[test]
fn copies_are_named_as_such() {
    let text = "# Steaming\n\nThe leaves are steamed for two minutes over a bamboo basket, then rolled by hand.\n\n\
                Afterwards they are dried in warm air until they break between two fingers, and sorted by size.\n\n\
                A good farmer tastes every batch, writes down the weather of the week, and keeps a sample for a year.\n";
    let vault = teas().note("copy.md", text).note("original.md", text).indexed();
    insta::assert_snapshot!(vault.run(&["related", "copy.md"]), @"
    Near-copies
    100 %  Steaming  original.md
    --- exit 0
    ");
}

#[test]
fn without_meaning_links_alone_are_told_as_such() {
    let vault = TestVault::new().note("a.md", "See [[b]].\n").note("b.md", "Alone.\n");
    assert_eq!(vault.run(&["index", "--words-only"]).exit, 0);
    insta::assert_snapshot!(vault.run(&["related", "a.md", "--show", "all"]), @"
    Related
    0.··  b  b.md  (linked)
          ↳ not by meaning
    --- stderr
    2 notes can't be found by meaning yet; `notekin index --vault /vault/` goes on
    --- exit 0
    ");
}

/// Runs `related` on a text on standard input.
fn related_to(vault: &TestVault, text: &str, arguments: &[&str]) -> Reply {
    let root = vault.at("");
    let fixed = ["related", "-", "--vault", root.to_str().unwrap()];
    let arguments: Vec<_> = fixed.iter().chain(arguments).copied().collect();
    let mut command = vault.command(&vault.beside("elsewhere"), &arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut running = command.spawn().unwrap();
    running.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    vault.reply(&running.wait_with_output().unwrap())
}

#[test]
fn what_belongs_with_a_text_on_standard_input() {
    let vault = teas();
    insta::assert_snapshot!(related_to(&vault, TEA, &[]), @"
    Related
    0.··  Green tea  green.md
          ↳ Green tea
    0.··  Sencha  sencha.md
          ↳ Sencha
    --- exit 0
    ");
    insta::assert_snapshot!(related_to(&vault, " \n", &[]), @"
    --- stderr
    error: there is no text to find related notes for
    --- exit 2
    ");
    insta::assert_snapshot!(related_to(&vault, "Zebras and quaggas.", &[]), @"
    --- stderr
    nothing related to the text was found; `--all` shows what is hardly related
    --- exit 1
    ");
}

#[test]
fn what_belongs_with_a_part_of_a_note() {
    let garage = "The chain wants oil every month, and the tyres want air.\n".repeat(30);
    let kitchen = format!("{TEA}\n").repeat(30);
    let house = format!("# House\n\n## Garage\n\n{garage}\n## Kitchen\n\n{kitchen}");
    let vault = teas().note("house.md", house).indexed();
    insta::assert_snapshot!(vault.run(&["related", "house.md#Kitchen"]), @"
    Related
    0.··  Green tea  green.md
          ↳ Kitchen → Green tea
    0.··  Sencha  sencha.md
          ↳ Kitchen → Sencha
    --- exit 0
    ");
    insta::assert_snapshot!(vault.run(&["related", "[[house#Cellar]]"]), @"
    --- stderr
    error: `house.md` has no heading `Cellar`
    --- exit 2
    ");
}

#[test]
fn what_each_part_of_the_ranking_says() {
    let reply = teas().run(&["related", "green.md", "--show", "all", "--explain"]);
    // The last digits differ between machines.
    let parts = reply.stdout.split("0.").map(|part| part.trim_start_matches(char::is_numeric));
    insta::assert_snapshot!(parts.collect::<Vec<_>>().join("0."), @"
    Related
    0.··  Sencha  sencha.md
          ↳ Green tea → Sencha
          meaning 0. (place 1) · words 0. (place 1) · names 0. (place 1)
    0.··  Black tea  black.md  (linked)
          ↳ Green tea → Black tea
          meaning 0. (place 2) · words 0. (place 2)
    ");
}

#[test]
fn a_filter_that_lets_nothing_through_is_told() {
    let vault = teas();
    for command in [["related", "green.md"].as_slice(), &["hubs"]] {
        let filter = ["--not", "path:*"];
        let arguments: Vec<_> = command.iter().chain(&filter).copied().collect();
        let reply = vault.run(&arguments);
        assert!(reply.stderr.starts_with("the filter lets none of 4 notes through\n"), "{reply}");
        assert_eq!(reply.exit, 1);
    }
}

#[test]
fn hubs_are_listed() {
    let spokes = ["rye", "wheat", "spelt", "barley", "oats"];
    let list = spokes.map(|name| format!("- [[{name}]]\n")).concat();
    let vault = TestVault::new().note("grains.md", format!("# Grains\n\n{list}"));
    let vault = spokes.iter().fold(vault, |vault, name| {
        vault.note(&format!("{name}.md"), format!("# {name}\n\nA grain. Up: [[grains]]\n"))
    });
    let vault = vault.note("old/tax.md", "# Tax\n\nForms.\n").indexed();
    insta::assert_snapshot!(vault.run(&["hubs"]), @"
    out   in
      5    5  Grains  grains.md
    --- stderr
    1 hub: what links to at least 4 others and is linked from 2
    --- exit 0
    ");
    insta::assert_snapshot!(vault.run(&["hubs", "--folder", "old"]), @"
    --- stderr
    no hub was found: none of these notes links to at least 4 others and is linked from 2
    --- exit 1
    ");
    insta::assert_snapshot!(vault.run(&["hubs", "--json"]), @r#"
    {"hubs":[{"path":"grains.md","title":"Grains","links":5,"backlinks":5}],"least_links":4,"least_backlinks":2,"notes":7}
    --- exit 0
    "#);
}

#[test]
fn where_nearly_all_notes_are_joined_none_stands_out() {
    let all: Vec<String> = (0..30).map(|note| format!("[[note {note}]] ")).collect();
    let all = all.concat();
    let vault = (0..30).fold(TestVault::without_model(), |vault, note| {
        vault.note(&format!("note {note}.md"), format!("# Note {note}\n\n{all}\n"))
    });
    assert_eq!(vault.run(&["index", "--words-only"]).exit, 0);
    insta::assert_snapshot!(vault.run(&["hubs"]), @"
    --- stderr
    no hub was found: 30 of 30 notes link to at least 4 others and are linked from 2, so that none stands out
    --- exit 1
    ");
    let vault = vault.setting("[hubs]\nlinks = 1\nbacklinks = 1");
    let reply = vault.run(&["hubs"]);
    assert!(reply.stderr.contains("30 hubs: what links to at least 1 other and"), "{reply}");
}

#[test]
fn a_word_that_is_no_condition_is_told_how_to_be_one() {
    let reply = teas().run(&["hubs", "--not", "foo"]);
    assert!(reply.exit == 2 && reply.stderr.contains("such as `tag:draft`"), "{reply}");
}
