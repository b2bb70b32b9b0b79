//! `setup`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::driver::{Reply, TestVault};
#[cfg(unix)]
use crate::nobody::{Nobody, not_run, set_mode};

/// A vault whose places are the usual ones below its home folder, so that no variable goes into an entry.
fn at_home() -> TestVault {
    TestVault::without_model().variable("NOTEKIN_DATA_DIR", "").variable("NOTEKIN_CONFIG", "")
}

fn run(vault: &TestVault, arguments: &[&str]) -> Reply {
    let mut reply = vault.run_in(&vault.beside("elsewhere"), arguments);
    for text in [&mut reply.stdout, &mut reply.stderr] {
        *text = text.replace(env!("CARGO_BIN_EXE_notekin"), "/bin/notekin");
    }
    reply
}

fn file(vault: &TestVault, path: &str, text: &str) -> PathBuf {
    let path = vault.beside("home").join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, text).unwrap();
    path
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap().replace(env!("CARGO_BIN_EXE_notekin"), "/bin/notekin")
}

#[test]
fn an_assistant_is_set_up_once_and_undone() {
    let vault = at_home();
    let before =
        "{\n  // mine\n  \"mcpServers\": {\n    \"other\": { \"command\": \"npx\" },\n  },\n}\n";
    let path = file(&vault, ".cursor/mcp.json", before);
    insta::assert_snapshot!(run(&vault, &["setup", "cursor", "--vault", "../vault", "--yes"]), @r#"
    wrote /home/.cursor/mcp.json
    as it was: /home/.cursor/mcp.json.notekin-backup
    --- stderr
    /home/.cursor/mcp.json
        "mcpServers": {
          "other": { "command": "npx" },
    +     "notekin": {
    +       "command": "/bin/notekin",
    +       "args": ["mcp", "--vault", "/vault"],
    +     },
        },
      }

    next: start Cursor again; its list of MCP servers has `notekin`, to be switched on there if it is off
    --- exit 0
    "#);
    assert_eq!(text(&path.with_file_name("mcp.json.notekin-backup")), before);
    insta::assert_snapshot!(run(&vault, &["setup", "cursor", "--vault", "../vault"]), @"
    unchanged /home/.cursor/mcp.json
    --- stderr
    nothing to do: Cursor has this entry already
    --- exit 0
    ");
    insta::assert_snapshot!(run(&vault, &["setup", "cursor", "--undo", "--yes"]), @r#"
    wrote /home/.cursor/mcp.json
    as it was: /home/.cursor/mcp.json.notekin-backup-2
    --- stderr
    /home/.cursor/mcp.json
        "mcpServers": {
          "other": { "command": "npx" },
    -     "notekin": {
    -       "command": "/bin/notekin",
    -       "args": ["mcp", "--vault", "/vault"],
    -     },
        },
      }
    --- exit 0
    "#);
    assert_eq!(text(&path), before);
    insta::assert_snapshot!(run(&vault, &["setup", "cursor", "--undo"]), @"
    unchanged /home/.cursor/mcp.json
    --- stderr
    nothing to undo: there is no entry `notekin` in `/home/.cursor/mcp.json`
    --- exit 1
    ");
}

#[test]
fn other_vaults_change_the_entry_that_is_there() {
    let vault = at_home();
    run(&vault, &["setup", "codex", "--yes"]);
    insta::assert_snapshot!(
        run(&vault, &["setup", "codex", "--yes", "--vault", "../vault", "--vault", "../data"]), @r#"
    wrote /home/.codex/config.toml
    as it was: /home/.codex/config.toml.notekin-backup
    --- stderr
    /home/.codex/config.toml
      [mcp_servers.notekin]
      command = "/bin/notekin"
    - args = ["mcp"]
    + args = ["mcp", "--vault", "/vault", "--vault", "/data"]

    next: start Codex again; `/mcp` in it lists `notekin`
    --- exit 0
    "#);
}

#[test]
fn nothing_is_written_without_consent() {
    let vault = at_home();
    fs::create_dir(vault.beside("home/.cursor")).unwrap();
    insta::assert_snapshot!(run(&vault, &["setup", "cursor"]), @r#"
    --- stderr
    no vault is known yet, so there is nothing to find; `notekin index PATH` reads a folder of notes
    /home/.cursor/mcp.json
    + {
    +   "mcpServers": {
    +     "notekin": {
    +       "command": "/bin/notekin",
    +       "args": ["mcp"]
    +     }
    +   }
    + }
    error: changing `/home/.cursor/mcp.json` needs your consent

    hint: add `--yes` to change it without asking, or `--print` to get the entry and paste it yourself
    --- exit 2
    "#);
    assert!(!vault.beside("home/.cursor/mcp.json").exists());
    run(&vault, &["setup", "cursor", "--yes"]);
    insta::assert_snapshot!(run(&vault, &["setup", "cursor", "--undo", "--json"]), @r#"
    --- stderr
    {"error":{"kind":"invalid","message":"changing `/home/.cursor/mcp.json` needs your consent","hint":"add `--yes` to change it without asking"}}
    --- exit 2
    "#);
    assert!(text(&vault.beside("home/.cursor/mcp.json")).contains("notekin"));
}

#[test]
fn an_absent_program_is_told_and_set_up_all_the_same() {
    let vault = at_home();
    insta::assert_snapshot!(run(&vault, &["setup", "claude-desktop", "--yes"]), @r#"
    wrote /home/.config/Claude/claude_desktop_config.json
    --- stderr
    no vault is known yet, so there is nothing to find; `notekin index PATH` reads a folder of notes
    Claude Desktop doesn't seem to be installed here
    /home/.config/Claude/claude_desktop_config.json
    + {
    +   "mcpServers": {
    +     "notekin": {
    +       "command": "/bin/notekin",
    +       "args": ["mcp"]
    +     }
    +   }
    + }

    next: start Claude Desktop again, after quitting it fully and not only its window; `notekin` is listed there in Settings > Developer
    --- exit 0
    "#);
    insta::assert_snapshot!(run(&vault, &["setup", "vscode", "--yes", "--json"]), @r#"
    {"client":"vscode","file":"/home/.config/Code/User/mcp.json","changed":true,"backup":null,"entry":{"command":"/bin/notekin","args":["mcp"],"env":{}},"installed":false}
    --- exit 0
    "#);
    insta::assert_snapshot!(run(&vault, &["setup", "claude-code", "--yes"]), @r#"
    wrote /home/.claude.json
    --- stderr
    no vault is known yet, so there is nothing to find; `notekin index PATH` reads a folder of notes
    Claude Code doesn't seem to be installed here
    /home/.claude.json
    + {
    +   "mcpServers": {
    +     "notekin": {
    +       "type": "stdio",
    +       "command": "/bin/notekin",
    +       "args": ["mcp"]
    +     }
    +   }
    + }

    next: start a new session of Claude Code; `/mcp` in it lists `notekin`
    --- exit 0
    "#);
}

#[test]
fn what_should_be_known_before_is_told() {
    let vault = at_home();
    run(&vault, &["vault", "add", "../vault"]);
    fs::create_dir_all(vault.beside("home/.config/Claude")).unwrap();
    insta::assert_snapshot!(run(&vault, &["setup", "claude-desktop"]), @r#"
    --- stderr
    no vault is named, so the assistant may search every vault that Notekin knows, now and later
    quit Claude Desktop first: while it runs, it may write its own settings over this
    /home/.config/Claude/claude_desktop_config.json
    + {
    +   "mcpServers": {
    +     "notekin": {
    +       "command": "/bin/notekin",
    +       "args": ["mcp"]
    +     }
    +   }
    + }
    error: changing `/home/.config/Claude/claude_desktop_config.json` needs your consent

    hint: add `--yes` to change it without asking, or `--print` to get the entry and paste it yourself
    --- exit 2
    "#);
}

#[test]
fn the_entry_can_be_pasted_by_hand() {
    let vault = at_home();
    insta::assert_snapshot!(run(&vault, &["setup", "vscode", "--print", "--vault", "../vault"]), @r#"
    {
      "servers": {
        "notekin": {
          "type": "stdio",
          "command": "/bin/notekin",
          "args": ["mcp", "--vault", "/vault"]
        }
      }
    }
    --- stderr
    this goes into `/home/.config/Code/User/mcp.json`
    --- exit 0
    "#);
    let elsewhere = TestVault::without_model();
    insta::assert_snapshot!(run(&elsewhere, &["setup", "codex", "--print"]), @r#"
    [mcp_servers.notekin]
    command = "/bin/notekin"
    args = ["mcp"]
    env = { NOTEKIN_CONFIG = "/config.toml", NOTEKIN_DATA_DIR = "/data" }
    --- stderr
    this goes into `/home/.codex/config.toml`
    --- exit 0
    "#);
    assert_eq!(fs::read_dir(vault.beside("home")).unwrap().count(), 0);
}

#[test]
fn an_entry_that_starts_something_else_is_shown_and_not_undone() {
    let vault = at_home();
    let path = file(
        &vault,
        ".claude.json",
        "{\n  \"mcpServers\": {\n    \"notekin\": {\n      \"url\": \"http://x\"\n    }\n  }\n}\n",
    );
    insta::assert_snapshot!(run(&vault, &["setup", "claude-code", "--undo"]), @"
    unchanged /home/.claude.json
    --- stderr
    the entry `notekin` in `/home/.claude.json` starts something else, so it stays
    --- exit 1
    ");
    insta::assert_snapshot!(run(&vault, &["setup", "claude-code"]), @r#"
    --- stderr
    no vault is known yet, so there is nothing to find; `notekin index PATH` reads a folder of notes
    an entry `notekin` that starts something else is replaced by this
    end running sessions of Claude Code first: they may write their own settings over this
    /home/.claude.json
        "mcpServers": {
          "notekin": {
    -       "url": "http://x"
    +       "type": "stdio",
    +       "command": "/bin/notekin",
    +       "args": ["mcp"]
          }
        }
    error: changing `/home/.claude.json` needs your consent

    hint: add `--yes` to change it without asking, or `--print` to get the entry and paste it yourself
    --- exit 2
    "#);
    assert!(text(&path).contains("http://x"));
}

#[test]
fn a_file_that_is_not_understood_is_left_alone() {
    let vault = at_home();
    let path = file(&vault, ".config/Claude/claude_desktop_config.json", "{\n  \"a\": 1,\n}\n");
    insta::assert_snapshot!(run(&vault, &["setup", "claude-desktop", "--yes"]), @"
    --- stderr
    no vault is known yet, so there is nothing to find; `notekin index PATH` reads a folder of notes
    error: cannot understand `/home/.config/Claude/claude_desktop_config.json`, line 2: trailing commas are not allowed

    hint: mend the file, or add the entry by hand: `--print` shows it
    --- exit 2
    ");
    assert_eq!(text(&path), "{\n  \"a\": 1,\n}\n");
}

#[test]
fn a_vault_that_is_not_there_is_refused() {
    let vault = at_home();
    insta::assert_snapshot!(run(&vault, &["setup", "cursor", "--vault", "nowhere", "--yes"]), @"
    --- stderr
    error: there is no folder `/elsewhere/nowhere`
    --- exit 2
    ");
    assert_eq!(fs::read_dir(vault.beside("home")).unwrap().count(), 0);
}

#[cfg(unix)]
#[test]
fn a_linked_file_is_written_where_it_lies() {
    let vault = at_home();
    let kept = file(&vault, "dotfiles/mcp.json", "{}\n");
    let link = vault.beside("home/.cursor/mcp.json");
    fs::create_dir(link.parent().unwrap()).unwrap();
    std::os::unix::fs::symlink(&kept, &link).unwrap();
    assert_eq!(run(&vault, &["setup", "cursor", "--yes"]).exit, 0);
    assert!(link.is_symlink() && text(&kept).contains("/bin/notekin"));
}

#[cfg(unix)]
#[test]
fn a_folder_that_may_not_be_written_is_named() {
    let vault = at_home();
    let path = file(&vault, ".cursor/mcp.json", "{}\n");
    let Some(as_nobody) = Nobody::of(&vault) else {
        return not_run("permissions", "a user who isn't root, or a binary that `nobody` may run");
    };
    set_mode(path.parent().unwrap(), 0o555);
    let reply = as_nobody.run(&["setup", "cursor", "--yes"]);
    set_mode(path.parent().unwrap(), 0o755);
    let told =
        "error: cannot write `/home/.cursor/mcp.json.notekin-backup`\ncaused by: Permission denied";
    assert!(reply.exit == 2 && reply.stderr.contains(told), "{reply}");
    assert_eq!(text(&path), "{}\n");
}
