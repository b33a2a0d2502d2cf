//! Looks at text without parsing it.

/// Deepest nesting of brackets that is parsed. The parser recurses about twenty calls a level,
/// which must stay within the stacks of the module; code of people stays below 50.
pub(crate) const NESTING_MAX: usize = 300;

/// Things in a row that nest without brackets: operators before an operand, arrows, conditions,
/// statements without a block, `else if`.
const CHAIN_MAX: usize = NESTING_MAX * 3;

/// Words that nest what follows them.
const NESTING_WORDS: &[&str] = &[
    "typeof", "void", "delete", "await", "yield", "new", "if", "while", "for", "do", "with",
    "extends", "keyof", "infer", "readonly", "unique", "asserts",
];

/// The byte at which the nesting becomes too deep, if it does.
///
/// Text in quotes, comments and regular expressions is skipped: a class of characters is no nesting,
/// and the matcher has a bound of its own. Behind a bracket, an expression is taken for a division,
/// which at worst counts brackets that are none. What gets past it meets the limits of the module's
/// stacks, which end the program, too.
pub(super) fn too_deep(text: &str) -> Option<usize> {
    let mut scan = Scan::default();
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        at = scan.step(text, at);
        if scan.depth > NESTING_MAX || scan.chain > CHAIN_MAX || scan.elses > CHAIN_MAX {
            return Some(text.floor_char_boundary(start));
        }
    }
    None
}

/// What is open at a place.
#[derive(Default)]
struct Scan {
    depth: usize,
    chain: usize,
    /// `else` branches of one statement.
    elses: usize,
    /// Depths at which code stands inside of a template.
    templates: Vec<usize>,
}

impl Scan {
    /// Takes in what stands at `at`, and gives where the next starts.
    fn step(&mut self, text: &str, at: usize) -> usize {
        let bytes = text.as_bytes();
        let next = bytes.get(at + 1).copied();
        match bytes[at] {
            quote @ (b'"' | b'\'') => {
                self.chain = 0;
                return end_of_quoted(bytes, at, quote) + 1;
            }
            b'/' if next == Some(b'/') => return end_of_line(bytes, at),
            b'/' if next == Some(b'*') => {
                let end = text.get(at + 2..).and_then(|rest| rest.find("*/"));
                return end.map_or(bytes.len(), |end| at + 2 + end + 2);
            }
            b'(' | b'[' => self.depth += 1,
            b')' | b']' => self.depth = self.depth.saturating_sub(1),
            b'/' if may_start_expression(text, at) => {
                return end_of_expression(bytes, at).map_or(at + 1, |end| end + 1);
            }
            b'{' => {
                self.depth += 1;
                self.chain = 0;
            }
            b'}' => {
                self.depth = self.depth.saturating_sub(1);
                if self
                    .templates
                    .pop_if(|depth| *depth == self.depth)
                    .is_some()
                {
                    return self.template(bytes, at + 1);
                }
                self.end_statement(text, at + 1);
            }
            b'`' => {
                self.chain = 0;
                return self.template(bytes, at + 1);
            }
            b';' => self.end_statement(text, at + 1),
            b',' => self.chain = 0,
            b'!' | b'~' | b'?' => self.chain += 1,
            // Lines drawn in text that the program writes are none.
            sign @ (b'-' | b'+') if at == 0 || bytes[at - 1] != sign => self.chain += 1,
            b'>' if at > 0 && bytes[at - 1] == b'=' => self.chain += 1,
            b'*' if next == Some(b'*') => self.chain += 1,
            // An assignment, and a label or the second half of a condition.
            b'=' if !is_comparison(bytes, at) => self.chain += 1,
            b':' => self.chain += 1,
            byte if is_name_start(byte) => {
                let end = end_of_name(bytes, at);
                let word = &text[at..end];
                if NESTING_WORDS.contains(&word) {
                    self.chain += 1;
                }
                return end;
            }
            _ => {}
        }
        at + 1
    }

    /// The end of a template's text that starts at `at`: behind its quote, or where code begins.
    fn template(&mut self, bytes: &[u8], mut at: usize) -> usize {
        while at < bytes.len() {
            match bytes[at] {
                b'\\' => at += 1,
                b'`' => return at + 1,
                b'$' if bytes.get(at + 1) == Some(&b'{') => {
                    self.templates.push(self.depth);
                    self.depth += 1;
                    return at + 2;
                }
                _ => {}
            }
            at += 1;
        }
        bytes.len()
    }

    fn end_statement(&mut self, text: &str, at: usize) {
        self.chain = 0;
        let rest = text.get(at..).unwrap_or_default();
        // A look at the next word only: blanks in masses are looked at by the steps that follow.
        let rest = rest.trim_start_matches([' ', '\t', '\r', '\n']);
        if rest.starts_with("else") {
            self.elses += 1;
        } else if self.depth == 0 || !rest.starts_with([';', '}']) {
            self.elses = 0;
        }
    }
}

/// Whether the `=` at `at` is part of another operator.
fn is_comparison(bytes: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).map(|at| bytes[at]);
    matches!(before, Some(b'=' | b'!' | b'<' | b'>'))
        || matches!(bytes.get(at + 1), Some(b'=' | b'>'))
}

fn is_name_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$') || byte >= 0x80
}

fn end_of_name(bytes: &[u8], at: usize) -> usize {
    let is_part = |byte: u8| is_name_start(byte) || byte.is_ascii_digit();
    let len = bytes[at..]
        .iter()
        .take_while(|byte| is_part(**byte))
        .count();
    at + len
}

fn end_of_line(bytes: &[u8], at: usize) -> usize {
    at + bytes[at..]
        .iter()
        .take_while(|byte| **byte != b'\n')
        .count()
}

/// The last byte of quoted text that starts at `at`; it ends with its line at the latest.
fn end_of_quoted(bytes: &[u8], at: usize, quote: u8) -> usize {
    let mut at = at + 1;
    while at < bytes.len() && bytes[at] != quote && bytes[at] != b'\n' {
        if bytes[at] == b'\\' {
            at += 1;
        }
        at += 1;
    }
    at
}

/// Words that an operand follows.
const WORDS_BEFORE_OPERANDS: &[&str] = &[
    "return",
    "typeof",
    "void",
    "delete",
    "await",
    "yield",
    "case",
    "in",
    "of",
    "throw",
    "else",
    "do",
    "instanceof",
];

/// How far back the word is looked for that a regular expression follows.
const LOOK_BACK_BYTES: usize = 64;

/// Whether the `/` at `at` starts a regular expression, as what stands before it says.
fn may_start_expression(text: &str, at: usize) -> bool {
    let from = text.floor_char_boundary(at.saturating_sub(LOOK_BACK_BYTES));
    let before = text[from..at].trim_end();
    match before.as_bytes().last() {
        None => true,
        Some(sign @ (b'+' | b'-')) => before.as_bytes().iter().nth_back(1) != Some(sign),
        Some(
            b'(' | b',' | b'=' | b':' | b'[' | b'!' | b'&' | b'|' | b'?' | b'{' | b';' | b'*'
            | b'%' | b'~' | b'^' | b'>',
        ) => true,
        Some(_) => WORDS_BEFORE_OPERANDS.iter().any(|word| {
            before
                .strip_suffix(word)
                .is_some_and(|rest| !rest.ends_with(|c: char| c == '.' || is_part_of_name(c)))
        }),
    }
}

/// The last byte of the regular expression that starts at `at`, if it ends on its line.
fn end_of_expression(bytes: &[u8], at: usize) -> Option<usize> {
    let mut is_class = false;
    let mut at = at + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\n' => return None,
            b'\\' => at += 1,
            b'[' => is_class = true,
            b']' => is_class = false,
            b'/' if !is_class => return Some(at),
            _ => {}
        }
        at += 1;
    }
    None
}

fn is_part_of_name(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '$')
}

/// How often `name` stands in the text as a word.
pub(super) fn count_word(text: &str, name: &str) -> usize {
    text.match_indices(name)
        .filter(|(at, _)| {
            !text[..*at].ends_with(is_part_of_name)
                && !text[at + name.len()..].starts_with(is_part_of_name)
        })
        .count()
}
