//! `isolate-run sh` without a command.

use std::io::Write as _;
use std::process::{Command, Stdio};

use expect_test::expect;
use isolate_oracles::Oracle;

use crate::Folder;

/// What a terminal shows, onto which these lines are typed, and the exit code; `None` where `script` is not
/// installed.
fn typed(folder: &Folder, arguments: &str, lines: &str) -> Option<(String, Option<i32>)> {
    let script = Oracle::Script.find()?;
    let command = format!(
        "stty -echo; {} sh {arguments}",
        env!("CARGO_BIN_EXE_isolate-run")
    );
    let mut child = Command::new(script)
        .args(["--echo", "never", "-qec", &command, "/dev/null"])
        .current_dir(folder.path(""))
        // Such a terminal is not edited on, and nothing is shown but what is printed.
        .env("TERM", "dumb")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(lines.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    drop(stdin);
    let text = String::from_utf8_lossy(&output.stdout).replace('\r', "");
    Some((text, output.status.code()))
}

#[test]
fn lines_of_a_terminal_are_commands_of_a_session() {
    let folder = Folder::new();
    let lines = "mkdir -p src && cd src\nx=1; pwd; false\necho $? $x > f; cat f\n\
                 for i in 1 2\ndo echo n$i\ndone\ncat <<E\nhere\nE\necho a \\\nb\necho \"c\nd\"\n\
                 echo )\nexit 7\n";
    let Some((shown, code)) = typed(&folder, "--db a.db", lines) else {
        return;
    };
    expect![[r#"
        /$ /src$ /src
        /src$ 1 1
        /src$ > > n1
        n2
        /src$ > > here
        /src$ > a b
        /src$ > c
        d
        /src$ bash: -c: line 1: syntax error near unexpected token `)'
        bash: -c: line 1: `echo )'
        /src$ "#]]
    .assert_eq(&shown);
    assert_eq!(code, Some(7));
    let kept = folder.run(["sh", "cat src/f", "--db", "a.db"]);
    assert_eq!(kept.to_string(), "exit 0\nout: 1 1\n");
}

#[test]
fn a_shell_at_a_terminal_begins_where_it_is_told_and_works_on_no_directory() {
    let folder = Folder::new();
    folder.run(["sh", "mkdir -p /a/b", "--db", "a.db"]);
    let lines = "echo $x in $PWD\nexit\n";
    let Some((shown, code)) = typed(&folder, "--db a.db --cwd /a/b --env x=1", lines) else {
        return;
    };
    assert_eq!((&*shown, code), ("/a/b$ 1 in /a/b\n/a/b$ ", Some(0)));
    if let Some((shown, code)) = typed(&folder, "--dir .", "") {
        assert!(
            shown.contains("an interactive shell works on a database"),
            "{shown}"
        );
        assert_eq!(code, Some(2));
    }
}

#[test]
fn a_shell_at_a_terminal_refuses_to_forget_and_works_on_branches_and_in_memory() {
    let folder = Folder::new();
    folder.run(["sh", "echo main > /f", "--db", "a.db"]);
    folder.run(["branch", "side", "--db", "a.db"]);
    for refused in ["--dry-run", "--read-only"] {
        let Some((shown, code)) = typed(&folder, &format!("--db a.db {refused}"), "") else {
            return;
        };
        assert!(
            shown.contains("leave out --dry-run and --read-only"),
            "{shown}"
        );
        assert_eq!(code, Some(2));
    }
    let lines = "mkdir -p /d; cd /d; echo side > /f\npwd; cat /f\nexit\n";
    let shown = typed(&folder, "--db a.db --branch side", lines);
    assert_eq!(shown, Some(("/$ /d$ /d\nside\n/d$ ".to_owned(), Some(0))));
    assert_eq!(folder.run(["cat", "/f", "--db", "a.db"]).out, "main\n");
    let shown = typed(&folder, "", "cd /nothing\nmkdir /d && cd /d\npwd\nexit\n");
    let expected = "/$ bash: line 1: cd: /nothing: No such file or directory\n/$ /d$ /d\n/d$ ";
    assert_eq!(shown, Some((expected.to_owned(), Some(0))));
}

#[test]
fn what_a_terminal_leaves_unfinished_is_said() {
    let folder = Folder::new();
    let lines = "echo )\necho $?\nfor i in 1 2\n\u{4}";
    let Some((shown, code)) = typed(&folder, "--db a.db", lines) else {
        return;
    };
    assert!(shown.contains("\n/$ 2\n/$ > "), "{shown}");
    assert!(
        shown.contains("bash: syntax error: unexpected end of file"),
        "{shown}"
    );
    assert_eq!(code, Some(2));
}

#[test]
fn standard_input_is_the_text_of_a_command() {
    let folder = Folder::new().with("script", "x=2\necho $((x + 1))\nexit 5\n");
    let file = std::fs::File::open(folder.path("script")).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_isolate-run"))
        .args(["sh"])
        .current_dir(folder.path(""))
        .stdin(file)
        .output()
        .unwrap();
    assert_eq!(
        (output.status.code(), &*output.stdout),
        (Some(5), &b"3\n"[..])
    );
}
