//! Patches, read and applied.

use proptest::prelude::*;

use super::*;
use crate::ops::diff;
use crate::ops::text_edit::{Fuzz, Terms};

fn names(patch: &str) -> Vec<(String, Act, Option<String>, usize)> {
    parse(patch)
        .unwrap()
        .into_iter()
        .map(|file| (file.name, file.act, file.to, file.hunks.len()))
        .collect()
}

fn refused(patch: &str) -> String {
    parse(patch).unwrap_err().message
}

#[test]
fn both_forms_name_their_files() {
    let unified = "diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n\
        diff --git a/old b/new\nsimilarity index 90%\nrename from old\nrename to new\n\
        --- a/old\n+++ b/new\n@@ -1 +1 @@\n-a\n+b\n\
        --- /dev/null\n+++ b/made\n@@ -0,0 +1,2 @@\n+a\n+b\n\
        --- a/gone\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n";
    let file = |name: &str, act, to: Option<&str>| (name.to_owned(), act, to.map(str::to_owned), 1);
    assert_eq!(
        names(unified),
        [
            file("a/x", Act::Update, None),
            file("old", Act::Update, Some("new")),
            file("b/made", Act::Add, None),
            file("a/gone", Act::Delete, None),
        ]
    );
    let envelope = "words\n*** Begin Patch\n*** Update File: x\n*** Move to: y\n@@ fn a\n@@ fn b\n-a\n+b\n\n\
        *** Add File: z\n+a\n*** Delete File: w\n*** End Patch\nmore words\n";
    assert_eq!(
        names(envelope),
        [
            file("x", Act::Update, Some("y")),
            file("z", Act::Add, None),
            ("w".to_owned(), Act::Delete, None, 0),
        ]
    );
    assert_eq!(
        parse(envelope).unwrap()[0].hunks[0].anchors,
        ["fn a", "fn b"]
    );
}

#[test]
fn text_that_is_not_a_patch_is_refused() {
    assert_eq!(refused("words"), "the patch holds no hunk");
    assert_eq!(
        refused("*** Begin Patch\n*** Update File: x\n-a\n+b\n"),
        "the patch has no *** End Patch: it was probably cut"
    );
    assert_eq!(
        refused("*** Begin Patch\n*** Update File: x\n@@\n-a\nb\n*** End Patch\n"),
        "line 5 of the patch: a line of a hunk begins with +, - or a space"
    );
    assert_eq!(
        refused("*** Begin Patch\n*** Add File: x\n+a\n*** Delete File: x\n*** End Patch\n"),
        "the patch does two things to \"x\""
    );
    assert_eq!(
        refused("--- a/x\n@@ -1 +1 @@\n-a\n+b\n"),
        "line 1 of the patch: --- is followed by a line with +++"
    );
}

#[test]
fn names_lose_components() {
    assert_eq!(stripped("a/src/x", None), "src/x");
    assert_eq!(stripped("src/x", None), "src/x");
    assert_eq!(stripped("a/src/x", Some(0)), "a/src/x");
    assert_eq!(stripped("a/src/x", Some(2)), "x");
    assert_eq!(stripped("x", Some(2)), "x");
    assert_eq!(stripped("a/b/x", Some(usize::MAX)), "x");
}

const TERMS: Terms = Terms {
    search: "SEARCH",
    replace: "REPLACE",
    replace_many: "REPLACE_MANY",
    copy: "COPY",
    write_bytes: "WRITE_BYTES",
};

#[test]
fn hints_name_operations_in_the_terms_of_their_readers() {
    for (patch, hint) in [
        (
            "words",
            "write a unified diff with @@ lines, or use REPLACE",
        ),
        ("copy from a\ncopy to b\n", "use COPY, then patch"),
        ("GIT binary patch\n", "WRITE_BYTES"),
    ] {
        assert_eq!(parse(patch).unwrap_err().hint(&TERMS), hint);
    }
    assert_eq!(
        patched("one\n", "@@\n-qqqqqq\n+1\n").unwrap_err(),
        "edit_not_found: hunk 1: its lines are not in the file; nothing in the file is like the \
         lines of the hunk: read the file, or look for the text with SEARCH"
    );
}

/// The file after a patch, or the verdicts of its hunks.
fn patched(file: &str, hunks: &str) -> Result<String, String> {
    let files = parse(&format!("--- a/x\n+++ b/x\n{hunks}")).unwrap();
    let patched = apply(file.as_bytes(), &files[0].hunks, Fuzz::Safe, &|| false).unwrap();
    match patched.bytes {
        Ok(bytes) => Ok(String::from_utf8(bytes).unwrap()),
        Err(error) => Err(format!(
            "{}: {error}; {}",
            error.kind.as_str(),
            error.hint(&TERMS)
        )),
    }
}

#[test]
fn hunks_are_found_by_their_lines() {
    let file = "one\ntwo\nthree\nfour\n";
    let hunk = "@@ -90,3 +90,3 @@ fn\n one\n-two\n+2\n three\n";
    assert_eq!(patched(file, hunk).unwrap(), "one\n2\nthree\nfour\n");
    // Lines that are shown only stay as they are, and so do the endings of all lines.
    let file = "“one”  \r\ntwo\r\nthree\r\n";
    let hunk = "@@\n \"one\"\n+new\n two\n";
    assert_eq!(
        patched(file, hunk).unwrap(),
        "“one”  \r\nnew\r\ntwo\r\nthree\r\n"
    );
    // A part of a line is not a line.
    assert_eq!(
        patched("a two\n", "@@ -1 +1 @@\n-two\n+2\n").unwrap_err(),
        "edit_not_found: hunk 1: its text is in the file, but not as whole lines; \
         copy whole lines from the file, each behind a space or a minus"
    );
    assert_eq!(patched("", "@@ -0,0 +1 @@\n+a\n").unwrap(), "a\n");
}

#[test]
fn numbers_and_order_decide_between_places() {
    let file = "x\na\nx\nb\nx\n";
    assert_eq!(
        patched(file, "@@ -3 +3 @@\n-x\n+y\n").unwrap(),
        "x\na\ny\nb\nx\n"
    );
    assert_eq!(
        patched(file, "@@\n b\n-x\n+y\n").unwrap(),
        "x\na\nx\nb\ny\n"
    );
    // Of the places of the second hunk, one comes after the first hunk.
    assert_eq!(
        patched(file, "@@\n-b\n+B\n@@\n-x\n+y\n").unwrap(),
        "x\na\nx\nB\ny\n"
    );
    // The first hunk is two lines further down than it says, and so is the second.
    let moved = "new\nnew\na\nx\nb\nx\nc\nx\n";
    assert_eq!(
        patched(moved, "@@ -1,2 +1,2 @@\n-a\n+A\n x\n@@ -4 +4 @@\n-x\n+y\n").unwrap(),
        "new\nnew\nA\nx\nb\ny\nc\nx\n"
    );
    assert_eq!(patched(file, "@@ b\n-x\n+y\n").unwrap(), "x\na\nx\nb\ny\n");
    let error = patched(file, "@@\n-x\n+y\n").unwrap_err();
    assert_eq!(
        error,
        "edit_ambiguous: hunk 1: its lines are in the file 3 times (compared: exact), at lines 1, 3, 5; \
         give the hunk more lines of the file, or a line before it behind @@"
    );
    assert_eq!(
        patched(file, "@@ fn\n-x\n+y\n").unwrap_err(),
        "edit_not_found: hunk 1: no line of the file reads \"fn\"; \
         write behind @@ a whole line of the file that comes before the hunk"
    );
}

#[test]
fn the_last_line_may_lack_its_break() {
    let marked = "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n";
    assert_eq!(patched("a\nb", marked).unwrap(), "a\nc\n");
    assert_eq!(patched("a\nb", "@@\n a\n-b\n+c\n").unwrap(), "a\nc");
    assert_eq!(patched("a\nb", "@@\n a\n b\n+c\n").unwrap(), "a\nb\nc");
    assert_eq!(patched("a\nb", "@@\n-a\n+A\n b\n").unwrap(), "A\nb");
}

/// As `diff -U0` writes them.
#[test]
fn hunks_without_context_are_placed_by_number() {
    let file = "a\nx\nb\nx\nc\n";
    let hunks = "@@ -4 +4 @@\n-x\n+y\n@@ -5,0 +6,2 @@\n+d\n+e\n";
    assert_eq!(patched(file, hunks).unwrap(), "a\nx\nb\ny\nc\nd\ne\n");
    assert_eq!(
        patched(file, "@@ -1,0 +2 @@\n+1\n").unwrap(),
        "a\n1\nx\nb\nx\nc\n"
    );
    assert_eq!(patched("a\nb", "@@ -2,0 +3 @@\n+c\n").unwrap(), "a\nb\nc");
    let around = "give the hunk some lines of the file, each with a space before it";
    assert_eq!(
        patched(file, "@@ -9,0 +10 @@\n+d\n").unwrap_err(),
        format!(
            "edit_not_found: hunk 1: it adds behind line 9, and the file has 5 lines; {around}"
        )
    );
    assert_eq!(
        patched(file, "@@ -2 +2 @@\n-b\n+B\n@@ -4,0 +5 @@\n+d\n").unwrap_err(),
        format!(
            "edit_not_found: hunk 2: a hunk that only adds lines has nothing but its number, \
                 and the numbers of this patch are not those of the file; {around}"
        )
    );
}

/// `docs/packages.md` names these shapes: `diffy` refuses the first two.
#[test]
fn wrong_headers_and_blank_lines_are_tolerated() {
    let wrong_counts = "@@ -1,5 +1,9 @@\n a\n-b\n+B\n c\n";
    assert_eq!(patched("a\nb\nc\n", wrong_counts).unwrap(), "a\nB\nc\n");
    let other_spaces = "@@ -1,2 +1,2 @@\n a\n-b\n+B\n";
    assert_eq!(patched("a  \nb\n", other_spaces).unwrap(), "a  \nB\n");
    let blank = "@@ -1,3 +1,3 @@\n a\n\n-b\n+B\n";
    assert_eq!(patched("a\n\nb\n", blank).unwrap(), "a\n\nB\n");
}

/// The new line is elsewhere, where the old one need not have been.
#[test]
fn the_new_line_elsewhere_does_not_make_a_hunk_applied() {
    let error = patched("one\nnull\n", "@@ -1 +1 @@\n-undefined\n+null\n").unwrap_err();
    assert!(
        error.starts_with("edit_not_found: hunk 1: its lines are not in the file"),
        "{error}"
    );
    // At its line it is.
    assert_eq!(
        patched("null\n", "@@ -1 +1 @@\n-undefined\n+null\n").unwrap(),
        "null\n"
    );
}

#[test]
fn applied_and_overlapping_hunks_are_reported() {
    let hunks = "@@\n-one\n+eins\n two\n@@\n-four\n+vier\n";
    let files = parse(&format!("--- a/x\n+++ b/x\n{hunks}")).unwrap();
    let patched_one = apply(b"eins\ntwo\nfour\n", &files[0].hunks, Fuzz::Safe, &|| false).unwrap();
    assert_eq!(patched_one.bytes.unwrap(), b"eins\ntwo\nvier\n");
    assert!(matches!(
        patched_one.verdicts[0],
        Verdict::Already { line: 1 }
    ));
    assert_eq!(
        patched("a\nb\nc\n", "@@\n-a\n-b\n+x\n@@\n-b\n-c\n+y\n").unwrap_err(),
        "edit_overlap: hunks 1 and 2 change the same lines, from line 2; \
         join the two hunks into one; all hunks refer to the original file"
    );
    // Common context is not an overlap.
    assert_eq!(
        patched("a\nb\nc\n", "@@\n-a\n+A\n b\n@@\n b\n-c\n+C\n").unwrap(),
        "A\nb\nC\n"
    );
    assert_eq!(
        patched("a\n", "@@ -0,0 +1 @@\n+b\n").unwrap_err(),
        "edit_empty: hunk 1: a hunk adds lines and shows none of those around them; \
         give each hunk some lines of the file, each with a space before it"
    );
}

#[test]
fn a_return_alone_ends_no_line() {
    let hunk = "@@\n a\n+new\n b\rc\n";
    assert_eq!(patched("a\nb\rc\nd\n", hunk).unwrap(), "a\nnew\nb\rc\nd\n");
    assert_eq!(
        patched("a\r\nb\rc\nd\n", hunk).unwrap(),
        "a\r\nnew\nb\rc\nd\n"
    );
    assert_eq!(
        patched("b\rc\n", "@@\n+new\n b\rc\n").unwrap(),
        "new\nb\rc\n"
    );
    let error = patched("b\rc\n", "@@\n-c\n+C\n").unwrap_err();
    assert!(error.contains("but not as whole lines"), "{error}");
    assert_eq!(patched("b\rc\r", "@@\n-c\n+C\n").unwrap(), "b\rC\r");
}

fn text() -> impl Strategy<Value = String> {
    let line = prop::sample::select(vec![
        "a\n", "b\n", "  c\n", "c \n", "\n", "-- a\n", "++ b\n", "@@ x\n", "é“\n", "d",
    ]);
    prop::collection::vec(line, 0..24).prop_map(|lines| lines.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// What one side of the product writes the other reads: a diff leads to its new text.
    #[test]
    fn a_diff_is_a_patch(old in text(), new in text()) {
        let patch = diff::unified(&old, &new, "/x", "/x").unwrap();
        if !patch.is_empty() {
            let files = parse(&patch).unwrap();
            prop_assert_eq!(files.len(), 1, "{}", patch);
            let done = apply(old.as_bytes(), &files[0].hunks, Fuzz::Safe, &|| false).unwrap();
            let made = String::from_utf8(done.bytes.unwrap()).unwrap();
            prop_assert_eq!(made, new, "{}", patch);
        }
    }

    /// Any text is applied or refused.
    #[test]
    fn any_patch_is_applied_or_refused(file in text(), lines in prop::collection::vec(
        prop::sample::select(vec![
            "*** Begin Patch", "*** Update File: x", "*** Add File: x", "*** Delete File: y",
            "*** Move to: z", "*** End of File", "*** End Patch", "@@", "@@ a", "@@ -1,2 +1 @@",
            "@@ -99 +0,0 @@", " a", "-a", "+a", "-b", "+", "", "--- x", "+++ x", "\\ No newline",
            "rename from x", "rename to y", "words",
        ]), 0..20,
    )) {
        if let Ok(files) = parse(&lines.join("\n")) {
            for one in files {
                let done = apply(file.as_bytes(), &one.hunks, Fuzz::Indent, &|| false).unwrap();
                prop_assert_eq!(done.verdicts.len(), one.hunks.len());
                if let Ok(bytes) = done.bytes {
                    prop_assert!(String::from_utf8(bytes).is_ok());
                }
            }
        }
    }
}
