//! `copies`.

use crate::driver::TestVault;

const STEAMING: &str = "# Steaming\n\nThe leaves are steamed for two minutes over a bamboo basket, then rolled by hand.\n\n\
    Afterwards they are dried in warm air until they break between two fingers, and sorted by size.\n\n\
    A good farmer tastes every batch, writes down the weather of the week, and keeps a sample for a year.\n";

fn teas() -> TestVault {
    TestVault::without_model()
        .note("steaming.md", STEAMING)
        .note(
            "old/steaming.md",
            STEAMING.replace("two minutes", "three minutes") + "\nAsk Kenji.\n",
        )
        .note("bicycle.md", "# Bicycle\n\nThe chain wants oil every month, the tyres want air.\n")
}

#[test]
fn notes_that_say_the_same_and_how_they_differ() {
    let vault = teas();
    assert_eq!(vault.run(&["index", "--words-only"]).exit, 0);
    insta::assert_snapshot!(vault.run(&["copies"]), @"
    Steaming  old/steaming.md
     86 %  Steaming  steaming.md
           - The leaves are steamed for three minutes over a bamboo basket, then rolled by hand.
           - Ask Kenji.
           + The leaves are steamed for two minutes over a bamboo basket, then rolled by hand.
    --- stderr
    2 of 3 notes in 1 group of near-copies
    --- exit 0
    ");
}

#[test]
fn nothing_is_found_where_nothing_is_the_same() {
    let vault = teas();
    assert_eq!(vault.run(&["index", "--words-only"]).exit, 0);
    insta::assert_snapshot!(vault.run(&["copies", "--not", "path:old/**"]), @"
    --- stderr
    no near-copies among 2 notes
    --- exit 1
    ");
    let json = vault.run(&["copies", "--json", "--folder", "old"]);
    assert_eq!((json.stdout.as_str(), json.exit), ("{\"groups\":[],\"compared\":1}\n", 1));
}
