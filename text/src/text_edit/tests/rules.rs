//! The rules, one example each.

use super::super::{Edit, Fuzz, apply};
use super::NAMES;

/// The file after an edit and how it was found, or the kind of the error.
fn edited(
    file: &str,
    old: &str,
    new: &str,
    fuzz: Fuzz,
) -> Result<(String, &'static str), &'static str> {
    made(
        file,
        fuzz,
        &Edit {
            old: old.to_owned(),
            new: new.to_owned(),
            ..Edit::default()
        },
    )
}

fn made(file: &str, fuzz: Fuzz, edit: &Edit) -> Result<(String, &'static str), &'static str> {
    match apply(
        file.as_bytes(),
        std::slice::from_ref(edit),
        fuzz,
        NAMES,
        &|| false,
    ) {
        Ok(edited) => Ok((
            String::from_utf8(edited.bytes).unwrap(),
            edited.applied[0].kind.as_str(),
        )),
        Err(error) => Err(error.kind.as_str()),
    }
}

fn safe(file: &str, old: &str, new: &str) -> Result<(String, &'static str), &'static str> {
    edited(file, old, new, Fuzz::Safe)
}

const NOT_FOUND: Result<(String, &str), &str> = Err("edit_not_found");

/// Nothing that only resembles a part of a line is found, however often.
#[test]
fn a_part_of_a_line_is_found_as_it_stands() {
    for (file, old) in [
        ("a - b and so on\n", "—"),
        ("say \"one\" and \"two\"\n", "“"),
        ("x2 is 22 and 2\n", "²"),
        ("a\nb\nc\n", " \n"),
        ("a\nb\nc\n", "\t\n"),
        ("a\n\nc\n", " \n"),
        ("1\tapple\n2\tpear\n", "2\tapple"),
        ("one apple\n", "1\tapple"),
        ("some long line with a\u{a0}space\n", "with a space"),
        ("cafe\u{301}s are open today\n", "café"),
        ("the oﬃce door is open\n", "ice door is open"),
        ("see <b> here and there\n", "<\u{200b}b>"),
        ("foo(bar)  \nbaz()\n", "bar)\nbaz()"),
    ] {
        for fuzz in [Fuzz::None, Fuzz::Safe, Fuzz::Indent] {
            for replace_all in [false, true] {
                let edit = Edit {
                    old: old.to_owned(),
                    new: "X".to_owned(),
                    replace_all,
                    ..Edit::default()
                };
                assert_eq!(made(file, fuzz, &edit), NOT_FOUND, "{file:?} {old:?}");
            }
        }
    }
}

#[test]
fn folded_lines_are_long_alike_and_alone() {
    let file = "it’s a fine day\nand more\n";
    let found = Ok(("it was a day\nand more\n".to_owned(), "unicode"));
    assert_eq!(safe(file, "it's a fine day", "it was a day"), found);
    assert_eq!(safe("it’s a day\n", "it's a day", "x"), NOT_FOUND);
    assert_eq!(safe("““““abcdefgh\n", "\"\"\"\"abcdefgh", "x"), NOT_FOUND);
    let twice = "it’s a fine day\nit’s a fine day\n";
    assert_eq!(safe(twice, "it's a fine day", "x"), Err("edit_ambiguous"));
    for (replace_all, expect) in [(true, None), (false, Some(1)), (false, Some(2))] {
        for file in [file, twice] {
            let (old, new) = ("it's a fine day".to_owned(), "x".to_owned());
            let edit = Edit {
                old,
                new,
                replace_all,
                expect,
            };
            assert_eq!(made(file, Fuzz::Indent, &edit), NOT_FOUND);
        }
    }
}

#[test]
fn numbers_are_those_of_the_lines() {
    let file = "one\ntwo\nthree\n";
    let two = Ok(("one\n2\nthree\n".to_owned(), "gutter"));
    assert_eq!(safe(file, "2\ttwo", "2"), two);
    assert_eq!(safe(file, "2\ttwo", "2\t2"), two);
    for (old, new) in [
        ("1\ttwo", "2"),
        ("3\ttwo", "2"),
        ("2\ttw", "2"),
        ("2\ttwo", "7\t2"),
        ("0\tone", "2"),
    ] {
        assert_eq!(safe(file, old, new), NOT_FOUND, "{old} {new}");
    }
    assert_eq!(safe("one\ntwo\n3 x\n", "2\ttwo", "2"), NOT_FOUND);
    let with_more = safe(file, "1\tone\n2\ttwo", "1\tone\nmore\n2\ttwo");
    assert_eq!(
        with_more,
        Ok(("one\nmore\ntwo\nthree\n".to_owned(), "gutter"))
    );
}

#[test]
fn blank_lines_between_lines_only_have_to_be_blank() {
    let file = "if a:\n    \n  b()\n\n";
    let found = Ok(("if a:\n    \n  c()\n\n".to_owned(), "trailing_ws"));
    assert_eq!(safe(file, "if a:\n\n  b()", "if a:\n\n  c()"), found);
    assert_eq!(safe(file, "  b()\n  \n", "x\n"), NOT_FOUND);
    assert_eq!(safe(file, "\t\n  b()\n", "x\n"), NOT_FOUND);
}

/// Lines that the new text repeats keep their bytes: hard breaks, quotes, line endings.
#[test]
fn repeated_lines_stay_as_they_are() {
    for (file, old, new, expected) in [
        (
            "one  \ntwo  \nend\n",
            "one\ntwo\n",
            "one\nthree\n",
            "one  \nthree\nend\n",
        ),
        (
            "one  \ntwo  \nend\n",
            "one\ntwo\n",
            "two\none\n",
            "two  \none  \nend\n",
        ),
        (
            "one  \ntwo  \nend\n",
            "one\ntwo",
            "one\ntwo\nmore",
            "one  \ntwo  \nmore\nend\n",
        ),
        ("one  \ntwo\t\nend\n", "one \ntwo", "x", "x\t\nend\n"),
        (
            "it’s a fine day\nx\n",
            "it's a fine day\nx\n",
            "it's a fine day\ny\n",
            "it’s a fine day\ny\n",
        ),
        (
            "it’s a fine day\nx\n",
            "it's a fine day\nx\n",
            "y\nit's a fine day\n",
            "y\nit’s a fine day\n",
        ),
        (
            "  a {  \n    b\n  }\n",
            "a {\n  b\n}\n",
            "a {\n  c\n}\n",
            "  a {  \n    c\n  }\n",
        ),
        ("a\r\nb\nc\r\n", "a\nb\nc\n", "a\nB\nc\n", "a\r\nB\nc\r\n"),
        (
            "a\r\nb\nc\r\n",
            "a\r\nb\nc",
            "a\r\nb\nmore\nc",
            "a\r\nb\nmore\r\nc\r\n",
        ),
        ("a\n    \nb \n", "a\n\nb\n", "a\n\nc\n\n", "a\n    \nc\n\n"),
    ] {
        let found = safe(file, old, new).map(|(text, _)| text);
        assert_eq!(found.as_deref(), Ok(expected), "{file:?} {old:?} {new:?}");
    }
}

#[test]
fn a_byte_order_mark_means_the_beginning() {
    assert_eq!(safe("xa\na\n", "\u{feff}a", "b"), NOT_FOUND);
    let found = Ok(("\u{feff}b\na\n".to_owned(), "exact"));
    assert_eq!(safe("\u{feff}a\na\n", "\u{feff}a", "b"), found);
    let found = Ok(("xb\n".to_owned(), "exact"));
    assert_eq!(safe("x\u{feff}a\n", "\u{feff}a", "b"), found);
}

#[test]
fn marks_of_a_boundary_are_taken_out_of_whole_lines() {
    let file = "see <untrusted-abc> here\nand </Untrusted>\n";
    let found = Ok(("gone <\nand </Untrusted>\n".to_owned(), "exact"));
    assert_eq!(
        safe(file, "see <\u{200b}untrusted-abc> here", "gone <"),
        found
    );
    assert_eq!(safe(file, "<\u{200b}untrusted-abc>", "gone"), NOT_FOUND);
    let all = Edit {
        old: "and <\u{200b}/Untrusted>".to_owned(),
        new: "x".to_owned(),
        replace_all: true,
        ..Edit::default()
    };
    assert_eq!(made(file, Fuzz::Safe, &all), NOT_FOUND);
}
