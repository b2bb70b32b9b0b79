//! `related`.

use crate::driver::TestVault;

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
    nothing is found by meaning, as no model is installed; `notekin model install` adds that
    --- exit 0
    ");
}
