//! Tables.

use super::{Chance, Document, broken};

const CELLS: &[&str] = &["a", "b", "1", " ", "ä", "x y", "#", "'", "0"];

pub(crate) fn csv(chance: &mut Chance) -> Document {
    let newline = if chance.percent(75) {
        "\n"
    } else {
        chance.one(&["\r\n", "\r"])
    };
    let columns = 1 + chance.below(4);
    let mut text = String::new();
    if chance.percent(5) {
        text.push('\u{feff}');
    }
    let rows = chance.below(5);
    for row in 0..rows {
        if chance.percent(4) {
            text += newline;
        }
        if chance.percent(4) {
            text += "# a, \"comment\"";
            text += newline;
        }
        let ragged = chance.percent(5);
        for column in 0..if ragged { 1 + chance.below(5) } else { columns } {
            if column > 0 {
                text.push(',');
            }
            text += &cell(chance, newline);
        }
        if row + 1 < rows || chance.percent(70) {
            text += if chance.percent(98) { newline } else { "\n" };
        }
    }
    if chance.percent(25) {
        return broken(
            chance,
            text,
            &["\"", ",", "\n", "\r", "\r\n", "a", " ", "\"\"", "#"],
        );
    }
    Document::whole(text)
}

fn cell(chance: &mut Chance, newline: &str) -> String {
    let plain = chance.some(CELLS, 2);
    if !chance.percent(30) {
        return plain;
    }
    let inner = chance.some(&["a", ",", "\"\"", newline, " ", "ä", "\n"], 4);
    match chance.below(12) {
        0 => format!(" \"{inner}\""),
        1 => format!("\"{inner}\" "),
        _ => format!("\"{inner}\""),
    }
}

/// A row of cells that may be numbers, truth values, dates or nothing.
pub(crate) fn cells(chance: &mut Chance) -> Document {
    const WORDS: &[&str] = &[
        "true",
        "TRUE",
        "False",
        "null",
        "NaN",
        "Infinity",
        "inf",
        "2024-01-02T03:04Z",
        "2024-01-02T03:04:05+00:00",
        "2024-01-02T03:04:05.678Z",
        "2024-01-02",
        "9007199254740992",
        "007",
        "1_000",
        "1,5",
    ];
    const PIECES: &[&str] = &["0", "1", "23", ".", "-", "+", "e", "E5", " ", "x", "4.5"];
    let mut cell = || {
        if chance.percent(30) {
            chance.one(WORDS).replace(',', "\",\"")
        } else {
            chance.some(PIECES, 4)
        }
    };
    let cells: Vec<String> = (0..3).map(|_| format!("\"{}\"", cell())).collect();
    Document::whole(cells.join(",") + "\n")
}
