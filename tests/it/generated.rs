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

fn grouped(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn size(bytes: u64) -> String {
    match bytes.trailing_zeros() {
        30.. => format!("{} GiB", bytes >> 30),
        20..30 => format!("{} MiB", bytes >> 20),
        _ => format!("{} KiB", bytes >> 10),
    }
}

#[test]
fn the_limits_of_a_run_are_documented() {
    let mut text =
        "| limit | what it counts | default | option | beyond |\n|---|---|---|---|---|\n"
            .to_owned();
    for row in Limits::rows() {
        let value = row.value(&Limits::new());
        let default = match row.unit {
            LimitUnit::Bytes | LimitUnit::Mebibytes => size(value),
            LimitUnit::Time => format!("{} s", value / 1_000),
            _ => grouped(value),
        };
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
