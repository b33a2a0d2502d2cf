//! Programs of others that tests compare isolate with: GNU tar, git, Node and so on.
//!
//! A test asks for one with [`Oracle::find`]. Where it is not installed, the test ends early, and
//! that is reported by name: on standard error, and in the file that `ISOLATE_SKIPPED` names, which
//! `cargo xtask ci` prints at its end. With `ISOLATE_ORACLES=required` the test fails instead.
//!
//! ```
//! use isolate_oracles::Oracle;
//!
//! if let Some(git) = Oracle::Git.find() {
//!     let version = std::process::Command::new(git).arg("--version").output()?;
//!     assert!(version.status.success());
//! }
//! # Ok::<(), std::io::Error>(())
//! ```
#![forbid(unsafe_code)]
#![expect(clippy::print_stderr, reason = "a test that is skipped says so")]

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Names the file that skipped tests are listed in.
pub const LIST: &str = "ISOLATE_SKIPPED";

/// With the value `required`, a missing program fails its test.
pub const REQUIRED: &str = "ISOLATE_ORACLES";

/// A program whose answers count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Oracle {
    /// bash.
    Bash,
    /// GNU bc.
    Bc,
    /// tar of libarchive.
    Bsdtar,
    /// bzip2 1.0.
    Bzip2,
    /// `cmp` of GNU diffutils 3.8.
    Cmp,
    /// GNU coreutils 9.1, whose output the recorded answers have.
    Coreutils,
    /// `file` 5.44, by whose words kinds are told.
    File,
    /// `git apply`.
    Git,
    /// GNU tar.
    GnuTar,
    /// gzip.
    Gzip,
    /// Node 24: the one that `ISOLATE_NODE` names, or `node`.
    Node,
    /// GNU patch.
    Patch,
    /// Python 3 with its standard library.
    Python,
    /// `script` of util-linux, which gives a command a terminal.
    Script,
    /// `tree` 2.1.
    Tree,
    /// The compiler of TypeScript: the one that `ISOLATE_TSC` names, or `tsc`.
    Tsc,
    /// `unzip` of Info-ZIP.
    Unzip,
    /// XZ Utils.
    Xz,
    /// `zip` of Info-ZIP.
    Zip,
}

impl Oracle {
    /// What it is called in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bash => "bash",
            Self::Bc => "GNU bc",
            Self::Bsdtar => "bsdtar",
            Self::Bzip2 => "bzip2",
            Self::Cmp => "cmp of GNU diffutils 3.8",
            Self::Coreutils => "GNU coreutils 9.1",
            Self::File => "file 5.44",
            Self::Git => "git",
            Self::GnuTar => "GNU tar",
            Self::Gzip => "gzip",
            Self::Node => "Node 24",
            Self::Patch => "patch",
            Self::Python => "python3",
            Self::Script => "script of util-linux",
            Self::Tree => "tree 2.1",
            Self::Tsc => "tsc",
            Self::Unzip => "unzip of Info-ZIP",
            Self::Xz => "XZ Utils",
            Self::Zip => "zip of Info-ZIP",
        }
    }

    /// The command, and what its version has to say.
    fn command(self) -> (PathBuf, &'static str) {
        let (command, words) = match self {
            Self::Bash => ("bash", "GNU bash"),
            Self::Bc => ("bc", "bc 1.0"),
            Self::Bsdtar => ("bsdtar", "bsdtar"),
            Self::Bzip2 => ("bzip2", "Version 1.0"),
            Self::Cmp => ("cmp", "(GNU diffutils) 3.8"),
            Self::Coreutils => ("ls", "(GNU coreutils) 9.1"),
            Self::File => ("file", "file-5.44"),
            Self::Git => ("git", "git version"),
            Self::GnuTar => ("tar", "GNU tar"),
            Self::Gzip => ("gzip", "gzip"),
            Self::Node => return (named_or("ISOLATE_NODE", "node"), "v24."),
            Self::Patch => ("patch", "patch"),
            Self::Python => ("python3", "Python 3"),
            Self::Script => ("script", "util-linux"),
            Self::Tree => ("tree", "tree v2.1"),
            Self::Tsc => return (named_or("ISOLATE_TSC", "tsc"), "Version"),
            Self::Unzip => ("unzip", "Info-ZIP"),
            Self::Xz => ("xz", "XZ Utils"),
            Self::Zip => ("zip", "Info-ZIP"),
        };
        (command.into(), words)
    }

    /// The argument that makes the command tell its version.
    const fn version(self) -> &'static str {
        match self {
            Self::Unzip | Self::Zip => "-v",
            _ => "--version",
        }
    }

    /// The program; where it is missing, reports that the running test is skipped.
    ///
    /// # Panics
    ///
    /// Where it is missing and `ISOLATE_ORACLES` is `required`.
    #[must_use]
    pub fn find(self) -> Option<PathBuf> {
        match self.look() {
            Ok(command) => Some(command),
            Err(why) => {
                skipped(self.name(), &why);
                None
            }
        }
    }

    fn look(self) -> Result<PathBuf, String> {
        let (command, words) = self.command();
        match Command::new(&command).arg(self.version()).output() {
            Err(_) => Err("not installed".to_owned()),
            Ok(output) => {
                // bzip2 tells it as an error.
                let version = [output.stdout, output.stderr].concat();
                let version = String::from_utf8_lossy(&version);
                if output.status.success() && version.contains(words) {
                    return Ok(command);
                }
                let first = version.lines().next().unwrap_or_default();
                Err(format!("{} is another program: {first}", command.display()))
            }
        }
    }
}

/// The command that a variable names, or else the one of `PATH`.
fn named_or(variable: &str, command: &str) -> PathBuf {
    std::env::var_os(variable).map_or_else(|| command.into(), PathBuf::from)
}

/// Reports that the running test is skipped, because something is missing.
///
/// # Panics
///
/// Where `ISOLATE_ORACLES` is `required`.
pub fn skipped(missing: &str, why: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    let line = format!("{test}: {missing}: {why}");
    assert!(
        std::env::var_os(REQUIRED).is_none_or(|value| value != "required"),
        "{REQUIRED} is required, and this is missing: {line}"
    );
    eprintln!("skipped: {line}");
    if let Some(list) = std::env::var_os(LIST) {
        list_skipped(Path::new(&list), &line);
    }
}

/// Adds a line to a list of what was skipped.
///
/// # Panics
///
/// Where the list cannot be written: then nothing would tell what was skipped.
pub fn list_skipped(list: &Path, line: &str) {
    let mut file = OpenOptions::new()
        .append(true)
        .create(true)
        .open(list)
        .unwrap_or_else(|error| panic!("{}: {error}", list.display()));
    // One write, so that tests that run side by side do not mix their lines.
    file.write_all(format!("{line}\n").as_bytes())
        .unwrap_or_else(|error| panic!("{}: {error}", list.display()));
}

#[cfg(test)]
mod tests {
    use super::{Oracle, list_skipped};

    #[test]
    fn skipped_programs_are_listed_one_per_line() {
        let folder = tempfile::tempdir().unwrap();
        let list = folder.path().join("skipped");
        list_skipped(&list, "one: git: not installed");
        list_skipped(&list, "two: tsc: not installed");
        assert_eq!(
            std::fs::read_to_string(&list).unwrap(),
            "one: git: not installed\ntwo: tsc: not installed\n"
        );
    }

    #[test]
    fn every_program_is_found_or_missed_with_a_reason() {
        for oracle in [
            Oracle::Git,
            Oracle::GnuTar,
            Oracle::Gzip,
            Oracle::Node,
            Oracle::Patch,
            Oracle::Python,
            Oracle::Script,
            Oracle::Tsc,
        ] {
            if let Err(why) = oracle.look() {
                assert!(
                    why == "not installed" || why.contains("is another program"),
                    "{}: {why}",
                    oracle.name()
                );
            }
        }
    }
}
