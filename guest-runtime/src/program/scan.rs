//! Looks at text without parsing it.

mod text;

use text::{
    end_of_expression, end_of_line, end_of_name, end_of_quoted, is_comparison, is_name_part,
    is_operand_end, is_part_of_name, may_start_expression,
};

/// Deepest nesting of brackets that is parsed. The parser recurses about twenty calls a level,
/// which must stay within the stacks of the module; code of people stays below 50.
pub(crate) const NESTING_MAX: usize = 300;

/// Things in a row that nest without brackets: operators before an operand, arrows, conditions,
/// statements without a block, `else if`.
const CHAIN_MAX: usize = NESTING_MAX * 3;

/// Operators and members in a row: the parser goes over them in a loop, what follows it does not.
/// The module's stack ends at 13,900 members, and at 15,400 operators.
const OPERANDS_MAX: usize = 12_000;

/// Operators that take as much stack as an `else if`, of which 5,600 use up the stack, or a choice.
const OPERANDS_OF_BRANCH: usize = 3;

/// Branches of one `else if`, and choices of one `? :`, in a row.
const BRANCHES_MAX: usize = OPERANDS_MAX / OPERANDS_OF_BRANCH;

/// Operators that take as much stack as a bracket: 290 arrow functions in parentheses leave room for
/// 10,100 operators.
const OPERANDS_OF_BRACKET: usize = 14;

/// Words that nest the operand that follows them.
const PREFIX_WORDS: &[&str] = &["typeof", "void", "delete", "await", "yield", "new"];

/// Other words that nest what follows them.
const NESTING_WORDS: &[&str] = &[
    "if", "while", "for", "do", "with", "extends", "keyof", "infer", "readonly", "unique",
    "asserts",
];

/// Words in front of a condition in parentheses, behind which a statement follows.
const HEAD_WORDS: &[&str] = &["if", "while", "for", "with"];

/// Words that go on with the line before.
const FOLLOWING_WORDS: &[&str] = &[
    "in",
    "instanceof",
    "of",
    "as",
    "satisfies",
    "else",
    "extends",
    "implements",
    "while",
];

/// Words in front of names that are declared.
const DECLARING_WORDS: &[&str] = &["let", "const", "var", "using"];

/// What [`Scan::last`] is behind a word or a condition that something has to follow.
const OPEN: u8 = b'=';

/// What there is too much of, as an error says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TooMuch {
    Nesting,
    Branches,
    Operands,
}

impl TooMuch {
    pub(super) fn message(self) -> String {
        match self {
            Self::Nesting => {
                format!("brackets or operators are nested deeper than {NESTING_MAX} levels")
            }
            Self::Branches => format!(
                "too many conditions in a row, `? :` or `else if`, of which there may be \
                 {BRANCHES_MAX}: look values up in an object or an array"
            ),
            Self::Operands => format!(
                "too many operators, members and calls in one expression, which may have \
                 {OPERANDS_MAX}: write several statements, or a list"
            ),
        }
    }
}

/// The byte at which the text becomes too much for the parser, if it does.
///
/// Text in quotes, comments and regular expressions is skipped: a class of characters is no nesting,
/// and the matcher has a bound of its own. Behind a bracket, an expression is taken for a division,
/// which at worst counts brackets that are none. What gets past it meets the limits of the module's
/// stacks, which end the program, too.
pub(super) fn too_much(text: &str) -> Option<(usize, TooMuch)> {
    let mut scan = Scan::default();
    scan.level.is_block = true;
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        at = scan.step(text, at);
        if let Some(what) = scan.too_much() {
            return Some((text.floor_char_boundary(start), what));
        }
    }
    None
}

/// Where the first quote stands, or else the innermost template, that nothing closes.
pub(super) fn unclosed_quote(text: &str) -> Option<usize> {
    let mut scan = Scan::default();
    let bytes = text.as_bytes();
    let mut templates = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let depth = scan.templates.len();
        at = scan.step(text, at);
        let ends_with = |quote: u8| at > start + 1 && bytes.get(at - 1) == Some(&quote);
        match bytes[start] {
            quote @ (b'"' | b'\'') if !ends_with(quote) => return Some(start),
            b'`' if !ends_with(b'`') => templates.push(start),
            b'}' if scan.templates.len() < depth && ends_with(b'`') => drop(templates.pop()),
            _ => {}
        }
    }
    templates.pop()
}

/// What is open at a place.
#[derive(Default)]
struct Scan {
    /// What has come since the innermost bracket.
    level: Level,
    /// What came before each bracket that is open.
    around: Vec<Level>,
    /// `else` branches of one statement.
    elses: usize,
    /// Depths at which code stands inside of a template.
    templates: Vec<usize>,
    /// The last character that is neither blank nor in a comment; a letter for any word.
    last: u8,
    /// Whether that is a word before a condition.
    is_head_word: bool,
}

/// What nests without brackets, those outside included.
#[derive(Clone, Copy, Default)]
struct Level {
    chain: usize,
    /// Operators before an operand.
    prefixes: usize,
    /// The chain that the bracket began with.
    base: usize,
    /// Conditions of one `? :`.
    choices: usize,
    /// Of them, those that wait for their `:`.
    waiting: usize,
    /// Binary operators and members: how deep the tree of what is to the left is.
    operands: usize,
    /// As deep as that was in what came before in the same bracket.
    deepest: usize,
    /// Whether the bracket is around an expression, where commas are operators.
    is_group: bool,
    /// Whether statements may stand in the bracket.
    is_block: bool,
    /// Whether names are being declared, between which commas are no operators.
    is_declaration: bool,
    /// Whether the bracket that is open within is a condition's.
    is_head: bool,
}

impl Level {
    fn restart(&mut self) {
        *self = Self {
            chain: self.base,
            base: self.base,
            is_block: self.is_block,
            is_group: self.is_group,
            deepest: self.deepest.max(self.operands),
            ..Self::default()
        };
    }
}

impl Level {
    /// Begins another operand of a condition.
    fn end_operands(&mut self) {
        self.deepest = self.deepest.max(self.operands);
        self.operands = 0;
    }

    /// Takes in a comma: between statements' operands an operator, elsewhere the end of an item. Items of
    /// an object that have no colon are counted, too, since what is no block cannot be told from one.
    fn comma(&mut self) {
        let is_declaration = self.is_declaration;
        let operands = self.operands + 1;
        self.restart();
        self.is_declaration = is_declaration;
        if self.is_block && !is_declaration {
            self.operands = operands;
        }
    }

    /// Takes in an operator between operands: those before the left one are done with.
    fn operator(&mut self) {
        self.prefixes = 0;
        self.operands += 1;
    }
}

impl Scan {
    fn too_much(&self) -> Option<TooMuch> {
        let level = &self.level;
        if self.around.len() > NESTING_MAX || level.chain + level.prefixes > CHAIN_MAX {
            return Some(TooMuch::Nesting);
        }
        let branches = OPERANDS_OF_BRANCH * (level.choices + self.elses);
        let brackets = OPERANDS_OF_BRACKET * self.around.len();
        if level.operands + branches + brackets <= OPERANDS_MAX {
            None
        } else if branches > level.operands {
            Some(TooMuch::Branches)
        } else {
            Some(TooMuch::Operands)
        }
    }

    fn open(&mut self, bracket: u8, is_behind_operand: bool) {
        let is_head = bracket == b'(' && self.is_head_word;
        self.level.is_head = is_head;
        self.level.operands += 1;
        self.around.push(self.level);
        self.level.is_block = bracket == b'{';
        self.level.is_group = match bracket {
            b'(' => is_head || !is_behind_operand,
            b'[' => is_behind_operand,
            _ => bracket == b'$',
        };
        self.level.base = self.level.chain + self.level.prefixes;
        self.level.restart();
        self.level.deepest = 0;
    }

    fn close(&mut self) {
        let inner = self.level.deepest.max(self.level.operands);
        self.level = self.around.pop().unwrap_or(Level {
            is_block: true,
            ..Level::default()
        });
        self.level.operands = self.level.operands.max(inner);
        if self.level.is_head {
            self.last = OPEN;
        }
    }

    /// Takes in what stands at `at`, and gives where the next starts.
    fn step(&mut self, text: &str, at: usize) -> usize {
        let bytes = text.as_bytes();
        let byte = bytes[at];
        let next = bytes.get(at + 1).copied();
        let last = self.last;
        let is_comment = byte == b'/' && matches!(next, Some(b'/' | b'*'));
        if !byte.is_ascii_whitespace() && !is_comment {
            self.last = byte;
            let is_word_before = std::mem::take(&mut self.is_head_word);
            self.is_head_word = is_word_before && byte == b'(';
        }
        match byte {
            quote @ (b'"' | b'\'') => {
                return end_of_quoted(bytes, at, quote) + 1;
            }
            b'/' if next == Some(b'/') => return end_of_line(bytes, at),
            b'/' if next == Some(b'*') => {
                let end = text.get(at + 2..).and_then(|rest| rest.find("*/"));
                return end.map_or(bytes.len(), |end| at + 2 + end + 2);
            }
            b'/' if may_start_expression(text, at) => {
                // An operand, as what stands in brackets is.
                self.last = b')';
                return end_of_expression(bytes, at).map_or(at + 1, |end| end + 1);
            }
            b'[' => {
                let is_index = is_operand_end(last) && !may_start_expression(text, at);
                self.open(byte, is_index);
            }
            b'(' | b'{' => {
                self.open(byte, !may_start_expression(text, at));
                self.is_head_word = false;
            }
            b')' | b']' => self.close(),
            b'}' => {
                self.close();
                if self
                    .templates
                    .pop_if(|depth| *depth == self.around.len())
                    .is_some()
                {
                    self.last = b'`';
                    return self.template(bytes, at + 1);
                }
                self.end_statement(text, at + 1);
            }
            b'`' => {
                // A template behind an operand is a call.
                if is_operand_end(last) && !may_start_expression(text, at) {
                    self.level.operands += 1;
                }
                return self.template(bytes, at + 1);
            }
            b';' => self.end_statement(text, at + 1),
            b',' if self.level.is_group => self.level.operator(),
            b',' => self.level.comma(),
            // A decorator is an expression, which may begin with another one.
            b'@' => self.level.prefixes += 1,
            b'!' if next == Some(b'=') => self.level.operator(),
            b'!' | b'~' => self.level.prefixes += 1,
            // `?.` does not nest.
            b'?' if next == Some(b'?') => {
                self.level.operator();
                return at + 2;
            }
            b'?' if next == Some(b'.') => return at + 2,
            b'?' => {
                self.level.choices += 1;
                self.level.waiting += 1;
                self.level.end_operands();
            }
            sign @ (b'-' | b'+') => return self.signs(bytes, at, sign, is_operand_end(last)),
            b'>' if at > 0 && bytes[at - 1] == b'=' => self.level.chain += 1,
            b'*' if next == Some(b'*') => self.level.chain += 1,
            // The rest of `&&`, `||` and shifts.
            b'&' | b'|' | b'<' | b'>' if at > 0 && bytes[at - 1] == byte => {}
            // Between operands: the operators before the left one are done with.
            b'*' | b'/' | b'%' | b'&' | b'|' | b'^' | b'<' | b'>' => self.level.operator(),
            b'.' => self.level.operands += 1,
            b'\n' => self.end_line(text, at + 1),
            // An assignment, a label, and the second half of a condition.
            b'=' if !is_comparison(bytes, at) => self.level.chain += 1,
            b'=' if next == Some(b'=') && last != b'=' && last != b'!' => self.level.operator(),
            b':' if self.level.waiting > 0 => {
                self.level.waiting -= 1;
                self.level.end_operands();
            }
            b':' => {
                self.level.chain += 1;
                // A member of an object, whose commas are no operators, begins with its name.
                self.level.end_operands();
            }
            byte if is_name_part(byte) => {
                let end = end_of_name(bytes, at);
                let word = &text[at..end];
                self.is_head_word = HEAD_WORDS.contains(&word);
                if PREFIX_WORDS.contains(&word) {
                    self.level.prefixes += 1;
                    self.last = OPEN;
                } else if NESTING_WORDS.contains(&word) {
                    self.level.chain += 1;
                    self.last = OPEN;
                } else if matches!(word, "in" | "instanceof") {
                    self.level.operator();
                } else if word == "else" {
                    self.last = OPEN;
                } else if matches!(word, "case" | "default") {
                    self.level.restart();
                } else if DECLARING_WORDS.contains(&word) {
                    self.level.is_declaration = true;
                }
                return end;
            }
            _ => {}
        }
        at + 1
    }

    /// Takes in the signs in a row of which the one at `at` is the first, and gives where they end. Two
    /// of a kind are one operator.
    fn signs(&mut self, bytes: &[u8], at: usize, sign: u8, is_behind_operand: bool) -> usize {
        let len = bytes[at..].iter().take_while(|byte| **byte == sign).count();
        let mut operators = len.div_ceil(2);
        if is_behind_operand {
            self.level.operator();
            operators -= 1;
        }
        self.level.prefixes += operators;
        at + len
    }

    /// The end of a template's text that starts at `at`: behind its quote, or where code begins.
    fn template(&mut self, bytes: &[u8], mut at: usize) -> usize {
        while at < bytes.len() {
            match bytes[at] {
                b'\\' => at += 1,
                b'`' => return at + 1,
                b'$' if bytes.get(at + 1) == Some(&b'{') => {
                    self.templates.push(self.around.len());
                    self.open(b'$', false);
                    self.last = OPEN;
                    return at + 2;
                }
                _ => {}
            }
            at += 1;
        }
        bytes.len()
    }

    /// Ends a statement that has no semicolon: where an operand stands behind another.
    fn end_line(&mut self, text: &str, at: usize) {
        if !self.level.is_block || !is_operand_end(self.last) {
            return;
        }
        let rest = text.get(at..).unwrap_or_default();
        let rest = rest.trim_start_matches([' ', '\t', '\r']);
        let Some(first) = rest.bytes().next() else {
            return;
        };
        let word = &rest[..end_of_name(rest.as_bytes(), 0)];
        if (is_name_part(first) && !FOLLOWING_WORDS.contains(&word))
            || matches!(first, b'\'' | b'"')
        {
            self.level.restart();
        }
    }

    fn end_statement(&mut self, text: &str, at: usize) {
        self.level.restart();
        let rest = text.get(at..).unwrap_or_default();
        // A look at the next word only: blanks in masses are looked at by the steps that follow.
        let rest = rest.trim_start_matches([' ', '\t', '\r', '\n']);
        if rest.starts_with("else") {
            self.elses += 1;
        } else if self.around.is_empty() || !rest.starts_with([';', '}']) {
            self.elses = 0;
        }
    }
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
