//! Values that are written.

use isolate_formats::Tree;

use super::Chance;

const PIECES: &[&str] = &[
    "a",
    "b ",
    " ",
    ":",
    ": ",
    "#",
    " #",
    "-",
    "- ",
    "'",
    "\"",
    "\\",
    "\n",
    "\t",
    "no",
    "yes",
    "1",
    "0x1",
    ".5",
    "_",
    "ä",
    "𝒳",
    "{",
    "]",
    ",",
    "&",
    "*",
    "!",
    "|",
    ">",
    "%",
    "@",
    "`",
    "~",
    "null",
    "=",
    "<<",
    "2024-01-02",
    "T03:04:05Z",
    "?",
    "\u{7f}",
    "\u{85}",
    "\u{feff}",
    "\u{2028}",
];

/// A value of any shape.
pub(crate) fn tree(chance: &mut Chance, has_null: bool) -> Tree {
    nested(chance, has_null, 4)
}

fn nested(chance: &mut Chance, has_null: bool, depth: usize) -> Tree {
    match chance.below(if depth == 0 { 6 } else { 10 }) {
        0 if has_null => Tree::Null,
        0 | 1 => Tree::Bool(chance.percent(50)),
        2 => Tree::Number(
            [
                0.0,
                1.0,
                -5.0,
                0.1,
                1e21,
                -1.5e-7,
                9_007_199_254_740_992.0,
                123_456_789_012_345_680_000.0,
            ][chance.below(8)],
        ),
        3..6 => Tree::String(chance.some(PIECES, 4)),
        6 | 7 => Tree::Array(
            (0..chance.below(4))
                .map(|_| nested(chance, has_null, depth - 1))
                .collect(),
        ),
        _ => {
            let mut members: Vec<(String, Tree)> = Vec::new();
            for _ in 0..chance.below(4) {
                let key = if chance.percent(70) {
                    chance.one(&["a", "b", "c", "long name", "x-y"]).to_owned()
                } else {
                    chance.some(PIECES, 3)
                };
                if key != "__proto__" && members.iter().all(|(other, _)| *other != key) {
                    members.push((key, nested(chance, has_null, depth - 1)));
                }
            }
            Tree::Object(members)
        }
    }
}

/// A table.
pub(crate) fn rows(chance: &mut Chance) -> Tree {
    let columns = 1 + chance.below(3);
    let rows = 1 + chance.below(4);
    let mut row = || {
        (0..columns)
            .map(|_| Tree::String(chance.some(&["a", ",", "\"", "\n", "\r", " ", "ä", "'"], 3)))
            .collect()
    };
    Tree::Array((0..rows).map(|_| Tree::Array(row())).collect())
}
