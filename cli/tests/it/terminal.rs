//! Output on a terminal, which `script` provides: it is part of every Linux base system.

use std::process::Command;

use isolate_oracles::Oracle;

use crate::Folder;

const PROGRAM: &str = r"() => { console.warn('\x1b[2J\x07'); return '\x1b[31mred\x9b'; }";

/// What the command writes to a terminal; `None` where `script` is not installed.
fn on_terminal(environment: &[(&str, &str)], arguments: &str) -> Option<String> {
    let script = Oracle::Script.find()?;
    let folder = Folder::new().with("a.js", PROGRAM);
    let command = format!("{} a.js {arguments}", env!("CARGO_BIN_EXE_isolate-run"));
    let output = Command::new(script)
        .args(["-qec", &command, "/dev/null"])
        .current_dir(folder.path(""))
        .env_remove("NO_COLOR")
        .env("TERM", "xterm")
        .envs(environment.iter().copied())
        .stdin(std::process::Stdio::null())
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn a_terminal_gets_colours_and_no_control_characters_of_the_program() {
    let Some(text) = on_terminal(&[], "") else {
        return;
    };
    assert_eq!(
        text,
        "\u{1b}[1;33mwarn:\u{1b}[0m \\x1b[2J\\x07\r\n\\x1b[31mred\\x9b\r\n"
    );
}

#[test]
fn colours_can_be_switched_off() {
    let plain = "warn: \\x1b[2J\\x07\r\n\\x1b[31mred\\x9b\r\n";
    for environment in [("NO_COLOR", "1"), ("TERM", "dumb")] {
        let Some(text) = on_terminal(&[environment], "") else {
            return;
        };
        assert_eq!(text, plain, "{environment:?}");
    }
    if let Some(text) = on_terminal(&[("NO_COLOR", "")], "--quiet") {
        assert_eq!(text, "\\x1b[31mred\\x9b\r\n");
    }
}

#[test]
fn json_on_a_terminal_has_no_control_characters() {
    let Some(text) = on_terminal(&[], "--json") else {
        return;
    };
    let text = text.trim_end();
    assert!(!text.chars().any(char::is_control), "{text:?}");
}
