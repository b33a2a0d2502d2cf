//! Documents of YAML, in all its styles.

use super::{Chance, Document, broken};

const SCALARS: &[&str] = &[
    "a",
    "text here",
    "1",
    "-17",
    "0o17",
    "0x1F",
    "0b1",
    "1.5",
    "1e3",
    ".inf",
    "-.INF",
    ".nan",
    "true",
    "False",
    "yes",
    "no",
    "null",
    "~",
    "",
    "2024-01-02",
    "2001-12-14t21:59:43.10-05:00",
    "12:30",
    "1_000",
    "012",
    "+1",
    "\"quoted \\n \\u00e4\"",
    "'single ''q'''",
    "a: b",
    "a #c",
    "x:y",
    "9007199254740993",
    "!!str 1",
    "!!int 1",
    "!!binary aGk=",
    "!!float 1",
    "http://x.y/z#w",
    "- a",
    "1.",
    "+.5",
    "0o8",
    "0x",
    "<<",
    "!local 1",
    "\"a\n              b\"",
    "ä",
];
const KEYS: &[&str] = &[
    "a", "b", "c", "key", "\"q\"", "1", "true", "long key", "null", "1.0", "? d\n",
];

pub(crate) fn yaml(chance: &mut Chance) -> Document {
    let mut text = String::new();
    if chance.percent(10) {
        text += chance.one(&["---\n", "%YAML 1.2\n---\n", "# comment\n"]);
    }
    let mut anchors = 0;
    block(chance, &mut text, 0, 3, &mut anchors);
    if chance.percent(3) {
        text += chance.one(&["...\n", "---\n", "---\nb\n"]);
    }
    if chance.percent(15) {
        return broken(
            chance,
            text,
            &[
                ":", ": ", "- ", "\n", " ", "#", "[", "]", "{", "}", "\"", "'", "&a ", "*a", "|",
                "\t", "? ", "!", ",",
            ],
        );
    }
    Document::whole(text)
}

/// A value that begins where the text ends, and ends a line.
fn block(chance: &mut Chance, text: &mut String, column: usize, depth: usize, anchors: &mut usize) {
    let indent = " ".repeat(column);
    match chance.below(if depth == 0 { 4 } else { 12 }) {
        0..3 => {
            *text += &anchored(chance, anchors);
            *text += chance.one(SCALARS);
            *text += chance.one(&["\n", "\n", "\n", " # note\n"]);
        }
        3 => {
            *text += chance.one(if column > 0 {
                &["|", ">", "|-", ">+", "|2"]
            } else {
                &["|", ">", "|-", ">+"]
            });
            text.push('\n');
            for _ in 0..1 + chance.below(3) {
                let line = chance.one(&["line", " more", "", "a: b", "# no comment"]);
                *text += &if line.is_empty() {
                    "\n".to_owned()
                } else {
                    format!("{indent}  {line}\n")
                };
            }
        }
        4 | 5 => {
            *text += &flow(chance, 2, anchors);
            text.push('\n');
        }
        6..8 => {
            if column > 0 {
                *text += &format!("\n{indent}");
            }
            for at in 0..1 + chance.below(3) {
                if at > 0 {
                    *text += &indent;
                }
                *text += "- ";
                block(chance, text, column + 2, depth - 1, anchors);
            }
        }
        _ => {
            if column > 0 {
                *text += &anchored(chance, anchors);
                *text += &format!("\n{indent}");
            }
            let mut used: Vec<&str> = Vec::new();
            for _ in 0..1 + chance.below(3) {
                let key = chance.one(KEYS);
                if used.contains(&key) && !chance.percent(5) {
                    continue;
                }
                if !used.is_empty() {
                    *text += &indent;
                }
                used.push(key);
                if *anchors > 0 && chance.percent(10) {
                    *text += &format!("<<: *n{}\n{indent}", chance.below(*anchors));
                }
                *text += key;
                *text += if key.ends_with('\n') { &indent } else { "" };
                *text += ": ";
                block(chance, text, column + 2, depth - 1, anchors);
            }
        }
    }
}

fn anchored(chance: &mut Chance, anchors: &mut usize) -> String {
    if *anchors > 0 && chance.percent(5) {
        return format!("*n{} #", chance.below(*anchors));
    }
    if chance.percent(8) {
        *anchors += 1;
        return format!("&n{} ", *anchors - 1);
    }
    String::new()
}

fn flow(chance: &mut Chance, depth: usize, anchors: &mut usize) -> String {
    match chance.below(if depth == 0 { 3 } else { 6 }) {
        0..3 => {
            anchored(chance, anchors).replace(" #", " ")
                + chance.one(&[
                    "a", "1", "\"x, y\"", "'z'", "null", "", "a b", "-1", "x:y", "1.5",
                ])
        }
        3 | 4 => {
            let items: Vec<String> = (0..chance.below(4))
                .map(|_| flow(chance, depth - 1, anchors))
                .collect();
            format!("[{}]", items.join(", "))
        }
        _ => {
            let members: Vec<String> = (0..chance.below(3))
                .map(|_| {
                    format!(
                        "{}: {}",
                        chance.one(&["a", "b", "\"c\"", "d e"]),
                        flow(chance, depth - 1, anchors)
                    )
                })
                .collect();
            format!("{{{}}}", members.join(chance.one(&[", ", ",\n    "])))
        }
    }
}
