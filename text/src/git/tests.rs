//! The form of patches. `tests/it/differences.rs` has git apply them.

use expect_test::{Expect, expect};

use super::*;

/// An entry of a tree that git can store.
enum Entry {
    File { bytes: Vec<u8>, mode: u32 },
    Link(String),
}

impl Entry {
    fn version<'a>(&'a self, path: &'a str) -> Version<'a> {
        match self {
            Self::File { bytes, mode } => Version::file(path, mode & 0o100 != 0, bytes),
            Self::Link(target) => Version::link(path, target),
        }
    }
}

fn text(text: &str) -> Entry {
    Entry::File {
        bytes: text.as_bytes().to_vec(),
        mode: 0o644,
    }
}

fn check(before: Option<(&str, Entry)>, after: Option<(&str, Entry)>, expect: Expect) {
    let mut patch = String::new();
    let before = before.as_ref().map(|(path, entry)| entry.version(path));
    let after = after.as_ref().map(|(path, entry)| entry.version(path));
    write(before, after, BinaryFiles::Whole, &mut patch).unwrap();
    expect.assert_eq(&patch);
}

#[test]
fn text_is_shown_line_by_line() {
    check(
        Some(("/src/a b", text("one\ntwo\n"))),
        Some(("/src/a b", text("one\nthree\n"))),
        expect![[r#"
            diff --git a/src/a b b/src/a b
            --- a/src/a b	
            +++ b/src/a b	
            @@ -1,2 +1,2 @@
             one
            -two
            +three
        "#]],
    );
}

#[test]
fn names_with_control_characters_are_quoted() {
    check(
        None,
        Some(("/a\n\"b\"", text(""))),
        expect![[r#"
            diff --git "a/a\n\"b\"" "b/a\n\"b\""
            new file mode 100644
        "#]],
    );
}

#[test]
fn a_link_in_the_place_of_a_file_is_two_changes() {
    check(
        Some(("/a", text("x"))),
        Some(("/a", Entry::Link("b".to_owned()))),
        expect![[r#"
            diff --git a/a b/a
            deleted file mode 100644
            --- a/a
            +++ /dev/null
            @@ -1,1 +0,0 @@
            -x
            \ No newline at end of file
            diff --git a/a b/a
            new file mode 120000
            --- /dev/null
            +++ b/a
            @@ -0,0 +1,1 @@
            +b
            \ No newline at end of file
        "#]],
    );
}

#[test]
fn a_file_that_moves_is_a_rename() {
    check(
        Some(("/a", text("x\n"))),
        Some(("/b/c", text("x\n"))),
        expect![[r#"
            diff --git a/a b/b/c
            similarity index 100%
            rename from a
            rename to b/c
        "#]],
    );
}

#[test]
fn permissions_and_bytes_are_kept() {
    let file = |bytes: &[u8], mode| Entry::File {
        bytes: bytes.to_vec(),
        mode,
    };
    check(
        Some(("/a", file(b"\0one", 0o644))),
        Some(("/a", file(b"\0two", 0o755))),
        expect![[r#"
            diff --git a/a b/a
            old mode 100644
            new mode 100755
            index eb2e937a24737d7e5ade6dc8e0bb3bdd4af15686..886adc15f115902428928b59754b5e78e19b0b02
            GIT binary patch
            literal 4
            Lc${M>DbEK00=)rS

            literal 4
            Lc${O%&r1aW0+Ink

        "#]],
    );
    check(
        Some(("/a", file(b"x", 0o600))),
        Some(("/a", file(b"x", 0o644))),
        expect![""],
    );
}
