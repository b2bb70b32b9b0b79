//! Letting reading by meaning rest.

use crate::driver::TestVault;

#[test]
fn a_pause_is_kept_told_and_ended() {
    let vault = TestVault::new().note("tea.md", "# Tea\n\nSteamed.\n");
    let reply = vault.run(&["pause"]);
    assert_eq!(
        (reply.exit, reply.stdout.as_str()),
        (0, "vault: nothing is read by meaning until `notekin resume`; words go on\n")
    );
    let reply = vault.run(&["index"]);
    assert_eq!(reply.exit, 0, "{reply}");
    for line in [
        "paused    by you: nothing is read by meaning until `notekin resume`",
        "next: notekin resume goes on reading by meaning",
    ] {
        assert!(reply.stdout.contains(line), "{reply}");
    }
    for refused in [&["retry"] as &[_], &["index", "--reembed", "--yes"]] {
        let reply = vault.run(refused);
        assert_eq!(reply.exit, 2, "{reply}");
        assert!(reply.stderr.contains("`notekin resume` goes on"), "{reply}");
    }
    let reply = vault.run(&["resume"]);
    assert_eq!(reply.stdout, "vault: reading by meaning goes on\n");
    assert_eq!(vault.run(&["resume"]).stdout, "vault: it was not paused\n");
    let reply = vault.run(&["index"]);
    assert!(reply.stdout.contains("ready by words and by meaning"), "{reply}");
}

#[test]
fn a_pause_may_end_by_itself() {
    let vault = TestVault::new().note("tea.md", "# Tea\n\nSteamed.\n");
    let reply = vault.run(&["pause", "--for", "2h"]);
    let told =
        "vault: nothing is read by meaning for 2 hours, or until `notekin resume`; words go on\n";
    assert_eq!(reply.stdout, told);
    let reply = vault.run(&["status", "--json"]);
    let status: serde_json::Value = serde_json::from_str(&reply.stdout).unwrap();
    assert!(status["paused_by_you"]["until"].as_str().unwrap().ends_with('Z'), "{reply}");
    let reply = vault.run(&["pause", "--for", "soon"]);
    assert_eq!(reply.exit, 2);
    assert!(reply.stderr.contains("write `90m`, `2h` or `1d`"), "{reply}");
}
