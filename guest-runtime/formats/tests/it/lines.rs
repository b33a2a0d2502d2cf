//! Lines that come in pieces.

use isolate_formats::{Error, Lines};

fn lines(text: &str, size: usize, most: usize) -> Result<Vec<(usize, String)>, Error> {
    let mut got = Vec::new();
    let mut lines = Lines::new(most);
    for piece in text.as_bytes().chunks(size) {
        lines.push(piece, |line, text| {
            got.push((line, text.to_owned()));
            Ok::<(), Error>(())
        })?;
    }
    lines.finish(|line, text| {
        got.push((line, text.to_owned()));
        Ok::<(), Error>(())
    })?;
    Ok(got)
}

#[test]
fn pieces_make_no_difference() {
    let text = "\u{feff}{\"a\":\"ä\"}\r\n\n[1]\n2";
    let expected = [(1, "{\"a\":\"ä\"}"), (3, "[1]"), (4, "2")];
    let expected: Vec<_> = expected.map(|(line, text)| (line, text.to_owned())).into();
    for size in 1..=text.len() {
        assert_eq!(lines(text, size, 100).unwrap(), expected, "{size}");
    }
}

#[test]
fn a_line_is_bounded() {
    for size in 1..=12 {
        assert!(lines("12345\n12345\n", size, 5).is_ok(), "{size}");
        let error = lines("12345\n123456\n", size, 5).unwrap_err();
        assert_eq!(
            error.message(),
            "line 2 has more than 5 bytes: read the file in another way"
        );
    }
}
