//! Programs that are not there.

use std::sync::Arc;

use super::{Files, command, said};

fn answer(source: &str) -> (i32, String, String) {
    let mut asked = command(source);
    asked.output_bytes_max = 10_000;
    let (code, out, err, _) = said(&Arc::new(Files::default()), &asked);
    (code, out, err)
}

#[test]
fn a_program_that_is_not_there_names_what_to_use_instead() {
    for name in [
        "curl", "wget", "python3", "pip", "npm", "deno", "cargo", "docker", "vim", "more",
        "pytest", "ssh",
    ] {
        let (code, out, err) = answer(&format!("{name} --version"));
        assert_eq!((code, &*out), (127, ""), "{name}");
        let begins = format!("bash: line 1: {name}: command not found: ");
        assert!(
            err.starts_with(&begins) && err.len() > begins.len() + 20,
            "{err}"
        );
        assert_eq!(err.matches('\n').count(), 1, "{err}");
    }
}

#[test]
fn a_script_that_looks_for_a_program_first_takes_its_other_way() {
    for name in ["curl", "wget", "python", "deno"] {
        for asks in ["command -v", "type", "which", "hash", "type -P"] {
            let source = format!(
                "if {asks} {name} > /dev/null 2>&1; then echo there; else echo \"not $?\"; fi"
            );
            let (_, out, _) = answer(&source);
            assert_eq!(out, "not 1\n", "{source}");
        }
    }
}

#[test]
fn messages_go_where_redirections_say() {
    let (code, out, err) = answer("curl x 2> /dev/null; python3 -V 2>&1 | wc -l; nope");
    assert_eq!((code, &*out), (127, "1\n"));
    // Of other commands, those of similar names may be suggested.
    assert!(
        err.starts_with("bash: line 1: nope: command not found"),
        "{err}"
    );
    assert!(!err.contains("curl") && !err.contains("here"), "{err}");
}

#[test]
fn a_function_of_the_name_comes_first() {
    let (code, out, err) = answer("curl() { echo \"mine $1\"; }; curl x; sudo echo yes");
    assert_eq!((code, &*out, &*err), (0, "mine x\nyes\n", ""));
}

#[test]
fn a_program_at_its_usual_path_is_the_command_of_its_name() {
    let source = "/bin/sh -c 'echo a; echo b' | /usr/bin/wc -l; /usr/bin/env printf x; echo /a/b | xargs /bin/basename";
    let (code, out, err) = answer(source);
    assert_eq!((code, &*out, &*err), (0, "2\nxb\n", ""));
    // What is nowhere is not found.
    let (code, _, err) = answer("/usr/bin/nope; /opt/cat x");
    assert_eq!(code, 127);
    assert_eq!(
        err,
        "bash: line 1: /usr/bin/nope: No such file or directory\nbash: line 1: /opt/cat: No such file or directory\n"
    );
}
