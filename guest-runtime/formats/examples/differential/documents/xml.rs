//! Documents of XML.

use super::{Chance, Document, broken};

const NAMES: &[&str] = &["a", "b", "c", "item", "ns:x", "d-1", "_e", "ä"];
const TEXTS: &[&str] = &[
    "text",
    " spaced ",
    "1",
    "1.50",
    "007",
    "0x1F",
    "1e3",
    "true",
    "12345678901234567890",
    "+5",
    "-0",
    "a &amp; b",
    "&lt;",
    "&#65;",
    "&#x20;x",
    "\n  ",
    "ä",
    "'\"",
    "]]",
    "--",
    ".5",
    "5.",
    "1e400",
    "&nbsp;",
];

pub(crate) fn xml(chance: &mut Chance) -> Document {
    let mut text = String::new();
    if chance.percent(30) {
        text += chance.one(&[
            "<?xml version=\"1.0\"?>",
            "<?xml version='1.0' encoding=\"UTF-8\"?>\n",
        ]);
    }
    if chance.percent(5) {
        text += "<!DOCTYPE a>\n";
    }
    if chance.percent(5) {
        text += "<!-- c -->";
    }
    element(chance, &mut text, 4);
    if chance.percent(30) {
        text += "\n";
    }
    if chance.percent(20) {
        return broken(
            chance,
            text,
            &[
                "<", ">", "/", "&", ";", "\"", "'", "=", "a", " ", "<a>", "</a>", "]]>", "<!--",
                "-->", "\u{1}",
            ],
        );
    }
    Document::whole(text)
}

fn element(chance: &mut Chance, text: &mut String, depth: usize) {
    let name = chance.one(NAMES);
    *text += &format!("<{name}");
    let mut used: Vec<&str> = Vec::new();
    for _ in 0..chance.below(3) {
        let attribute = chance.one(NAMES);
        if !used.contains(&attribute) || chance.percent(5) {
            used.push(attribute);
            let value = chance.one(&["v", "", " v ", "1", "a &lt; b", "&quot;", "x>y", "ä"]);
            *text += &if chance.percent(80) {
                format!(" {attribute}=\"{value}\"")
            } else {
                format!(" {attribute} = '{value}'")
            };
        }
    }
    if chance.percent(15) {
        *text += chance.one(&["/>", " />"]);
        return;
    }
    text.push('>');
    for _ in 0..chance.below(5) {
        match chance.below(12) {
            0..5 => *text += chance.one(TEXTS),
            5..9 if depth > 0 => element(chance, text, depth - 1),
            9 => {
                *text += &format!(
                    "<![CDATA[{}]]>",
                    chance.one(&["raw <b>", " 1 ", "", "&amp;", "]]"])
                )
            }
            10 => *text += "<!-- comment -->",
            11 => *text += "<?pi data?>",
            _ => {}
        }
    }
    *text += &format!("</{name}>");
}
