//! Starting the engine when the user logs in: one file of ours in the place that the system looks in.

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::assistant::{Entry, Folders, System};
use crate::environment::Environment;
use crate::error::Error;
use crate::replace::replace;

/// The file that starts the engine when the user logs in.
#[derive(Clone, Debug)]
pub struct Autostart {
    /// Where the system looks.
    file: PathBuf,
    /// What it is to find there.
    text: String,
}

impl Autostart {
    /// Returns the file that starts `program`, with the variables that say where our files lie; nothing is written.
    ///
    /// Fails when the user's folders are unknown, or a path can't be written as text.
    pub fn of(folders: &Folders, program: &Path, environment: &Environment) -> Result<Self, Error> {
        let Entry { command, env, .. } = Entry::new(program, &[], environment)?;
        let (place, text) = match folders.system() {
            System::Linux => ("autostart/notekin.desktop", desktop_entry(&command, &env)),
            System::Mac => ("LaunchAgents/notekin.engine.plist", launch_agent(&command, &env)),
            System::Windows => (
                "Microsoft/Windows/Start Menu/Programs/Startup/notekin.cmd",
                script(&command, &env),
            ),
        };
        let folder = match folders.system() {
            System::Mac => folders.home()?.join("Library"),
            System::Linux | System::Windows => folders.settings()?,
        };
        Ok(Self { file: folder.join(place), text })
    }

    /// Returns where the file lies, or would lie.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Returns what it says, or would say.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns whether the engine is started when the user logs in, by this program or another of ours.
    pub fn is_on(&self) -> bool {
        self.file.exists()
    }

    /// Writes the file; returns whether that changed anything.
    pub fn turn_on(&self) -> Result<bool, Error> {
        if fs::read_to_string(&self.file).is_ok_and(|there| there == self.text) {
            return Ok(false);
        }
        replace(&self.file, self.text.as_bytes())?;
        Ok(true)
    }

    /// Removes the file; returns whether there was one.
    pub fn turn_off(&self) -> Result<bool, Error> {
        match fs::remove_file(&self.file) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(source) => Err(Error::Unwritable { path: self.file.clone(), source }),
        }
    }
}

/// What freedesktop's systems read: quoting is that of their specification, once for the words of the command and once for
/// the value they stand in.
fn desktop_entry(command: &str, env: &[(String, String)]) -> String {
    let word = |text: &str| {
        let quoted: String = text
            .chars()
            .flat_map(|letter| {
                let mark = matches!(letter, '"' | '`' | '$' | '\\').then_some('\\');
                mark.into_iter().chain([letter])
            })
            .collect();
        format!("\"{}\"", quoted.replace('\\', r"\\").replace('%', "%%"))
    };
    let mut words: Vec<String> = Vec::new();
    if !env.is_empty() {
        words.push("env".to_owned());
    }
    words.extend(env.iter().map(|(name, value)| word(&format!("{name}={value}"))));
    words.extend([word(command), "serve".to_owned()]);
    let exec = words.join(" ");
    format!(
        "[Desktop Entry]\nType=Application\nName=Notekin\nComment=Keeps the engine of Notekin running\nExec={exec}\nTerminal=false\nNoDisplay=true\n"
    )
}

/// What macOS reads.
fn launch_agent(command: &str, env: &[(String, String)]) -> String {
    let safe = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let entry = |(name, value): &(String, String)| {
        format!("    <key>{}</key><string>{}</string>\n", safe(name), safe(value))
    };
    let env: String = env.iter().map(entry).collect();
    let command = safe(command);
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n<plist version=\"1.0\">\n<dict>\n  <key>Label</key><string>notekin.engine</string>\n  <key>ProgramArguments</key>\n  <array><string>{command}</string><string>serve</string></array>\n  <key>EnvironmentVariables</key>\n  <dict>\n{env}  </dict>\n  <key>RunAtLoad</key><true/>\n  <key>ProcessType</key><string>Background</string>\n</dict>\n</plist>\n"
    )
}

/// What Windows runs.
fn script(command: &str, env: &[(String, String)]) -> String {
    let safe = |text: &str| text.replace('%', "%%");
    let set = |(name, value): &(String, String)| format!("set \"{name}={}\"\r\n", safe(value));
    let env: String = env.iter().map(set).collect();
    format!("@echo off\r\n{env}\"{}\" serve --background\r\n", safe(command))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(system: System, program: &str, data: Option<&str>) -> Autostart {
        let home =
            [("HOME", "/home/ann"), ("USERPROFILE", "/home/ann"), ("APPDATA", "/home/ann/Roaming")];
        let data = data.map(|data| ("NOTEKIN_DATA_DIR", data));
        let environment = Environment::new(home.into_iter().chain(data));
        let folders = Folders::on(system, &environment);
        Autostart::of(&folders, Path::new(program), &environment).unwrap()
    }

    #[test]
    fn every_system_has_its_place_and_its_quotes() {
        let linux = of(System::Linux, "/opt/my $tools/50%/note\"kin", Some("/data 1"));
        assert_eq!(linux.file(), Path::new("/home/ann/.config/autostart/notekin.desktop"));
        let exec = linux.text().lines().find(|line| line.starts_with("Exec=")).unwrap();
        assert_eq!(
            exec,
            r#"Exec=env "NOTEKIN_DATA_DIR=/data 1" "/opt/my \\$tools/50%%/note\\"kin" serve"#
        );
        let mac = of(System::Mac, "/opt/a & b/notekin", Some("/data"));
        assert_eq!(mac.file(), Path::new("/home/ann/Library/LaunchAgents/notekin.engine.plist"));
        assert!(
            mac.text().contains("<string>/opt/a &amp; b/notekin</string><string>serve</string>")
        );
        assert!(mac.text().contains("<key>NOTEKIN_DATA_DIR</key><string>/data</string>"));
        let windows = of(System::Windows, "/tools/100%/notekin.exe", Some("/data"));
        assert!(windows.file().ends_with("Start Menu/Programs/Startup/notekin.cmd"));
        assert!(windows.text().contains("\"/tools/100%%/notekin.exe\" serve --background\r\n"));
        assert!(windows.text().contains("set \"NOTEKIN_DATA_DIR=/data\"\r\n"));
        assert!(!of(System::Linux, "/bin/notekin", None).text().contains("env"));
    }

    #[test]
    fn it_is_turned_on_and_off() {
        let home = tempfile::tempdir().unwrap();
        let environment = Environment::new([("HOME", home.path())]);
        let folders = Folders::on(System::Linux, &environment);
        let start = Autostart::of(&folders, Path::new("/bin/notekin"), &environment).unwrap();
        assert!(!start.is_on() && !start.turn_off().unwrap());
        assert!(start.turn_on().unwrap() && start.is_on());
        assert!(!start.turn_on().unwrap(), "it says the same already");
        assert!(start.turn_off().unwrap() && !start.is_on());
    }
}
