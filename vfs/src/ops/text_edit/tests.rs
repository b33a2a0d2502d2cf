//! What holds for any file and any edit.

mod generated;
mod model;
mod rules;

use proptest::prelude::*;

use super::*;

const NAMES: EditNames = EditNames {
    old: "OLD",
    new: "NEW",
    several: "ALLOW SEVERAL",
    fill: "FILL",
};

/// Every message and hint has the names that the caller gives.
#[test]
fn errors_name_the_parts_of_an_edit_as_the_caller_does() {
    let terms = Terms {
        search: "SEARCH",
        replace: "REPLACE",
        replace_many: "REPLACE_MANY",
        write_bytes: "WRITE_BYTES",
    };
    let file = "a\nb\na\n";
    for (old, new, told) in [
        (
            "",
            "x",
            "OLD is empty; give the text to replace as OLD; to fill a file, FILL",
        ),
        (
            "b",
            "b",
            "OLD and NEW are the same: \"b\"; leave the edit out, or correct NEW",
        ),
        (
            "a",
            "x",
            "OLD is in the file 2 times (compared: exact), at lines 1, 3; add lines around it to OLD, or ALLOW SEVERAL",
        ),
        (
            "zzz",
            "x",
            "OLD is not in the file; nothing in the file is like OLD: read the file, or look for the text with SEARCH",
        ),
        (
            "\\n",
            "x",
            "OLD is not in the file; OLD holds \\n, \\t or \\\" as two characters: write real line breaks, tabs and quotes",
        ),
    ] {
        let edits = [edit(old, new, false)];
        let error = apply(file.as_bytes(), &edits, Fuzz::Safe, NAMES, &|| false).unwrap_err();
        assert_eq!(format!("{error}; {}", error.hint(&terms)), told);
    }
    let edits = [edit("b", "x", false)];
    let error = apply(b"a\xff", &edits, Fuzz::Safe, NAMES, &|| false).unwrap_err();
    assert!(error.message.starts_with("OLD is not in the file as it is"));
    assert!(error.hint(&terms).starts_with("copy OLD exactly"));
    assert_eq!(
        already_applied(NAMES).message,
        "OLD is not in the file, and NEW is: the edit seems to be applied already"
    );
}

/// Texts of pieces that folding, trimming and counting treat in a special way.
fn text(pieces: std::ops::Range<usize>) -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "a",
        "b",
        "A",
        " ",
        "  ",
        "\t",
        "\n",
        "\r\n",
        "\r",
        "“",
        "\"",
        "–",
        "-",
        "\u{a0}",
        "é",
        "e\u{301}",
        "ﬃ",
        "ffi",
        "\u{feff}",
        "👩\u{200d}💻",
        "<",
        "\u{200b}",
        "1\t",
        "2\t",
        "\\n",
        "line\n",
        "    x\n",
    ]);
    prop::collection::vec(piece, pieces).prop_map(|pieces| pieces.concat())
}

fn fuzz() -> impl Strategy<Value = Fuzz> {
    prop::sample::select(vec![Fuzz::None, Fuzz::Safe, Fuzz::Indent])
}

fn edit(old: &str, new: &str, replace_all: bool) -> Edit {
    Edit {
        old: old.to_owned(),
        new: new.to_owned(),
        replace_all,
        ..Edit::default()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    /// No text makes it panic, and what it writes is UTF-8 when the file is.
    #[test]
    fn any_edit_is_made_or_refused(
        file in text(0..30),
        old in text(0..6),
        new in text(0..6),
        all: bool,
        fuzz in fuzz(),
    ) {
        if let Ok(edited) = apply(file.as_bytes(), &[edit(&old, &new, all)], fuzz, NAMES, &|| false) {
            prop_assert!(std::str::from_utf8(&edited.bytes).is_ok());
            prop_assert_ne!(edited.bytes, file.into_bytes());
        }
    }

    /// A text that is there once is replaced there, and nothing else changes.
    #[test]
    fn an_exact_text_is_replaced_and_nothing_else(
        before in text(0..10),
        after in text(0..10),
        fuzz in fuzz(),
    ) {
        let file = format!("{before}NEEDLE{after}");
        let edited = apply(file.as_bytes(), &[edit("NEEDLE", "found", false)], fuzz, NAMES, &|| false).unwrap();
        prop_assert_eq!(edited.bytes, format!("{before}found{after}").into_bytes());
        prop_assert_eq!(edited.applied[0].kind, MatchKind::Exact);
    }

    /// For every kind, bytes before the first and after the last changed byte were found.
    #[test]
    fn bytes_around_a_place_are_unchanged(
        before in text(0..8),
        inside in text(1..6),
        after in text(0..8),
    ) {
        let file = format!("{before}[start]{inside}[end]{after}");
        let old = format!("[start]{}[end]", inside.replace("\r\n", "\n").replace('“', "\"").replace('–', "-"));
        if let Ok(edited) = apply(file.as_bytes(), &[edit(&old, "new", false)], Fuzz::Safe, NAMES, &|| false) {
            prop_assert_eq!(
                String::from_utf8(edited.bytes).unwrap(),
                format!("{before}new{after}")
            );
        }
    }

    /// Bytes that are not text are edited exactly or not at all.
    #[test]
    fn bytes_are_left_alone(mut file in prop::collection::vec(any::<u8>(), 0..60), old in text(1..3)) {
        file.push(0xff);
        if let Ok(edited) = apply(&file, &[edit(&old, "x", false)], Fuzz::Indent, NAMES, &|| false) {
            prop_assert_eq!(edited.applied[0].kind, MatchKind::Exact);
            prop_assert_eq!(edited.bytes.len(), file.len() - old.trim_start_matches('\u{feff}').len() + 1);
        }
    }
}
