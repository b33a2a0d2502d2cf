//! Parts of documents that follow from tables: they are written again where they are stale.

use std::fmt::Write as _;
use std::fs;

use isolate_host::{LimitUnit, Limits};
use isolate_tools::ExitCode;

use crate::tidy::root;

/// Puts a text between two lines of a document. Whether it was there already.
fn is_current(document: &str, (start, end): (&str, &str), text: &str) -> bool {
    let path = root().join(document);
    let old = fs::read_to_string(&path).unwrap();
    let (before, rest) = old.split_once(start).unwrap();
    let (_, after) = rest.split_once(end).unwrap();
    let new = format!("{before}{start}{text}{end}{after}");
    if new == old {
        return true;
    }
    fs::write(path, new).unwrap();
    false
}

#[test]
fn the_limits_of_a_run_are_documented() {
    let mut text =
        "| limit | what it counts | default | option | beyond |\n|---|---|---|---|---|\n"
            .to_owned();
    for row in Limits::rows() {
        let default = row.default_text();
        let option = row.option.map_or_else(String::new, |option| {
            let unit = match row.unit {
                LimitUnit::Mebibytes => " (MiB)",
                _ => "",
            };
            format!("`--{}`{unit}", option.name)
        });
        let beyond = row.limit.map_or_else(
            || "left out".to_owned(),
            |limit| {
                let exit = ExitCode::of_limit(limit).code();
                format!("`{}`, `{}`, exit {exit}", limit.as_str(), limit.code())
            },
        );
        let (name, what) = (row.name, row.what);
        writeln!(
            text,
            "| `{name}` | {what} | {default} | {option} | {beyond} |"
        )
        .unwrap();
    }
    let lines = (
        "<!-- limits: written by a test -->\n",
        "<!-- end of the limits -->\n",
    );
    assert!(
        is_current("docs/limits.md", lines, &text),
        "docs/limits.md was stale, and is written again"
    );
}

#[test]
fn the_exit_codes_are_documented() {
    let mut text = "| exit code | meaning |\n|---|---|\n".to_owned();
    for exit in ExitCode::ALL {
        writeln!(text, "| {} | {} |", exit.code(), exit.meaning()).unwrap();
    }
    let lines = (
        "<!-- exit codes: written by a test -->\n",
        "<!-- end of the exit codes -->\n",
    );
    assert!(
        is_current("docs/command.md", lines, &text),
        "docs/command.md was stale, and is written again"
    );
}
