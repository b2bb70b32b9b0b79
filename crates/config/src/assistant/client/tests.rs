use std::path::Path;

use super::Client;
use crate::Environment;
use crate::assistant::folders::{Folders, System};
use crate::assistant::{Entry, Standing};

fn files(system: System, environment: &Environment) -> String {
    let folders = Folders::on(system, environment);
    let line = |client: Client| match client.file(&folders) {
        Ok(file) => format!("{:<14}  {}", client.id(), file.display()),
        Err(error) => format!("{:<14}  {error}", client.id()),
    };
    Client::ALL.map(line).join("\n")
}

#[test]
fn every_system_has_its_files() {
    let linux = Environment::new([("HOME", "/home/ann")]);
    insta::assert_snapshot!(files(System::Linux, &linux), @"
    claude-desktop  /home/ann/.config/Claude/claude_desktop_config.json
    claude-code     /home/ann/.claude.json
    cursor          /home/ann/.cursor/mcp.json
    vscode          /home/ann/.config/Code/User/mcp.json
    codex           /home/ann/.codex/config.toml
    ");
    let mac = Environment::new([("HOME", "/Users/ann"), ("XDG_CONFIG_HOME", "/ignored")]);
    insta::assert_snapshot!(files(System::Mac, &mac), @"
    claude-desktop  /Users/ann/Library/Application Support/Claude/claude_desktop_config.json
    claude-code     /Users/ann/.claude.json
    cursor          /Users/ann/.cursor/mcp.json
    vscode          /Users/ann/Library/Application Support/Code/User/mcp.json
    codex           /Users/ann/.codex/config.toml
    ");
    let windows = Environment::new([("USERPROFILE", "/u/ann"), ("APPDATA", "/u/ann/Roaming")]);
    insta::assert_snapshot!(files(System::Windows, &windows), @"
    claude-desktop  /u/ann/Roaming/Claude/claude_desktop_config.json
    claude-code     /u/ann/.claude.json
    cursor          /u/ann/.cursor/mcp.json
    vscode          /u/ann/Roaming/Code/User/mcp.json
    codex           /u/ann/.codex/config.toml
    ");
}

#[test]
fn variables_move_files_as_they_do_for_the_clients() {
    let moved = Environment::new([
        ("HOME", "/home/ann"),
        ("XDG_CONFIG_HOME", "/xdg"),
        ("CLAUDE_CONFIG_DIR", "/claude"),
        ("CODEX_HOME", "/codex"),
    ]);
    insta::assert_snapshot!(files(System::Linux, &moved), @"
    claude-desktop  /xdg/Claude/claude_desktop_config.json
    claude-code     /claude/.claude.json
    cursor          /home/ann/.cursor/mcp.json
    vscode          /xdg/Code/User/mcp.json
    codex           /codex/config.toml
    ");
    let nothing = Environment::default();
    insta::assert_snapshot!(files(System::Linux, &nothing), @"
    claude-desktop  the folder of settings is unknown, as `HOME` is not set
    claude-code     the folder of settings is unknown, as `HOME` is not set
    cursor          the folder of settings is unknown, as `HOME` is not set
    vscode          the folder of settings is unknown, as `HOME` is not set
    codex           the folder of settings is unknown, as `HOME` is not set
    ");
}

#[test]
fn a_packaged_claude_has_its_file_in_the_package() {
    let folder = tempfile::tempdir().unwrap();
    let local = folder.path().join("Local");
    let package = local.join("Packages/Claude_pzs8sxrjxfjjc");
    let environment = Environment::new([
        ("USERPROFILE", folder.path()),
        ("LOCALAPPDATA", &local),
        ("APPDATA", Path::new("/roaming")),
    ]);
    let folders = Folders::on(System::Windows, &environment);
    let file = || Client::ClaudeDesktop.file(&folders).unwrap();
    assert_eq!(file(), Path::new("/roaming/Claude/claude_desktop_config.json"));
    std::fs::create_dir_all(&package).unwrap();
    assert_eq!(file(), package.join("LocalCache/Roaming/Claude/claude_desktop_config.json"));
}

#[test]
fn a_program_is_known_by_its_traces() {
    let home = tempfile::tempdir().unwrap();
    let folders = Folders::on(System::Linux, &Environment::new([("HOME", home.path())]));
    assert!(Client::ALL.iter().all(|client| !client.is_installed(&folders)));
    for folder in [".config/Claude", ".claude", ".cursor", ".config/Code/User", ".codex"] {
        std::fs::create_dir_all(home.path().join(folder)).unwrap();
    }
    assert!(Client::ALL.iter().all(|client| client.is_installed(&folders)));
}

#[test]
fn an_empty_file_takes_every_entry() {
    let environment = Environment::new([("NOTEKIN_DATA_DIR", "/data")]);
    let entry = Entry::new(Path::new("/bin/notekin"), &["/a \"b\"".into()], &environment).unwrap();
    for client in Client::ALL {
        let standing = client.shape().standing(&client.sample(&entry)).unwrap();
        assert_eq!(standing, Standing::Ours(entry.clone()), "{}", client.id());
    }
    insta::assert_snapshot!(Client::VsCode.sample(&entry), @r#"
    {
      "servers": {
        "notekin": {
          "type": "stdio",
          "command": "/bin/notekin",
          "args": ["mcp", "--vault", "/a \"b\""],
          "env": {
            "NOTEKIN_DATA_DIR": "/data"
          }
        }
      }
    }
    "#);
    insta::assert_snapshot!(Client::Codex.sample(&entry), @r#"
    [mcp_servers.notekin]
    command = "/bin/notekin"
    args = ["mcp", "--vault", '/a "b"']
    env = { NOTEKIN_DATA_DIR = "/data" }
    "#);
}
