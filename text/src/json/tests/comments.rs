//! Documents with comments at every position where one may stand, and random operations on them.
//!
//! The model knows of each token to which items it belongs. After an operation the tokens are those
//! from before, without those of removed items, and with new ones.

use proptest::prelude::*;

use crate::json::{Operation, equal, parse, update, without_comments};

/// A generator of numbers that are the same for the same seed.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % sides
    }

    /// One of so many times.
    fn one_in(&mut self, times: u64) -> bool {
        self.roll(times) == 0
    }
}

#[derive(Clone, PartialEq)]
enum Content {
    Scalar(String),
    Array(Vec<usize>),
    Object(Vec<usize>),
}

struct Item {
    key: Option<String>,
    content: Content,
    parent: Option<usize>,
}

/// A token and the items that it goes with. A value's tokens go with its position: item and `true`.
struct Token {
    text: String,
    items: Vec<(usize, bool)>,
}

struct Document {
    dice: Dice,
    text: String,
    tokens: Vec<Token>,
    items: Vec<Item>,
    /// Items and values that are being written.
    open: Vec<(usize, bool)>,
    next: usize,
}

impl Document {
    fn new(seed: u64) -> Self {
        let mut document = Self {
            dice: Dice(seed | 1),
            text: String::new(),
            tokens: Vec::new(),
            items: Vec::new(),
            open: Vec::new(),
            next: 0,
        };
        if document.dice.one_in(4) {
            document.comment_line("");
        }
        let root = document.item(None, None);
        document.value(root, 0, "\n");
        if document.dice.one_in(3) {
            document.text.push('\n');
        }
        document
    }

    fn name(&mut self) -> usize {
        self.next += 1;
        self.next
    }

    fn item(&mut self, key: Option<String>, parent: Option<usize>) -> usize {
        self.items.push(Item {
            key,
            content: Content::Scalar("0".to_owned()),
            parent,
        });
        self.items.len() - 1
    }

    fn token(&mut self, text: &str) {
        self.text.push_str(text);
        self.tokens.push(Token {
            text: text.to_owned(),
            items: self.open.clone(),
        });
    }

    /// A comment in its line.
    fn block(&mut self) {
        let name = self.name();
        self.token(&format!("/* c{name}, \"x\" */"));
    }

    fn line_comment(&mut self) {
        let name = self.name();
        self.token(&format!("// c{name}: [1,"));
    }

    fn comment_line(&mut self, line: &str) {
        self.text.push_str(line);
        match self.dice.one_in(2) {
            true => self.block(),
            false => self.line_comment(),
        }
        if line.is_empty() {
            self.text.push('\n');
        }
    }

    fn maybe_block(&mut self, times: u64) {
        if self.dice.one_in(times) {
            self.text.push(' ');
            self.block();
            self.text.push(' ');
        }
    }

    fn value(&mut self, item: usize, depth: u64, line: &str) {
        let kind = match depth {
            0 => 1 + self.dice.roll(2),
            1..4 => self.dice.roll(4),
            _ => 0,
        };
        match kind {
            1 => self.container(item, true, depth, line),
            2 => self.container(item, false, depth, line),
            _ => {
                let name = self.name();
                let text = match name % 4 {
                    0 => format!("\"v{name} // , ]\""),
                    1 => format!("{name}.50"),
                    _ => format!("900719925474099{name}"),
                };
                self.token(&text);
                self.items[item].content = Content::Scalar(text);
            }
        }
    }

    fn container(&mut self, item: usize, is_object: bool, depth: u64, line: &str) {
        let is_long = depth == 0 || line.contains('\n') && !self.dice.one_in(3);
        let deeper = match is_long {
            true => format!("{line}  "),
            false => " ".to_owned(),
        };
        self.token(if is_object { "{" } else { "[" });
        if is_long && self.dice.one_in(4) {
            self.text.push(' ');
            self.line_comment();
        }
        let count = self.dice.roll(4);
        let mut items = Vec::new();
        for nth in 0..count {
            if is_long && self.dice.one_in(5) {
                // Belongs to no item: an empty line follows.
                self.comment_line(&deeper);
                self.text.push('\n');
            }
            let name = self.name();
            let key = is_object.then(|| format!("k{name}"));
            let inner = self.item(key, Some(item));
            items.push(inner);
            self.member(inner, depth, &deeper, is_long, nth + 1 == count);
        }
        if is_long && self.dice.one_in(4) {
            self.comment_line(&deeper);
        }
        self.text.push_str(if is_long { line } else { " " });
        self.token(if is_object { "}" } else { "]" });
        self.items[item].content = match is_object {
            true => Content::Object(items),
            false => Content::Array(items),
        };
    }

    fn member(&mut self, item: usize, depth: u64, line: &str, is_long: bool, is_last: bool) {
        self.open.push((item, false));
        if is_long {
            for _ in 0..self.dice.roll(3) {
                self.comment_line(line);
            }
        }
        self.text.push_str(line);
        if self.dice.one_in(6) {
            self.block();
            self.text.push(' ');
        }
        if let Some(key) = self.items[item].key.clone() {
            self.token(&format!("\"{key}\""));
            self.maybe_block(8);
            self.token(":");
            self.text.push(' ');
            self.maybe_block(8);
        }
        self.open.push((item, true));
        self.value(item, depth + 1, line);
        self.open.pop();
        self.maybe_block(6);
        let has_comma = !is_last || is_long && self.dice.one_in(3);
        if has_comma {
            self.text.push(',');
        }
        if is_long && self.dice.one_in(3) {
            self.text.push(' ');
            match self.dice.one_in(3) {
                true => self.block(),
                false => self.line_comment(),
            }
        }
        self.open.pop();
    }

    /// The value of an item, as JSON.
    fn json(&self, item: usize) -> String {
        let join = |items: &[usize]| {
            let parts: Vec<String> = items
                .iter()
                .map(|item| match &self.items[*item].key {
                    Some(key) => format!("\"{key}\":{}", self.json(*item)),
                    None => self.json(*item),
                })
                .collect();
            parts.join(",")
        };
        match &self.items[item].content {
            Content::Scalar(text) => text.clone(),
            Content::Array(items) => format!("[{}]", join(items)),
            Content::Object(items) => format!("{{{}}}", join(items)),
        }
    }

    fn path(&self, item: usize) -> String {
        let Some(parent) = self.items[item].parent else {
            return "$".to_owned();
        };
        let above = self.path(parent);
        match (&self.items[item].key, &self.items[parent].content) {
            (Some(key), _) => format!("{above}.{key}"),
            (None, Content::Array(items)) => {
                let at = items.iter().position(|it| *it == item).unwrap();
                format!("{above}[{at}]")
            }
            _ => panic!("only members have keys"),
        }
    }

    /// Whether an item is still in the document.
    fn is_there(&self, item: usize) -> bool {
        match self.items[item].parent {
            None => true,
            Some(parent) => match &self.items[parent].content {
                Content::Array(items) | Content::Object(items) => {
                    items.contains(&item) && self.is_there(parent)
                }
                Content::Scalar(_) => false,
            },
        }
    }

    /// A random operation, which the model has done.
    fn operation(&mut self, nth: usize) -> Option<Operation> {
        let item = usize::try_from(self.dice.roll(self.items.len() as u64)).unwrap();
        if !self.is_there(item) {
            return None;
        }
        let path = self.path(item);
        let name = self.name();
        let value = format!("\"new{name}\"");
        let new = |document: &mut Self, key: Option<String>| {
            let new = document.item(key, Some(item));
            document.items[new].content = Content::Scalar(value.clone());
            new
        };
        let (op, path) = match (self.dice.roll(3), self.items[item].content.clone()) {
            (0, Content::Array(mut items)) => {
                let added = new(self, None);
                items.push(added);
                self.items[item].content = Content::Array(items);
                ("append", path)
            }
            (1, Content::Array(mut items)) => {
                let at = usize::try_from(self.dice.roll(items.len() as u64 + 1)).unwrap();
                let added = new(self, None);
                items.insert(at, added);
                self.items[item].content = Content::Array(items);
                ("insert", format!("{path}[{at}]"))
            }
            (kind @ (0 | 1), Content::Object(mut items)) => {
                let key = format!("new{name}");
                let added = new(self, Some(key.clone()));
                items.push(added);
                self.items[item].content = Content::Object(items);
                if kind == 0 {
                    let patch = parse(&format!("{{\"{key}\": {value}}}")).unwrap();
                    return Some(Operation::new(nth, "merge", &path, Some(patch)).unwrap());
                }
                ("set", format!("{path}.{key}"))
            }
            (0, Content::Scalar(_)) => {
                self.tokens
                    .retain(|token| !token.items.contains(&(item, true)));
                self.items[item].content = Content::Scalar(value.clone());
                ("set", path)
            }
            _ => {
                let parent = self.items[item].parent?;
                self.tokens
                    .retain(|token| !token.items.contains(&(item, false)));
                match &mut self.items[parent].content {
                    Content::Array(items) | Content::Object(items) => {
                        items.retain(|it| *it != item);
                    }
                    Content::Scalar(_) => panic!("a scalar holds nothing"),
                }
                ("delete", path)
            }
        };
        let value = (op != "delete").then(|| parse(&value).unwrap());
        Some(Operation::new(nth, op, &path, value).unwrap())
    }
}

/// The tokens of a text but commas, and without new ones.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let len = match first {
            ' ' | '\n' | '\r' | ',' => {
                rest = &rest[1..];
                continue;
            }
            '/' if rest.starts_with("//") => rest.find(['\r', '\n']).unwrap_or(rest.len()),
            '/' => rest.find("*/").unwrap() + 2,
            '"' => rest[1..].find('"').unwrap() + 2,
            '{' | '}' | '[' | ']' | ':' => 1,
            _ => rest.find([' ', '\r', '\n', ',', ']', '}']).unwrap(),
        };
        let is_new = rest.starts_with("\"new");
        let is_colon_of_new = &rest[..len] == ":" && tokens.last().is_some_and(|it| it == "new");
        match is_new {
            true => tokens.push("new".to_owned()),
            false if is_colon_of_new => {}
            false => tokens.push(rest[..len].to_owned()),
        }
        rest = &rest[len..];
    }
    tokens.retain(|token| token != "new");
    tokens
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]
    #[test]
    fn comments_stay_with_their_neighbours(seed in any::<u64>(), count in 1_usize..5, crlf in any::<bool>()) {
        let mut document = Document::new(seed);
        let text = match crlf {
            true => document.text.replace('\n', "\r\n"),
            false => document.text.clone(),
        };
        let bare = without_comments(&text).unwrap();
        prop_assert!(parse(&bare).is_ok(), "{}", text);
        let operations: Vec<Operation> =
            (0..count).filter_map(|nth| document.operation(nth)).collect();
        let after = update(&text, &bare, &operations).unwrap().text(1 << 20).unwrap();
        let shown = format!("{text}\n{operations:?}\n{after}");
        let value = parse(&without_comments(&after).unwrap());
        prop_assert!(value.is_ok(), "{:?}\n{}", value, shown);
        let model = parse(&document.json(0)).unwrap();
        prop_assert_eq!(equal(&value.unwrap(), &model), Ok(true), "{}", shown);
        let expected: Vec<&str> = document.tokens.iter().map(|it| it.text.as_str()).collect();
        prop_assert_eq!(tokens(&after), expected, "{}", shown);
        if crlf {
            prop_assert!(!after.replace("\r\n", "").contains('\n'), "{}", shown);
        }
    }

    #[test]
    fn only_a_scalar_that_is_set_changes(seed in any::<u64>()) {
        let document = Document::new(seed);
        let bare = without_comments(&document.text).unwrap();
        for (nth, item) in document.items.iter().enumerate() {
            let Content::Scalar(old) = &item.content else {
                continue;
            };
            let set = Operation::new(0, "set", &document.path(nth), Some(parse("\"new\"").unwrap()));
            let updated = update(&document.text, &bare, &[set.unwrap()]).unwrap();
            let expected = document.text.replacen(old.as_str(), "\"new\"", 1);
            prop_assert_eq!(updated.text(1 << 20).unwrap(), expected);
        }
    }
}
