//! Documents of TOML.

use super::{Chance, Document, broken};

const KEYS: &[&str] = &[
    "a",
    "b",
    "c",
    "\"d e\"",
    "'f'",
    "g-1",
    "10",
    "a.b",
    "a . \"c\"",
    "ä",
];
const VALUES: &[&str] = &[
    "1",
    "-17",
    "+3",
    "1_000",
    "0x1F",
    "0o17",
    "0b101",
    "9007199254740992",
    "9007199254740993",
    "1.5",
    "-0.0",
    "6.02e23",
    "1e3",
    "inf",
    "-nan",
    "true",
    "false",
    "\"text\"",
    "\"\\u00e4\\n\\\"\"",
    "'lit \\'",
    "\"\"",
    "\"\"\"\nmulti\n  \\\n  line\"\"\"",
    "'''\nraw'''",
    "1979-05-27T07:32:00Z",
    "1979-05-27 07:32:00.123456-07:00",
    "1979-05-27T07:32:00",
    "1979-05-27",
    "07:32:00",
    "07:32",
    "1979-05-27T07:32Z",
    "\"\\x41\\e\"",
];

const WRONG: &[&str] = &[
    "08",
    "1__0",
    "1.",
    ".5",
    "\"\\q\"",
    "2024-02-30",
    "tru",
    "ä",
    "\"a",
    "1 2",
];

pub(crate) fn toml(chance: &mut Chance) -> Document {
    let mut text = String::new();
    for _ in 0..chance.below(8) {
        match chance.below(10) {
            0..6 => {
                let (key, value) = (chance.one(KEYS), value(chance, 3));
                text += &format!("{key} = {value}");
            }
            6 | 7 => text += &format!("[{}]", chance.one(KEYS)),
            8 => text += &format!("[[{}]]", chance.one(KEYS)),
            _ => text += "# comment",
        }
        if chance.percent(10) {
            text += "  # comment";
        }
        text += if chance.percent(95) { "\n" } else { "\r\n" };
    }
    if chance.percent(20) {
        return broken(
            chance,
            text,
            &[
                "\"", "'", "=", "\n", "[", "]", "{", "}", ",", ".", "#", "a", "1", "\t", "\u{1}",
            ],
        );
    }
    Document::whole(text)
}

fn value(chance: &mut Chance, depth: usize) -> String {
    match chance.below(if depth == 0 { 8 } else { 11 }) {
        8 => {
            let items: Vec<String> = (0..chance.below(4))
                .map(|_| value(chance, depth - 1))
                .collect();
            let comma = if items.is_empty() || chance.percent(80) {
                ""
            } else {
                ","
            };
            let gap = if chance.percent(80) { " " } else { "\n # c\n" };
            format!("[{gap}{}{comma}]", items.join(&format!(",{gap}")))
        }
        9 | 10 => {
            let members: Vec<String> = (0..chance.below(3))
                .map(|_| format!("{} = {}", chance.one(KEYS), value(chance, depth - 1)))
                .collect();
            let gap = if chance.percent(90) { " " } else { "\n" };
            format!("{{{gap}{}{gap}}}", members.join(&format!(",{gap}")))
        }
        _ if chance.percent(2) => chance.one(WRONG).to_owned(),
        _ => chance.one(VALUES).to_owned(),
    }
}
