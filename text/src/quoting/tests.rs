use proptest::prelude::*;

use super::*;

#[test]
fn ordinary_names_stand_for_themselves() {
    for name in [
        "",
        "/",
        "/a b",
        "/it's",
        "/a\\nb",
        "/\"a\"",
        "/$'a'",
        "/ünï/日本",
        "/👩\u{200d}👩\u{200d}👧",
        "/نامه\u{200c}ها",
    ] {
        assert_eq!(quote(name), name);
        assert_eq!(unquote(name).unwrap(), name);
    }
}

#[test]
fn what_cannot_be_seen_is_written_as_in_a_shell() {
    for (name, quoted) in [
        ("/a\nb", r"$'/a\nb'"),
        ("/a\tb\r", r"$'/a\tb\r'"),
        ("/it's\x1b[31m\\", r"$'/it\'s\033[31m\\'"),
        ("/\u{202e}gpj", r"$'/\342\200\256gpj'"),
        ("/\u{9b}\u{7f}7", r"$'/\302\233\1777'"),
        ("/a\u{200d}", r"$'/a\342\200\215'"),
        ("$'a'", r"$'$\'a\''"),
        ("$'", r"$'$\''"),
    ] {
        assert_eq!(quote(name), quoted);
        assert_eq!(unquote(quoted).unwrap(), name);
    }
}

#[test]
fn every_escape_of_a_shell_is_read() {
    let text = r#"$'\a\b\e\E\f\n\r\t\v\\\'\"\?\1\012\x1b\x4g\u263a\u41z\U1f600'"#;
    let name = "\x07\x08\x1b\x1b\x0c\n\r\t\x0b\\'\"?\x01\n\x1b\x04g☺Az😀";
    assert_eq!(unquote(text).unwrap(), name);
}

#[test]
fn a_text_that_is_no_quoted_name_is_refused() {
    for (text, error) in [
        ("$'", QuoteError::Unclosed),
        ("$'a", QuoteError::Unclosed),
        (r"$'a\'", QuoteError::Unclosed),
        (r"$'a\", QuoteError::Unclosed),
        ("$'a'b", QuoteError::TextBehind),
        (r"$'\q'", QuoteError::UnknownEscape),
        (r"$'\x'", QuoteError::UnknownEscape),
        (r"$'\777'", QuoteError::UnknownEscape),
        (r"$'\ud800'", QuoteError::UnknownEscape),
        (r"$'\U110000'", QuoteError::UnknownEscape),
        (r"$'\xff'", QuoteError::NotUtf8),
    ] {
        assert_eq!(unquote(text), Err(error), "{text}");
    }
}

proptest! {
    #[test]
    fn what_is_printed_is_read_back(
        name in "([$'\"\\\\/ a7\n\t\r\x1b\u{7f}\u{9b}\u{ad}\u{200c}\u{200d}\u{2028}\u{202e}\u{2066}é😀]|.){0,12}",
    ) {
        let text = quote(&name);
        prop_assert_eq!(unquote(&text).unwrap(), name.as_str());
        prop_assert!(with_before(&text).all(|(before, c)| !is_hidden(before, c)));
    }
}
