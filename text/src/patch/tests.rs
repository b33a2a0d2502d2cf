//! Patches, read and applied.

use proptest::prelude::*;

use super::*;
use crate::diff;
use crate::text_edit::{Fuzz, Terms};

fn names(patch: &str) -> Vec<(String, Act, Option<String>, usize)> {
    parse(patch, None)
        .unwrap()
        .into_iter()
        .map(|file| (file.name, file.act, file.to, file.hunks.len()))
        .collect()
}

fn refused(patch: &str) -> String {
    parse(patch, None).unwrap_err().message
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
        parse(envelope, None).unwrap()[0].hunks[0].anchors,
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
    for beside in [
        "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n",
        "diff --git a/x b/x\n",
    ] {
        let envelope = "*** Begin Patch\n*** Delete File: y\n*** End Patch\n";
        assert_eq!(
            refused(&format!("{envelope}{beside}")),
            "line 4 of the patch: a unified diff is beside *** Begin Patch"
        );
        assert_eq!(
            refused(&format!("{beside}{envelope}")),
            "line 1 of the patch: a unified diff is beside *** Begin Patch"
        );
    }
    assert_eq!(
        refused("--- a/x\n@@ -1 +1 @@\n-a\n+b\n"),
        "line 1 of the patch: --- is followed by a line with +++"
    );
}

#[test]
fn several_envelopes_follow_each_other() {
    let patch = "First:\n*** Begin Patch\n*** Update File: x\n-a\n+b\n*** End Patch\nThen:\n\
        *** Begin Patch\n*** Update File: x\n-b\n+c\n*** Add File: y\n+y\n*** End Patch\nDone.\n";
    let files = parse(patch, None).unwrap();
    let files: Vec<(&str, usize)> = files
        .iter()
        .map(|file| (file.path.as_str(), file.patch))
        .collect();
    assert_eq!(files, [("x", 0), ("x", 1), ("y", 1)]);
}

const TERMS: Terms = Terms {
    search: "SEARCH",
    replace: "REPLACE",
    replace_many: "REPLACE_MANY",
    write_bytes: "WRITE_BYTES",
};

#[test]
fn hints_name_operations_in_the_terms_of_their_readers() {
    for (patch, hint) in [
        (
            "words",
            "write a unified diff with @@ lines, or use REPLACE",
        ),
        ("GIT binary patch\n", "WRITE_BYTES"),
    ] {
        assert_eq!(parse(patch, None).unwrap_err().hint(&TERMS), hint);
    }
    assert_eq!(
        patched("one\n", "@@\n-qqqqqq\n+1\n").unwrap_err(),
        "edit_not_found: hunk 1: its lines are not in the file; nothing in the file is like the \
         lines of the hunk: read the file, or look for the text with SEARCH"
    );
}

/// The file after a patch, or the verdicts of its hunks.
fn patched(file: &str, hunks: &str) -> Result<String, String> {
    let files = parse(&format!("--- a/x\n+++ b/x\n{hunks}"), None).unwrap();
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
    let file = "say “one” and go on  \r\ntwo\r\nthree\r\n";
    let hunk = "@@\n say \"one\" and go on\n+new\n two\n";
    assert_eq!(
        patched(file, hunk).unwrap(),
        "say “one” and go on  \r\nnew\r\ntwo\r\nthree\r\n"
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
    // Of the positions of the second hunk, one comes after the first hunk.
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
    let several = "@@ -0,0 +1 @@\n+0\n@@ -1,0 +3 @@\n+1\n@@ -5,0 +8 @@\n+d\n";
    assert_eq!(patched(file, several).unwrap(), "0\na\n1\nx\nb\nx\nc\nd\n");
    assert_eq!(
        patched(file, "@@ -0,0 +1 @@\n+0\n\\ No newline at end of file\n").unwrap_err(),
        format!(
            "edit_not_found: hunk 1: it adds a line without a line break behind line 0, and the file goes on there; {}",
            "give the hunk some lines of the file, each with a space before it"
        )
    );
    // One position of many.
    let blank = "\n".repeat(5_000);
    let made = patched(&blank, "@@ -4800 +4800 @@\n-\n+x\n").unwrap();
    assert_eq!(made.find('x'), Some(4_799));
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
    let files = parse(&format!("--- a/x\n+++ b/x\n{hunks}"), None).unwrap();
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
        patched("a\n", "@@\n+b\n").unwrap_err(),
        "edit_empty: hunk 1: a hunk adds lines and shows none of those around them; \
         give each hunk some lines of the file, each with a space before it"
    );
}

/// As git writes them: a header can be all that there is of a file.
#[test]
fn headers_of_git_say_what_happens() {
    let said = |patch: &str| -> Vec<String> {
        let files = parse(patch, None).unwrap();
        let told = files.iter().map(|file| {
            let to = file.to.as_deref().unwrap_or("-");
            let kind = file.kind.map_or("-".to_owned(), |kind| format!("{kind:?}"));
            format!(
                "{:?} {:?} {to} {kind} {:?}",
                file.act, file.path, file.is_executable
            )
        });
        told.collect()
    };
    assert_eq!(
        said(
            "diff --git a/empty b/empty\nnew file mode 100755\nindex 0..e\n\
             diff --git a/gone b/gone\ndeleted file mode 100644\nindex e..0\n\
             diff --git \"a/caf\\303\\251\" \"b/caf\\303\\251\"\nold mode 100755\nnew mode 100644\n\
             diff --git a/b/f b/c\nsimilarity index 100%\nrename from b/f\nrename to c\n\
             diff --git a/c b/a/d \nsimilarity index 100%\ncopy from c\ncopy to a/d \n\
             diff --git a/l b/l\nindex 1..2 120000\n--- a/l\n+++ b/l\n@@ -1 +1 @@\n-x\n\\ No newline at end of file\n+y\n\\ No newline at end of file\n\
             diff --git a/f a/f\nindex 1..2 100644\n--- a/f\n+++ a/f\n@@ -1 +1 @@\n-x\n+y\n\
             diff --git a/t b/t\ndeleted file mode 100644\n--- a/t\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n\
             diff --git a/t b/t\nnew file mode 120000\n--- /dev/null\n+++ b/t\n@@ -0,0 +1 @@\n+x\n"
        ),
        [
            "Add \"empty\" - File Some(true)",
            "Delete \"gone\" - File None",
            "Update \"café\" - File Some(false)",
            "Update \"b/f\" c - None",
            "Copy \"c\" a/d  - None",
            "Update \"l\" - Link None",
            "Update \"a/f\" - File None",
            "Delete \"t\" - File None",
            "Add \"t\" - Link None",
        ]
    );
}

#[test]
fn what_a_patch_of_text_cannot_carry_is_refused_by_name() {
    for (patch, message) in [
        (
            "diff --git a/x b/x\nindex 1..2 100644\nGIT binary patch\nliteral 4\nLc${M>DbEK\n\n",
            "line 3 of the patch: \"x\" is not text, and a patch changes text only",
        ),
        (
            "diff --git a/x b/x\nindex 1..2 100644\nBinary files a/x and b/x differ\n",
            "line 3 of the patch: \"x\" is not text, and a patch changes text only",
        ),
        (
            "--- a/t\n+++ b/t\n@@ -1 +1 @@\n-a\n+b\nBinary files a/x and b/x differ\n",
            "line 6 of the patch: \"a/x and b/x\" is not text, and a patch changes text only",
        ),
        (
            "diff --git a/lib b/lib\nindex 1234567..89abcde 160000\n--- a/lib\n+++ b/lib\n@@ -1 +1 @@\n-Subproject commit 1\n+Subproject commit 2\n",
            "line 2 of the patch: \"lib\" is a submodule, and a patch changes files and links only",
        ),
        (
            "Submodule lib 1234567..89abcde:\n  > A change\n",
            "line 1 of the patch: \"lib\" is a submodule, and a patch changes files and links only",
        ),
        (
            "* Unmerged path x\n",
            "line 1 of the patch: \"x\" is not merged yet",
        ),
        (
            "diff --git a/x b/x\nnew file mode 040000\n",
            "line 2 of the patch: \"x\" has a mode that is not one of 100644, 100755 and 120000",
        ),
        (
            "diff --git a/one/x b/two/x\nold mode 100644\nnew mode 100755\n",
            "line 1 of the patch: the header \"a/one/x b/two/x\" does not name one file",
        ),
        (
            "diff --cc x\nindex 1,2..3\n--- a/x\n+++ b/x\n@@@ -1,1 -1,1 +1,2 @@@\n",
            "line 1 of the patch: a combined diff compares \"x\" with several others",
        ),
        (
            "diff --git \"a/\\377\" \"b/\\377\"\ndeleted file mode 100644\n",
            "line 1 of the patch: the name \"\\\"a/\\377\\\" \\\"b/\\377\\\"\" is not UTF-8",
        ),
    ] {
        assert_eq!(refused(patch), message);
    }
}

#[test]
fn line_ends_are_those_of_the_patch() {
    assert_eq!(
        patched("a\nb\n", "@@ -1 +1 @@\n-a\n+a\r\n").unwrap(),
        "a\r\nb\n"
    );
    assert_eq!(
        patched("a\r\nb\r\n", "@@ -1 +1 @@\n-a\r\n+a\n").unwrap(),
        "a\nb\r\n"
    );
    assert_eq!(
        patched("a\rb\r\r\n", "@@ -1 +1 @@\n-a\rb\r\r\n+a\rb\n").unwrap(),
        "a\rb\n"
    );
    let added = |patch: &str| parse(patch, None).unwrap()[0].added().unwrap();
    assert_eq!(
        added("--- /dev/null\n+++ b/x\n@@ -0,0 +1,2 @@\n+a\r\n+b\n"),
        "a\r\nb\n"
    );
    // A patch that was stored with other line ends than it was made with.
    assert_eq!(
        added("--- /dev/null\r\n+++ b/x\r\n@@ -0,0 +1 @@\r\n+a\r\n"),
        "a\n"
    );
    let stored = "--- a/x\r\n+++ b/x\r\n@@ -1,2 +1,2 @@\r\n-a\r\n+A\r\n b\r\n";
    let files = parse(stored, None).unwrap();
    for (file, expected) in [("a\nb\n", "A\nb\n"), ("a\r\nb\r\n", "A\r\nb\r\n")] {
        let done = apply(file.as_bytes(), &files[0].hunks, Fuzz::Safe, &|| false).unwrap();
        assert_eq!(done.bytes.unwrap(), expected.as_bytes());
    }
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
            let files = parse(&patch, None).unwrap();
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
        if let Ok(files) = parse(&lines.join("\n"), None) {
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
