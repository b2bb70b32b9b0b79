use std::fs;
use std::path::{Path, PathBuf};

use super::{Change, Client, Entry, Error, Folders, Standing};
use crate::Environment;

struct Home(tempfile::TempDir);

impl Home {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn folders(&self) -> Folders {
        Folders::find(&Environment::new([("HOME", self.0.path()), ("USERPROFILE", self.0.path())]))
    }

    fn file(&self, client: Client) -> PathBuf {
        client.file(&self.folders()).unwrap()
    }

    fn with(client: Client, text: &str) -> Self {
        let home = Self::new();
        fs::create_dir_all(home.file(client).parent().unwrap()).unwrap();
        fs::write(home.file(client), text).unwrap();
        home
    }

    fn add(&self, client: Client) -> Result<Change, Error> {
        Change::add(client, &self.folders(), &entry())
    }

    fn remove(&self, client: Client) -> Result<Change, Error> {
        Change::remove(client, &self.folders())
    }

    fn text(&self, client: Client) -> String {
        fs::read_to_string(self.file(client)).unwrap()
    }
}

fn entry() -> Entry {
    Entry::new(Path::new("/bin/notekin"), &[], &Environment::default()).unwrap()
}

#[test]
fn an_absent_file_is_made_with_its_folder() {
    for client in Client::ALL {
        let home = Home::new();
        let change = home.add(client).unwrap();
        assert!(change.is_needed() && change.before().is_empty());
        assert_eq!(change.standing(), &Standing::Absent);
        assert_eq!(change.apply().unwrap(), None);
        assert_eq!(home.text(client), client.sample(&entry()));
        assert!(!home.add(client).unwrap().is_needed(), "{}", client.name());
    }
}

/// Byte for byte, whatever a file looks like, as long as nobody wrote to it since.
#[test]
fn adding_and_removing_gives_back_every_file() {
    let json = [
        "",
        "{}",
        "{ }\n",
        "\u{feff}{\r\n}\r\n",
        "{\"a\":1}",
        "{\n  \"a\": 1\n\n}",
        "{\n\t\"a\": {\"mcpServers\": 1}\n}\n",
        "{\n  \"mcpServers\": {\n  },\n  \"a\": 1\n}\n",
        "{\n  \"mcpServers\": {\"notekin\": {\"command\": \"other\"}}\n}\n",
    ];
    let toml = [
        "",
        "a = 1",
        "\u{feff}a = 1\r\nb = 2\n",
        "mcp_servers={}",
        "# x\n[mcp_servers.notekin]\nurl = 'y'\n# z",
    ];
    let json =
        json.iter().flat_map(|text| Client::ALL[..4].iter().map(move |client| (client, text)));
    for (&client, text) in json.chain(toml.iter().map(|text| (&Client::Codex, text))) {
        let home = Home::with(client, text);
        let kept = home.add(client).unwrap().apply().unwrap().unwrap();
        assert_eq!(fs::read_to_string(kept).unwrap(), **text);
        assert_ne!(home.text(client), **text);
        home.remove(client).unwrap().apply().unwrap();
        assert_eq!(home.text(client), **text, "{}", client.name());
    }
}

#[test]
fn what_was_written_since_is_not_lost() {
    let home = Home::with(Client::Cursor, "{\n  \"a\": 1\n}\n");
    home.add(Client::Cursor).unwrap().apply().unwrap();
    let since = home.text(Client::Cursor).replace("\"a\": 1", "\"a\": 1,\n  \"b\": 2");
    fs::write(home.file(Client::Cursor), since).unwrap();
    home.remove(Client::Cursor).unwrap().apply().unwrap();
    insta::assert_snapshot!(home.text(Client::Cursor), @r#"
    {
      "a": 1,
      "b": 2,
      "mcpServers": {}
    }
    "#);
}

#[test]
fn an_entry_that_is_not_ours_is_told_and_never_removed() {
    let text = "{\"servers\": {\"notekin\": {\"type\": \"http\", \"url\": \"http://x\"}}}";
    let home = Home::with(Client::VsCode, text);
    assert_eq!(home.add(Client::VsCode).unwrap().standing(), &Standing::Foreign);
    let removal = home.remove(Client::VsCode).unwrap();
    assert!(!removal.is_needed());
    assert_eq!(removal.standing(), &Standing::Foreign);
}

#[test]
fn a_file_that_changed_after_it_was_shown_is_not_written() {
    let home = Home::with(Client::Cursor, "{}");
    let change = home.add(Client::Cursor).unwrap();
    fs::write(home.file(Client::Cursor), "{\"a\": 1}").unwrap();
    assert!(matches!(change.apply(), Err(Error::ChangedMeanwhile(_))));
    assert_eq!(home.text(Client::Cursor), "{\"a\": 1}");
    assert_eq!(fs::read_dir(home.0.path().join(".cursor")).unwrap().count(), 1);
}

#[test]
fn a_read_only_file_is_respected() {
    let home = Home::with(Client::Cursor, "{}");
    let mut permissions = fs::metadata(home.file(Client::Cursor)).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(home.file(Client::Cursor), permissions).unwrap();
    let refused = home.add(Client::Cursor).unwrap().apply();
    assert!(matches!(refused, Err(Error::Unwritable { .. })));
    assert_eq!(home.text(Client::Cursor), "{}");
}

#[test]
fn a_file_that_is_not_understood_is_named() {
    let home = Home::with(Client::ClaudeCode, "{\n  \"mcpServers\": []\n}");
    let error = home.add(Client::ClaudeCode).unwrap_err();
    let file = home.file(Client::ClaudeCode);
    let wanted =
        format!("cannot understand `{}`, line 2: `mcpServers` is no object", file.display());
    assert_eq!(error.to_string(), wanted);
    fs::write(&file, b"{\"a\": \"\xff\"}").unwrap();
    assert!(matches!(home.add(Client::ClaudeCode), Err(Error::Unreadable { .. })));
}

#[cfg(unix)]
#[test]
fn links_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let home = Home::new();
    let (link, kept) = (home.file(Client::ClaudeCode), home.0.path().join("dotfiles.json"));
    fs::write(&kept, "{}").unwrap();
    fs::set_permissions(&kept, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&kept, &link).unwrap();
    let backup = home.add(Client::ClaudeCode).unwrap().apply().unwrap().unwrap();
    assert!(link.is_symlink() && fs::read_to_string(&kept).unwrap().contains("notekin"));
    assert_eq!((mode(&kept), mode(&backup)), (0o640, 0o640));
    let fresh = Home::new();
    fresh.add(Client::ClaudeCode).unwrap().apply().unwrap();
    assert_eq!(mode(&fresh.file(Client::ClaudeCode)), 0o600);
}
