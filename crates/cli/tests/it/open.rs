//! `search --open`, with a program of our own in place of the system's.

use crate::driver::TestVault;

#[test]
fn a_program_that_is_not_there_is_named() {
    let vault = TestVault::new()
        .note("tea.md", "# Tea\n\nSteamed.\n")
        .setting("opener = \"no-such-program\"")
        .indexed();
    insta::assert_snapshot!(vault.run(&["search", "--mode", "keyword", "steamed", "--open", "1"]), @"
    1. Tea  0.··
       tea.md:1
       Steamed.
    --- stderr
    1 passage shown; 1 of 1 note matches
    error: cannot start `no-such-program` to open the note
    caused by: No such file or directory (os error 2)
    --- exit 2
    ");
    insta::assert_snapshot!(vault.run(&["search", "--mode", "keyword", "steamed", "--open", "2"]), @"
    1. Tea  0.··
       tea.md:1
       Steamed.
    --- stderr
    1 passage shown; 1 of 1 note matches
    error: there is no passage 2 to open; 1 found
    --- exit 2
    ");
}

#[cfg(unix)]
#[test]
fn the_program_gets_the_file() {
    use std::io::Read;
    use std::os::unix::fs::PermissionsExt;

    let vault = TestVault::new().note("a tea.md", "# Tea\n\nSteamed.\n").indexed();
    let (program, pipe) = (vault.beside("opener"), vault.beside("pipe"));
    std::fs::write(&program, format!("#!/bin/sh\nprintf %s \"$1\" > '{}'\n", pipe.display()))
        .unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    // Reading from a pipe waits for the program without a clock.
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());

    let path = vault.at("a tea.md");
    let vault = vault.variable("NOTEKIN_OPENER", program.to_str().unwrap());
    assert_eq!(vault.run(&["search", "--mode", "keyword", "steamed", "--open", "1"]).exit, 0);
    let mut opened = String::new();
    std::fs::File::open(&pipe).unwrap().read_to_string(&mut opened).unwrap();
    assert_eq!(opened, path.to_str().unwrap());
}
