//! The language of the shell, and its commands on text, within the bounds of the sandbox.

use std::sync::LazyLock;

use isolate_host::{Sandbox, ShellRun, Workspace};

/// Loading the shell takes longer than most commands.
static SANDBOX: LazyLock<Sandbox> = LazyLock::new(|| Sandbox::new().unwrap());

fn shell(command: &str) -> ShellRun {
    let workspace = Workspace::memory().unwrap();
    SANDBOX.shell(&workspace, command).blocking().unwrap()
}

/// The exit code, and both outputs as text.
fn said(run: &ShellRun) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (run.exit_code, text(&run.stdout), text(&run.stderr))
}

/// A command says this, and nothing of an error.
fn check(command: &str, expected: &str) {
    let (code, out, err) = said(&shell(command));
    assert_eq!((code, &*out, &*err), (0, expected, ""), "{command}");
}

#[test]
fn what_nests_is_bounded_by_the_stack() {
    check(
        "f() { if (($1 > 0)); then f $(($1 - 1)); else echo end; fi; }; f 300",
        "end\n",
    );
    check(
        "x='echo end'; for i in {1..30}; do x=\"eval $x\"; done; $x",
        "end\n",
    );
    let nested = format!("{}echo end{}", "( ".repeat(40), " )".repeat(40));
    check(&nested, "end\n");
    let nested = format!(
        "{}echo end{}",
        "if true; then ".repeat(100),
        "; fi".repeat(100)
    );
    check(&nested, "end\n");
    let sum = format!("echo $(({}1{}))", "(".repeat(400), ")".repeat(400));
    check(&sum, "1\n");
}

#[test]
fn what_nests_without_end_ends_with_a_message() {
    let endless = [
        "f() { f; }; f",
        "f() { ( f ); }; f",
        "f() { echo $(f); }; f",
        "f() { f | cat; }; f",
        "f() { if f; then :; fi; }; f",
        "f() { case x in x) { f; } ;; esac; }; f",
        "x='eval \"$x\"'; eval \"$x\"",
        "x='bash -c \"$x\"'; export x; bash -c \"$x\"",
        "echo '. /s' > /s; . /s",
        "trap 'false' ERR; trap 'kill -USR1 $$' USR1; kill -USR1 $$; f() { f; }; f",
    ];
    for command in endless {
        let (code, _, err) = said(&shell(command));
        assert_ne!(code, 0, "{command}");
        assert!(err.contains("nest too deeply"), "{command}: {err}");
    }
    for (open, close) in [
        ("( ", " )"),
        ("if true; then ", "; fi"),
        ("$( ", " )"),
        ("{ ", "; }"),
    ] {
        let nested = format!("{}:{}", open.repeat(3_000), close.repeat(3_000));
        let (code, _, err) = said(&shell(&nested));
        assert_ne!(code, 0, "{open}");
        assert!(
            err.contains("too deep"),
            "{open}: {}",
            &err[..err.len().min(300)]
        );
    }
}

#[test]
fn stages_end_with_their_reader() {
    check(
        "yes | sed s/y/n/ | awk '{print NR $1}' | head -2",
        "1n\n2n\n",
    );
    check("seq 1 100000000 | tail -n +3 | head -1", "3\n");
    check("cat /dev/zero | head -c 10 | tr '\\0' x", "xxxxxxxxxx");
    check("timeout 100 env yes | head -1", "y\n");
    check("yes | paste - - | head -1", "y\ty\n");
    check(
        "cat /dev/zero | base64 | head -1",
        &format!("{}\n", "A".repeat(76)),
    );
    check("yes | base64 | base64 -d | head -2", "y\ny\n");
    check("yes | grep -A1 y | head -3", "y\ny\ny\n");
    check("yes | grep -n -b y | head -2 | tail -1", "2:2:y\n");
    check("yes abcd | strings -n 3 | head -1", "abcd\n");
}

#[test]
fn what_a_command_makes_is_not_cut() {
    check("seq 1 200000 | tail -1", "200000\n");
    check("for i in {1..20000}; do :; done; echo $i", "20000\n");
    check(
        "awk 'BEGIN { for (i = 0; i < 1100000; i++) print \"abcdefghi\" }' | wc -c",
        "11000000\n",
    );
}

#[test]
fn bytes_that_are_no_text_are_kept() {
    let run =
        shell(r#"printf 'a\xff\n' > /f; x=$(cat /f); echo "$x" | sed s/a/b/ | sort; cut -c2 /f"#);
    assert_eq!(run.stdout, b"b\xff\n\xff\n");
    assert_eq!(run.exit_code, 0);
}

#[test]
fn a_program_of_the_files_comes_before_the_command_of_its_name() {
    check(
        "/bin/cat <<< a; mkdir -p /bin; echo 'echo own' > /bin/cat; chmod +x /bin/cat; /bin/cat x; rm -r /bin",
        "a\nown\n",
    );
}
