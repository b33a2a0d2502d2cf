//! Messages about files that cannot be read: they name a file as the command does, in the words of its
//! published counterpart.

use std::fmt::Write as _;
use std::path::Path;

use super::ls::quoting::{QuotingStyle, quote_name};
use super::resolve_path;
use crate::StreamData;
use crate::interpreter::ExecResult;

/// How reasons of the file system begin.
const REASONS: &[&str] = &[
    "No such file or directory",
    "Is a directory",
    "Not a directory",
    "Permission denied",
    "Too many levels of symbolic links",
    "File name too long",
    "Input/output error",
    "Invalid argument",
];

/// Files that could not be read: the others are, and the command fails at its end.
#[derive(Default)]
pub(super) struct Unread {
    pub(super) stderr: StreamData,
    code: i32,
}

impl Unread {
    /// One more.
    pub(super) fn add(&mut self, failed: &ExecResult) {
        self.stderr.append(&failed.stderr);
        self.code = failed.exit_code;
    }

    /// What the command ends with, which has written so much.
    pub(super) fn end(self, output: String) -> ExecResult {
        ExecResult {
            stdout: output.into(),
            stderr: self.stderr,
            exit_code: self.code,
            ..ExecResult::default()
        }
    }
}

/// Commands that quote names with characters that mean something to a shell.
const COREUTILS: &[&str] = &[
    "cat",
    "comm",
    "cut",
    "expand",
    "fold",
    "head",
    "join",
    "md5sum",
    "nl",
    "od",
    "paste",
    "ptx",
    "sha1sum",
    "sha224sum",
    "sha256sum",
    "sha384sum",
    "sha512sum",
    "shuf",
    "sort",
    "split",
    "sum",
    "cksum",
    "tac",
    "tail",
    "tsort",
    "unexpand",
    "uniq",
    "wc",
    "base64",
    "base32",
    "b2sum",
    "pr",
    "fmt",
];

/// The error output of a command, if it says something else about its files than its counterpart does.
pub(crate) fn about_files(
    name: &str,
    args: &[String],
    cwd: &Path,
    stderr: &StreamData,
) -> Option<StreamData> {
    let text = std::str::from_utf8(stderr.as_bytes()).ok()?;
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        match about_file(name, args, cwd, line) {
            Some((file, reason)) => {
                let _ = writeln!(out, "{name}: {}", words(name, file, reason));
            }
            None => out.push_str(line),
        }
    }
    (out != text).then(|| StreamData::from(out))
}

/// A name as messages of coreutils show it: quoted where a shell would need that.
pub(super) fn quoted(name: &str) -> String {
    quote_name(name, QuotingStyle::ShellEscape).into_owned()
}

/// The argument that a line is about, and the reason.
fn about_file<'t>(
    name: &str,
    args: &'t [String],
    cwd: &Path,
    line: &'t str,
) -> Option<(&'t str, &'t str)> {
    let rest = line.trim_end().strip_prefix(name)?.strip_prefix(": ")?;
    args.iter().find_map(|arg| {
        let path = resolve_path(cwd, arg);
        let path = path.to_str()?;
        let joined = cwd.join(arg);
        [path, joined.to_str()?, arg.as_str()]
            .into_iter()
            .find_map(|file| {
                let reason = rest.strip_prefix(file)?.strip_prefix(": ")?;
                let reason = reason.strip_prefix("io error: ").unwrap_or(reason);
                REASONS.contains(&reason).then_some((arg.as_str(), reason))
            })
    })
}

/// What a command says about a file.
fn words(name: &str, file: &str, reason: &str) -> String {
    let is_directory = reason == "Is a directory";
    let within = quote_name(file, QuotingStyle::ShellEscapeAlways);
    let alone = match COREUTILS.contains(&name) {
        true => quote_name(file, QuotingStyle::ShellEscape),
        false => file.into(),
    };
    match name {
        "head" | "tail" if is_directory => format!("error reading {within}: {reason}"),
        "head" | "tail" | "split" | "fmt" if !is_directory => {
            format!("cannot open {within} for reading: {reason}")
        }
        "tac" if is_directory => format!("{alone}: read error: Invalid argument"),
        "tac" => format!("failed to open {within} for reading: {reason}"),
        "sort" if is_directory => format!("read failed: {alone}: {reason}"),
        "sort" => format!("cannot read: {alone}: {reason}"),
        "rev" if is_directory => format!("{file}: 0: {reason}"),
        "rev" => format!("cannot open {file}: {reason}"),
        "uniq" if is_directory => format!("error reading {within}"),
        "join" | "shuf" | "base64" | "base32" if is_directory => format!("read error: {reason}"),
        "column" if is_directory => format!("read failed: {reason}"),
        "strings" if reason == "No such file or directory" => format!("'{file}': No such file"),
        "strings" if is_directory => format!("Warning: '{file}' is a directory"),
        _ => format!("{alone}: {reason}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_as_it_was_written() {
        let args = ["-c1".to_owned(), "sub/../x".to_owned()];
        for (name, given, expected) in [
            (
                "cut",
                "/w/x: No such file or directory",
                "sub/../x: No such file or directory",
            ),
            (
                "sort",
                "/w/x: Is a directory",
                "read failed: sub/../x: Is a directory",
            ),
            (
                "md5sum",
                "sub/../x: io error: Permission denied",
                "sub/../x: Permission denied",
            ),
        ] {
            let stderr = StreamData::from(format!("{name}: {given}\n"));
            let told =
                about_files(name, &args, Path::new("/w"), &stderr).map(|told| told.to_string());
            assert_eq!(told, Some(format!("{name}: {expected}\n")));
        }
        let other = StreamData::from("cut: you must specify a list\n".to_owned());
        assert!(about_files("cut", &args, Path::new("/w"), &other).is_none());
    }
}
