//! The programs whose assistant can use our server.

use std::fs;
use std::path::PathBuf;

use super::entry::Entry;
use super::folders::{Folders, System};
use super::shape::{Dialect, Json, Shape};
use crate::error::Error;

/// A program with an assistant that starts servers named in its settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Client {
    /// The Claude app.
    ClaudeDesktop,
    /// Claude in a terminal.
    ClaudeCode,
    /// The editor Cursor.
    Cursor,
    /// Visual Studio Code.
    VsCode,
    /// Codex in a terminal, in an editor, and in the ChatGPT app; they share one file.
    Codex,
}

impl Client {
    /// Every client there is.
    pub const ALL: [Self; 5] =
        [Self::ClaudeDesktop, Self::ClaudeCode, Self::Cursor, Self::VsCode, Self::Codex];

    /// Returns the name that is typed.
    pub const fn id(self) -> &'static str {
        match self {
            Self::ClaudeDesktop => "claude-desktop",
            Self::ClaudeCode => "claude-code",
            Self::Cursor => "cursor",
            Self::VsCode => "vscode",
            Self::Codex => "codex",
        }
    }

    /// Returns the name that people know it by.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ClaudeDesktop => "Claude Desktop",
            Self::ClaudeCode => "Claude Code",
            Self::Cursor => "Cursor",
            Self::VsCode => "VS Code",
            Self::Codex => "Codex",
        }
    }

    /// Returns the file in which it looks for servers in every project of the user; it may be absent.
    ///
    /// Checked on 2026-11-30 against what the programs document, and where that is silent, their issues.
    pub fn file(self, folders: &Folders) -> Result<PathBuf, Error> {
        let name = match self {
            Self::ClaudeDesktop => "claude_desktop_config.json",
            // What `claude mcp add --scope user` writes: anthropics/claude-code#4193 and #37165.
            Self::ClaudeCode => ".claude.json",
            // cursor.com/docs/mcp: the global file, beside `.cursor/mcp.json` of a project.
            // code.visualstudio.com/docs/agents/reference/mcp-configuration: `mcp.json` of the user's profile.
            Self::Cursor | Self::VsCode => "mcp.json",
            // developers.openai.com/codex/mcp.
            Self::Codex => "config.toml",
        };
        Ok(self.folder(folders)?.join(name))
    }

    /// Returns the folder its file lies in.
    fn folder(self, folders: &Folders) -> Result<PathBuf, Error> {
        match self {
            Self::ClaudeDesktop => claude_desktop(folders),
            // With the variable set, the file lies in that folder instead: anthropics/claude-code#48448.
            Self::ClaudeCode => match folders.named("CLAUDE_CONFIG_DIR") {
                Some(folder) => Ok(folder),
                None => Ok(folders.home()?.to_owned()),
            },
            Self::Cursor => Ok(folders.home()?.join(".cursor")),
            // The default profile; the others lie in `profiles` beside it.
            Self::VsCode => Ok(folders.settings()?.join("Code").join("User")),
            // openai/codex, codex-rs/utils/home-dir: `CODEX_HOME`, else `.codex` in the home folder.
            Self::Codex => match folders.named("CODEX_HOME") {
                Some(folder) => Ok(folder),
                None => Ok(folders.home()?.join(".codex")),
            },
        }
    }

    /// Returns whether the program has left a trace on this machine.
    pub fn is_installed(self, folders: &Folders) -> bool {
        let trace = match self {
            // Its file lies in the home folder, which is always there.
            Self::ClaudeCode if folders.named("CLAUDE_CONFIG_DIR").is_none() => {
                folders.home().map(|home| home.join(".claude"))
            }
            _ => self.folder(folders),
        };
        let is_there = |path: Result<PathBuf, Error>| path.is_ok_and(|path| path.exists());
        is_there(trace) || is_there(self.file(folders))
    }

    /// Returns what a file that holds nothing but `entry` says, to be pasted by hand.
    #[expect(clippy::expect_used, reason = "an empty file takes every entry, as its test shows")]
    pub fn sample(self, entry: &Entry) -> String {
        self.shape().add("", entry).expect("an empty file takes every entry")
    }

    /// Returns how its file is written.
    ///
    /// The two Claudes read plain JSON: a comment or a comma too many makes them ignore the whole file.
    pub(super) const fn shape(self) -> Shape {
        let (servers, dialect) = match self {
            Self::ClaudeDesktop | Self::ClaudeCode => ("mcpServers", Dialect::Plain),
            Self::Cursor => ("mcpServers", Dialect::Commented),
            Self::VsCode => ("servers", Dialect::Commented),
            Self::Codex => return Shape::Toml,
        };
        // VS Code asks for the type, and `claude mcp add` writes it.
        let is_typed = matches!(self, Self::ClaudeCode | Self::VsCode);
        Shape::Json(Json { servers, dialect, is_typed })
    }

    /// Returns whether its file may hold what nobody else should read: the account of Claude Code, keys in Codex.
    pub(super) const fn is_private(self) -> bool {
        matches!(self, Self::ClaudeCode | Self::Codex)
    }
}

/// Returns the folder of Claude Desktop.
///
/// modelcontextprotocol.io/docs/develop/connect-local-servers names it for macOS and Windows; on Linux it is where
/// Electron puts it. On Windows the app of today is a package that is shown files of its own in place of `%APPDATA%`,
/// and never sees what others write there: anthropics/claude-code#25579 and #26073.
fn claude_desktop(folders: &Folders) -> Result<PathBuf, Error> {
    let package = match folders.system() {
        System::Windows => claude_package(folders)?,
        System::Linux | System::Mac => None,
    };
    let settings = match package {
        Some(package) => package.join("LocalCache").join("Roaming"),
        None => folders.settings()?,
    };
    Ok(settings.join("Claude"))
}

/// Returns the folder that Windows keeps for the packaged app; its name ends in an id of the publisher.
fn claude_package(folders: &Folders) -> Result<Option<PathBuf>, Error> {
    let packages = fs::read_dir(folders.local()?.join("Packages")).into_iter().flatten().flatten();
    let claude = packages.filter(|package| {
        package.file_name().to_string_lossy().starts_with("Claude_") && package.path().is_dir()
    });
    Ok(claude.map(|package| package.path()).min())
}

#[cfg(test)]
mod tests;
