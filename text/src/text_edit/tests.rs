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

    /// Lines that an edit does not change keep every byte, and a changed one its ending.
    #[test]
    fn an_edit_changes_no_other_line(
        contents in prop::collection::vec(prop::sample::select(vec!["", "a", "b\rc", "\r", "é \r d"]), 1..7),
        endings in prop::collection::vec(prop::sample::select(vec!["\n", "\r\n"]), 7),
        places in (0..7_usize, 0..7_usize, 0..7_usize),
        is_plain: bool,
        is_added: bool,
        is_open: bool,
    ) {
        let rows: Vec<String> = contents
            .iter()
            .zip(endings)
            .enumerate()
            .map(|(at, (content, ending))| format!("{at}{content}{at}{ending}"))
            .collect();
        let mut order = [places.0, places.1, places.2].map(|at| at % rows.len());
        order.sort_unstable();
        let [from, changed, to] = order;
        let given = |rows: &[String]| {
            let text = rows.concat();
            if is_plain { text.replace("\r\n", "\n") } else { text }
        };
        let mut meant = rows.clone();
        let ending = &rows[changed][rows[changed].trim_end_matches(['\r', '\n']).len()..];
        meant[changed] = format!("NEW{ending}");
        let (mut old, mut new) = (given(&rows[from..=to]), given(&meant[from..=to]));
        if is_added {
            new = given(&rows[from..changed]) + "NEW\n" + &given(&rows[changed..=to]);
        }
        if is_open {
            for text in [&mut old, &mut new] {
                text.truncate(text.trim_end_matches(['\r', '\n']).len());
            }
        }
        let file = rows.concat();
        let edited = apply(file.as_bytes(), &[edit(&old, &new, false)], Fuzz::Safe, NAMES, &|| false);
        let text = String::from_utf8(edited.unwrap().bytes).unwrap();
        if is_added {
            let (before, behind) = (rows[..changed].concat(), rows[changed..].concat());
            let added = text.strip_prefix(&before).and_then(|text| text.strip_suffix(&behind));
            prop_assert!(matches!(added, Some("NEW\n" | "NEW\r\n")), "{:?} for {:?} in {:?}", text, old, file);
        } else {
            prop_assert_eq!(text, meant.concat(), "{:?} for {:?} in {:?}", new, old, file);
        }
    }
}

/// In a file with other line ends, a `\r` alone ends no line; where there is no other, it ends one.
#[test]
fn a_return_alone_ends_a_line_only_where_nothing_else_does() {
    let edited = |file: &str, old: &str, new: &str| {
        let edits = [edit(old, new, false)];
        let edited = apply(file.as_bytes(), &edits, Fuzz::Safe, NAMES, &|| false);
        edited
            .map(|edited| String::from_utf8(edited.bytes).unwrap())
            .map_err(|error| error.kind)
    };
    assert_eq!(
        edited("a\rb\nc\n", "a\rb\nc", "a\rb\nC").unwrap(),
        "a\rb\nC\n"
    );
    assert_eq!(edited("a\nb\rc\n", "a", "1\n2").unwrap(), "1\n2\nb\rc\n");
    assert_eq!(edited("a\nb\rc\n", "b", "1\n2").unwrap(), "a\n1\n2\rc\n");
    assert_eq!(edited("a\nb\rc", "c", "1\n2").unwrap(), "a\nb\r1\n2");
    assert_eq!(edited("a\nb\n", "b", "x\ry").unwrap(), "a\nx\ry\n");
    assert_eq!(
        edited("a\rb\nc\n", "a\nb", "x").unwrap_err(),
        TextEditErrorKind::NotFound
    );
    assert_eq!(
        edited("a\nb\nc\n", "a\rb", "x").unwrap_err(),
        TextEditErrorKind::NotFound
    );
    assert_eq!(edited("a\rb\rc\r", "a\nb", "x\ny").unwrap(), "x\ry\rc\r");
}
