//! What the file says in the language of each system, and how one of ours is known.

use crate::assistant::System;

/// Said in every file of ours, by which it is known again, whatever program it starts.
const OURS: &str = "Keeps the engine of Notekin running";

/// Returns the text that starts `command` with variables; fails with the value that can't be written.
pub(super) fn text(
    system: System,
    command: &str,
    env: &[(String, String)],
) -> Result<String, String> {
    // XML knows no control characters, and a script of Windows ends a line or a value with these.
    let unfit = |value: &&str| match system {
        System::Linux => value.contains('\0'),
        System::Mac => value.chars().any(char::is_control),
        System::Windows => value.chars().any(|it| it.is_control() || it == '"'),
    };
    let mut values = env.iter().map(|(_, value)| value.as_str()).chain([command]);
    if let Some(value) = values.find(unfit) {
        return Err(value.to_owned());
    }
    Ok(match system {
        System::Linux => desktop_entry(command, env),
        System::Mac => launch_agent(command, env),
        System::Windows => script(command, env),
    })
}

/// Returns whether a file is one of ours.
pub(super) fn is_ours(system: System, text: &str) -> bool {
    let line = match system {
        System::Linux => format!("Comment={OURS}"),
        System::Mac => format!("<!-- {OURS} -->"),
        System::Windows => format!("rem {OURS}"),
    };
    text.lines().any(|there| there.trim() == line)
}

/// Returns whether the user has a file that is there do nothing, as the settings of desktops do.
pub(super) fn is_switched_off(system: System, text: &str) -> bool {
    let said = |line: &str| line.replace(' ', "").to_lowercase();
    let is_off =
        |line: &str| matches!(&*said(line), "hidden=true" | "x-gnome-autostart-enabled=false");
    system == System::Linux && text.lines().any(is_off)
}

/// What freedesktop's systems read: quoting is that of their specification, once for the words of the command and once for
/// the value they stand in.
fn desktop_entry(command: &str, env: &[(String, String)]) -> String {
    let mut words: Vec<String> = Vec::new();
    if !env.is_empty() {
        words.push("env".to_owned());
    }
    words.extend(env.iter().map(|(name, value)| word(&format!("{name}={value}"))));
    if command.contains('=') {
        // The specification allows no such program, and `env` would take it for a variable.
        words.extend(["sh".to_owned(), "-c".to_owned(), word(r#"exec "$0" serve"#), word(command)]);
    } else {
        words.extend([word(command), "serve".to_owned()]);
    }
    let exec = words.join(" ");
    format!(
        "[Desktop Entry]\nType=Application\nName=Notekin\nComment={OURS}\nExec={exec}\nTerminal=false\nNoDisplay=true\n"
    )
}

/// Returns a quoted word of a desktop entry's command.
fn word(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            // Quoted for the word, and the mark of that quoted for the value.
            '"' | '`' | '$' => quoted.extend([r"\\", letter.encode_utf8(&mut [0; 4])]),
            '\\' => quoted.push_str(r"\\\\"),
            '%' => quoted.push_str("%%"),
            '\n' => quoted.push_str(r"\n"),
            '\t' => quoted.push_str(r"\t"),
            '\r' => quoted.push_str(r"\r"),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
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
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n<!-- {OURS} -->\n<plist version=\"1.0\">\n<dict>\n  <key>Label</key><string>notekin.engine</string>\n  <key>ProgramArguments</key>\n  <array><string>{command}</string><string>serve</string></array>\n  <key>EnvironmentVariables</key>\n  <dict>\n{env}  </dict>\n  <key>RunAtLoad</key><true/>\n  <key>ProcessType</key><string>Background</string>\n</dict>\n</plist>\n"
    )
}

/// What Windows runs. Other letters than those of ASCII are read in the code page that is named first.
fn script(command: &str, env: &[(String, String)]) -> String {
    let safe = |text: &str| text.replace('%', "%%");
    let set = |(name, value): &(String, String)| format!("set \"{name}={}\"\r\n", safe(value));
    let env: String = env.iter().map(set).collect();
    let command = safe(command);
    format!(
        "@echo off\r\nrem {OURS}\r\nchcp 65001 >nul\r\n{env}\"{command}\" serve --background\r\n"
    )
}
