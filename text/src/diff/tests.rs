use std::process::{Command, Stdio};

use expect_test::{Expect, expect};
use isolate_oracles::Oracle;
use proptest::prelude::*;

use super::*;

fn diff(old: &str, new: &str) -> String {
    unified(old, new, "a", "a").expect("few lines")
}

fn check(old: &str, new: &str, expect: Expect) {
    expect.assert_eq(&diff(old, new).replace('\r', "<CR>"));
}

/// Applies a diff strictly: every context and removed line must be there.
fn apply(old: &str, patch: &str) -> String {
    let old: Vec<&str> = old.split_inclusive('\n').collect();
    let mut new = String::new();
    let mut at = 0;
    let lines: Vec<&str> = patch.split_inclusive('\n').skip(2).collect();
    for (nth, line) in lines.iter().enumerate() {
        let is_marked = lines
            .get(nth + 1)
            .is_some_and(|next| next.starts_with('\\'));
        let body = &line[1..];
        let body = if is_marked {
            body.trim_end_matches('\n')
        } else {
            body
        };
        match &line[..1] {
            "@" => {
                let numbers: Vec<usize> = line
                    .split(|c: char| !c.is_ascii_digit())
                    .filter_map(|number| number.parse().ok())
                    .collect();
                let start = if numbers[1] == 0 {
                    numbers[0]
                } else {
                    numbers[0] - 1
                };
                new.extend(old[at..start].iter().copied());
                at = start;
            }
            " " => {
                assert_eq!(old[at], body);
                new.push_str(body);
                at += 1;
            }
            "-" => {
                assert_eq!(old[at], body);
                at += 1;
            }
            "+" => new.push_str(body),
            "\\" => {}
            other => panic!("{other}"),
        }
    }
    new.extend(old[at..].iter().copied());
    new
}

fn numbers(range: std::ops::Range<usize>) -> String {
    range.map(|n| format!("{n}\n")).collect()
}

#[test]
fn small_changes() {
    check(
        "a\nb\nc\n",
        "a\nX\nc\n",
        expect![[r#"
        --- a
        +++ a
        @@ -1,3 +1,3 @@
         a
        -b
        +X
         c
    "#]],
    );
    check(
        "a\nc\n",
        "a\nb\nc\n",
        expect![[r#"
        --- a
        +++ a
        @@ -1,2 +1,3 @@
         a
        +b
         c
    "#]],
    );
    check(
        "a\nb\nc\n",
        "b\nc\n",
        expect![[r#"
        --- a
        +++ a
        @@ -1,3 +1,2 @@
        -a
         b
         c
    "#]],
    );
    check(
        "{\n}\n{\n}\n",
        "{\n}\n{\nx\n}\n{\n}\n",
        expect![[r#"
        --- a
        +++ a
        @@ -1,4 +1,7 @@
         {
         }
         {
        +x
        +}
        +{
         }
    "#]],
    );
    check(
        "a\nb\nc\nb\na\n",
        "c\nb\na\nb\nc\n",
        expect![[r#"
        --- a
        +++ a
        @@ -1,5 +1,5 @@
        -a
        -b
         c
         b
         a
        +b
        +c
    "#]],
    );
    // Not a block of lines: its second line is a single space.
    let blank = "--- a\n+++ a\n@@ -1,4 +1,3 @@\n a\n \n-\n b\n";
    assert_eq!(diff("a\n\n\nb\n", "a\n\nb\n"), blank);
    check(
        "a\r\nb\r\n",
        "a\nb\n",
        expect![[r#"
            --- a
            +++ a
            @@ -1,2 +1,2 @@
            -a<CR>
            -b<CR>
            +a
            +b
        "#]],
    );
    check("same", "same", expect![""]);
}

#[test]
fn ends_without_newline() {
    check(
        "a\nb",
        "a\nc",
        expect![[r#"
        --- a
        +++ a
        @@ -1,2 +1,2 @@
         a
        -b
        \ No newline at end of file
        +c
        \ No newline at end of file
    "#]],
    );
    check(
        "a\nb",
        "a\nb\n",
        expect![[r#"
        --- a
        +++ a
        @@ -1,2 +1,2 @@
         a
        -b
        \ No newline at end of file
        +b
    "#]],
    );
    check(
        "a\nb\n",
        "a\nb",
        expect![[r#"
        --- a
        +++ a
        @@ -1,2 +1,2 @@
         a
        -b
        +b
        \ No newline at end of file
    "#]],
    );
    check(
        "b\na",
        "x\na",
        expect![[r#"
        --- a
        +++ a
        @@ -1,2 +1,2 @@
        -b
        +x
         a
        \ No newline at end of file
    "#]],
    );
    check(
        "",
        "a\n",
        expect![[r#"
        --- a
        +++ a
        @@ -0,0 +1,1 @@
        +a
    "#]],
    );
    check(
        "a",
        "",
        expect![[r#"
        --- a
        +++ a
        @@ -1,1 +0,0 @@
        -a
        \ No newline at end of file
    "#]],
    );
    check(
        "",
        "\n",
        expect![[r#"
        --- a
        +++ a
        @@ -0,0 +1,1 @@
        +
    "#]],
    );
}

#[test]
fn hunks_merge_when_their_context_touches() {
    let twenty = numbers(1..21);
    check(
        &twenty,
        &twenty.replace("\n10\n", "\nTEN\n"),
        expect![[r#"
        --- a
        +++ a
        @@ -7,7 +7,7 @@
         7
         8
         9
        -10
        +TEN
         11
         12
         13
    "#]],
    );
    check(
        &twenty,
        &twenty.replace("\n5\n", "\nx\n").replace("\n12\n", "\ny\n"),
        expect![[r#"
            --- a
            +++ a
            @@ -2,14 +2,14 @@
             2
             3
             4
            -5
            +x
             6
             7
             8
             9
             10
             11
            -12
            +y
             13
             14
             15
        "#]],
    );
    check(
        &twenty,
        &twenty.replace("\n5\n", "\nx\n").replace("\n13\n", "\ny\n"),
        expect![[r#"
            --- a
            +++ a
            @@ -2,7 +2,7 @@
             2
             3
             4
            -5
            +x
             6
             7
             8
            @@ -10,7 +10,7 @@
             10
             11
             12
            -13
            +y
             14
             15
             16
        "#]],
    );
}

#[test]
fn labels() {
    let head = |label: &str| {
        let diff = unified("1", "2", label, "/dev/null").expect("short");
        diff.lines().take(2).collect::<Vec<_>>().join("|")
    };
    assert_eq!(head("/d/./f"), "--- /d/./f|+++ /dev/null");
    assert_eq!(head("a b"), "--- a b\t|+++ /dev/null");
    assert_eq!(
        head("a\n+++ \"b\""),
        "--- \"a\\n+++ \\\"b\\\"\"|+++ /dev/null"
    );
}

#[test]
fn large_texts_are_compared_in_bounded_time() {
    let mut random = 1_u64;
    let mut text = |lines: usize, kinds: u64| -> String {
        let mut line = || {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            format!("{}\n", (random >> 33) % kinds)
        };
        (0..lines).map(|_| line()).collect()
    };
    for (name, old, new) in [
        (
            "10,000 different lines",
            numbers(0..10_000),
            numbers(20_000..30_000),
        ),
        (
            "10,000 lines of 50 kinds",
            text(10_000, 50),
            text(10_000, 50),
        ),
        (
            "10,000 lines of 5,000 kinds",
            text(10_000, 5_000),
            text(10_000, 5_000),
        ),
        (
            "10,000 lines, reversed",
            numbers(0..10_000),
            numbers(0..10_000)
                .lines()
                .rev()
                .collect::<Vec<_>>()
                .join("\n"),
        ),
        (
            "100,000 lines of 50 kinds",
            text(100_000, 50),
            text(100_000, 50),
        ),
        (
            "100,000 lines of 2 kinds",
            text(100_000, 2),
            text(100_000, 2),
        ),
        (
            "100,000 lines, one changed",
            numbers(0..100_000),
            numbers(0..100_000).replace("\n777\n", "\nx\n"),
        ),
    ] {
        // Unoptimised, these take seconds.
        if name.starts_with("100,000 lines of") && cfg!(debug_assertions) {
            continue;
        }
        let patch = diff(&old, &new);
        assert_eq!(apply(&old, &patch), new, "{name}");
    }
    let many = "\n".repeat(LINES_MAX + 1);
    let error = unified(&many, "", "a", "a").expect_err("too many lines");
    expect!["content too large for diff (max 2000000 lines)"].assert_eq(&error.to_string());
    assert_eq!(error.kind(), DiffErrorKind::TooLarge);
    let stopped = crate::stop::within(std::sync::Arc::new(|| true), || {
        unified("a\n", "b\n", "a", "b").expect_err("stopped")
    });
    assert_eq!(stopped.kind(), DiffErrorKind::Stopped);
}

#[test]
fn files_that_are_not_text_are_only_named() {
    let compared = |old: &[u8], new: &[u8]| compare_files(old, new, "a", "b").expect("short");
    let notice = Compared {
        text: binary_notice("a", "b"),
        is_binary: true,
        ..Compared::default()
    };
    assert_eq!(compared(b"\xff", b"text"), notice);
    assert_eq!(compared(b"text", b"\xff"), notice);
    assert_eq!(compared(b"\xff", b"\xff"), Compared::default());
    assert_eq!(compared(b"1\n", b"2\n").added, 1);
}

fn succeeds(command: &mut Command) -> bool {
    let command = command.stdout(Stdio::null()).stderr(Stdio::null());
    let status = command.status().expect("it is installed");
    status.success()
}

/// Where the programs are installed, both must turn `old` into `new`.
fn programs_accept(old: &str, new: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let patch = diff(old, new);
    std::fs::write(folder.join("p.diff"), &patch).expect("written");
    let reset = || std::fs::write(folder.join("a"), old).expect("written");
    let content = || std::fs::read_to_string(folder.join("a")).unwrap_or_default();
    reset();
    if let Some(program) = Oracle::Patch.find() {
        let mut command = Command::new(program);
        command
            .args(["-p0", "-s", "-i", "p.diff"])
            .current_dir(folder);
        let is_taken = succeeds(&mut command);
        assert!(is_taken && content() == new, "patch refuses:\n{patch}");
    }
    reset();
    if let Some(program) = Oracle::Git.find() {
        let mut command = Command::new(program);
        command.args(["apply", "-p0", "--unidiff-zero", "p.diff"]);
        command
            .env("GIT_CEILING_DIRECTORIES", folder)
            .current_dir(folder);
        let is_taken = succeeds(&mut command);
        assert!(is_taken && content() == new, "git apply refuses:\n{patch}");
    }
}

#[test]
fn patch_and_git_accept_the_diffs() {
    let twenty = numbers(1..21);
    for (old, new) in [
        ("a\nb\nc\n", "a\nX\nc\n"),
        ("a\nb", "a\nb\n"),
        ("a\nb\n", "a\nb"),
        ("a\nb", "a\nc"),
        ("a\r\nb\r\n", "a\nb\n"),
        ("\n\n", "\n\n\n"),
        ("a\n", "a\n\n \n"),
        // A file that becomes empty, and one that was.
        ("a\nb\n", ""),
        ("a", ""),
        ("\n", ""),
        ("", "a\n"),
        ("", "a"),
        (
            twenty.as_str(),
            &twenty.replace("\n5\n", "\nx\n").replace("\n16\n", "\n"),
        ),
    ] {
        programs_accept(old, new);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn a_diff_turns_old_into_new(old in "([ab]?\n){0,12}[a]?", new in "([abc]?\n){0,12}[a]?") {
        let patch = diff(&old, &new);
        if old == new {
            prop_assert_eq!(patch, "");
        } else {
            prop_assert_eq!(apply(&old, &patch), new);
            prop_assert!(patch.ends_with('\n'));
        }
    }

    #[test]
    fn any_texts_can_be_compared(old in "[\\PC\n\r]{0,60}", new in "[\\PC\n\r]{0,60}") {
        if old != new {
            prop_assert_eq!(apply(&old, &diff(&old, &new)), new);
        }
    }
}
