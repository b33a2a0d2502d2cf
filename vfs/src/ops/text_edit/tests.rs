//! What holds for any file and any edit.

use proptest::prelude::*;

use super::*;

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
        if let Ok(edited) = apply(file.as_bytes(), &[edit(&old, &new, all)], fuzz, &|| false) {
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
        let edited = apply(file.as_bytes(), &[edit("NEEDLE", "found", false)], fuzz, &|| false).unwrap();
        prop_assert_eq!(edited.bytes, format!("{before}found{after}").into_bytes());
        prop_assert_eq!(edited.applied[0].kind, MatchKind::Exact);
    }

    /// Whatever the kind, bytes before the first and behind the last changed byte were found.
    #[test]
    fn bytes_around_a_place_stay(
        before in text(0..8),
        inside in text(1..6),
        after in text(0..8),
    ) {
        let file = format!("{before}[start]{inside}[end]{after}");
        let old = format!("[start]{}[end]", inside.replace("\r\n", "\n").replace('“', "\"").replace('–', "-"));
        if let Ok(edited) = apply(file.as_bytes(), &[edit(&old, "new", false)], Fuzz::Safe, &|| false) {
            prop_assert_eq!(
                String::from_utf8(edited.bytes).unwrap(),
                format!("{before}new{after}")
            );
        }
    }

    /// Bytes that are no text are edited exactly or not at all.
    #[test]
    fn bytes_are_left_alone(mut file in prop::collection::vec(any::<u8>(), 0..60), old in text(1..3)) {
        file.push(0xff);
        if let Ok(edited) = apply(&file, &[edit(&old, "x", false)], Fuzz::Indent, &|| false) {
            prop_assert_eq!(edited.applied[0].kind, MatchKind::Exact);
            prop_assert_eq!(edited.bytes.len(), file.len() - old.trim_start_matches('\u{feff}').len() + 1);
        }
    }
}
