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

/// A table of objects with the same members.
pub(crate) fn objects(chance: &mut Chance) -> Tree {
    let columns = 1 + chance.below(3);
    let rows = 1 + chance.below(4);
    let mut cell = || match chance.below(8) {
        0 => Tree::Null,
        1 => Tree::Bool(true),
        2 => Tree::Number(1.5),
        _ => Tree::String(chance.some(&["a", ",", "\"", "\n", "\r", " ", "ä", "'"], 3)),
    };
    let mut row = || {
        (0..columns)
            .map(|at| (["a", "b c", "d,e"][at].to_owned(), cell()))
            .collect()
    };
    Tree::Array((0..rows).map(|_| Tree::Object(row())).collect())
}

/// An element of XML in the shape that it is read into.
pub(crate) fn element(chance: &mut Chance) -> Tree {
    nested_element(chance, 3)
}

fn nested_element(chance: &mut Chance, depth: usize) -> Tree {
    const TEXTS: &[&str] = &["a", " b", "<", "&", "\"", "'", ">", "\n", "ä", "1"];
    match chance.below(if depth == 0 { 5 } else { 10 }) {
        0 => Tree::Null,
        1 => Tree::Bool(chance.percent(50)),
        2 => Tree::Number(1.5),
        3 | 4 => Tree::String(chance.some(TEXTS, 3)),
        _ => {
            let mut members = Vec::new();
            for name in ["a", "b", "c-d"] {
                match chance.below(4) {
                    0 => members.push((name.to_owned(), nested_element(chance, depth - 1))),
                    1 => {
                        let items = (0..chance.below(3)).map(|_| nested_element(chance, depth - 1));
                        members.push((name.to_owned(), Tree::Array(items.collect())));
                    }
                    _ => {}
                }
            }
            if chance.percent(30) {
                members.push(("#text".to_owned(), Tree::String(chance.some(TEXTS, 3))));
            }
            for name in ["@_x", "@_y"] {
                if chance.percent(25) {
                    members.push((name.to_owned(), Tree::String(chance.some(TEXTS, 3))));
                }
            }
            Tree::Object(members)
        }
    }
}
