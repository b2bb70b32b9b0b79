//! Empty states: each says what is so and what to do.

use crate::driver::TestVault;

#[test]
fn no_vault_here() {
    let vault = TestVault::new();
    let run = |arguments: &[&str]| vault.run_in(&vault.beside("elsewhere"), arguments);
    insta::assert_snapshot!(run(&[]), @"
    Notekin finds passages in a folder of Markdown notes, and shows which notes belong together.

    vault     none here
    looked    for `.obsidian` or a known vault in `/elsewhere` and the folders above

    next: notekin index PATH reads the folder of notes at PATH
    --- exit 0
    ");
    insta::assert_snapshot!(run(&["search", "tea"]), @"
    --- stderr
    error: no vault here: looked for `.obsidian` or a known vault in `/elsewhere` and the folders above; no vault is known yet

    hint: `notekin index PATH` reads a folder of notes
    --- exit 2
    ");
    insta::assert_snapshot!(run(&["status", "--json"]), @r#"
    --- stderr
    {"error":{"kind":"unconfigured","message":"no vault here: looked for `.obsidian` or a known vault in `/elsewhere` and the folders above; no vault is known yet","hint":"`notekin index PATH` reads a folder of notes"}}
    --- exit 2
    "#);
}

#[test]
fn several_vaults_and_none_named() {
    let vault = TestVault::new();
    for name in ["one", "two"] {
        std::fs::create_dir(vault.beside(name)).unwrap();
        assert_eq!(vault.run_in(&vault.beside(""), &["vault", "add", name]).exit, 0);
    }
    insta::assert_snapshot!(vault.run_in(&vault.beside("elsewhere"), &["search", "tea"]), @"
    --- stderr
    error: no vault here: looked for `.obsidian` or a known vault in `/elsewhere` and the folders above; known vaults: `/one`, `/two`

    hint: name one with `--vault PATH`
    --- exit 2
    ");
    insta::assert_snapshot!(vault.run_in(&vault.beside("elsewhere"), &[]), @"
    Notekin finds passages in a folder of Markdown notes, and shows which notes belong together.

    vault     none here
    looked    for `.obsidian` or a known vault in `/elsewhere` and the folders above
    known     /one
    known     /two

    next: notekin --vault PATH shows one of them; `--vault` goes with every command
    --- exit 0
    ");
}

#[test]
fn a_vault_that_is_not_read_yet() {
    let vault = TestVault::without_model().note("tea.md", "# Tea\n\nGreen tea.\n");
    insta::assert_snapshot!(vault.run(&[]), @"
    vault     vault (/vault)
    model     none; `notekin model install` adds finding by meaning
    state     nothing is read yet
    changes   1 not read yet

    next: notekin index reads the notes
    --- exit 0
    ");
    insta::assert_snapshot!(vault.run(&["search", "tea", "--no-update"]), @r#"
    --- stderr
    error: `/vault` has not been read yet

    hint: `notekin index "/vault"` reads it
    --- exit 2
    "#);
    insta::assert_snapshot!(vault.run(&["related", "tea.md", "--no-update"]), @r#"
    --- stderr
    error: `/vault` has not been read yet

    hint: `notekin index "/vault"` reads it
    --- exit 2
    "#);
}

#[test]
fn a_search_reads_the_words_of_a_vault_that_is_not_read_yet() {
    let vault = TestVault::new().note("tea.md", "# Tea\n\nGreen tea.\n");
    insta::assert_snapshot!(vault.run(&["search", "tea", "--mode", "keyword"]), @"
    1. Tea  0.··
       tea.md:1
       Green tea.
    --- stderr
    1 passage shown; 1 of 1 note matches
    --- exit 0
    ");
}

#[test]
fn an_empty_vault() {
    let vault = TestVault::new();
    insta::assert_snapshot!(vault.run(&["index"]), @"
    vault     vault (/vault)
    notes     0 read
    passages  0
    model     fake
    state     ready; there are no notes yet

    next: notekin index reads the notes, once there are some
    --- exit 0
    ");
    insta::assert_snapshot!(vault.run(&["search", "tea"]), @"
    --- stderr
    there are no notes in this vault yet
    --- exit 1
    ");
    insta::assert_snapshot!(vault.run(&["related", "tea.md"]), @"
    --- stderr
    error: no note `tea.md` in this vault
    --- exit 2
    ");
    insta::assert_snapshot!(vault.run(&[]), @"
    vault     vault (/vault)
    notes     0 read
    passages  0
    model     fake
    state     ready; there are no notes yet

    next: notekin index reads the notes, once there are some
    --- exit 0
    ");
}

#[test]
fn one_note() {
    let vault = TestVault::new().note("tea.md", "# Tea\n\nGreen tea is steamed.\n").indexed();
    insta::assert_snapshot!(vault.run(&["search", "steamed", "--mode", "keyword"]), @"
    1. Tea  0.··
       tea.md:1
       Green tea is steamed.
    --- stderr
    1 passage shown; 1 of 1 note matches
    --- exit 0
    ");
    insta::assert_snapshot!(vault.run(&["related", "tea.md"]), @"
    --- stderr
    nothing related to `tea.md` was found; `--show all` looks at linked notes too, `--all` at what is hardly related
    --- exit 1
    ");
}

#[test]
fn nothing_found() {
    let vault = TestVault::new().note("tea.md", "# Tea\n\nGreen tea is steamed.\n").indexed();
    insta::assert_snapshot!(vault.run(&["search", "--mode", "keyword", "zeppelin"]), @"
    --- stderr
    nothing found in 1 note
    --- exit 1
    ");
    insta::assert_snapshot!(vault.run(&["related", "coffee.md"]), @"
    --- stderr
    error: no note `coffee.md` in this vault
    --- exit 2
    ");
}

#[test]
fn a_vault_that_vanished() {
    let vault = TestVault::new().note("tea.md", "# Tea\n\nGreen tea is steamed.\n").indexed();
    std::fs::remove_dir_all(vault.at("")).unwrap();
    insta::assert_snapshot!(vault.run(&["search", "steamed", "--mode", "keyword"]), @"
    1. Tea  0.··
       tea.md:1
       Green tea is steamed.
    --- stderr
    1 passage shown; 1 of 1 note matches
    answered from what was read before, as the vault can't be looked at: there is no folder `/vault`
    --- exit 0
    ");
    insta::assert_snapshot!(vault.run(&["index"]), @"
    --- stderr
    error: there is no folder `/vault`
    caused by: No such file or directory (os error 2)

    hint: check the spelling, and that the disk it lies on is connected
    --- exit 2
    ");
    insta::assert_snapshot!(vault.run(&["status"]), @"
    vault     vault (/vault)
    notes     1 read
    passages  1
    model     fake
    state     the folder is not there; what was read of it can be searched
    --- exit 0
    ");
}
