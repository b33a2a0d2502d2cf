//! Classes of the flag `v`, which nest, have operators, and hold strings.

use super::{Error, Parser, codepoints_from_class_positive, error, make_alt};
use crate::codepointset::{CodePoint, CodePointSet, Interval};
use crate::ir;
use crate::types::{BracketContents, CharacterClassType, MAX_NESTING_DEPTH};
use crate::unicode::{self, PropertyEscapeKind};
use crate::util::to_char_sat;
use alloc::collections::BTreeSet;
use core::mem;

extern crate alloc;

/// What a class matches.
///
/// Invariant: where case is ignored, `codes` has all cases of what it has, and `strings` are
/// folded, so that operators need not think of case.
#[derive(Debug, Default)]
pub(super) struct ClassSet {
    codes: CodePointSet,
    /// Strings of another length than one.
    strings: BTreeSet<Box<[CodePoint]>>,
    /// What the grammar says about strings, whether there are any in the end or not.
    may_have_strings: bool,
}

/// What came before in a class.
#[derive(Clone, Copy, PartialEq)]
enum State {
    Start,
    /// One operand, which an operator may follow.
    Operand,
    Union,
    Intersection,
    Subtraction,
}

/// One operand, or one end of a range.
enum Operand {
    Character(CodePoint),
    Set(ClassSet),
}

impl ClassSet {
    pub(super) fn of_codes(codes: CodePointSet, icase: bool) -> Self {
        let codes = if icase {
            unicode::close_over_case(codes, true)
        } else {
            codes
        };
        Self {
            codes,
            ..Self::default()
        }
    }

    pub(super) fn of_strings<'s>(
        strings: impl IntoIterator<Item = &'s [CodePoint]>,
        icase: bool,
    ) -> Self {
        let mut set = Self::default();
        let mut codes = CodePointSet::new();
        for string in strings {
            if let [code] = string {
                codes.add_one(*code);
                continue;
            }
            let fold = |code: &CodePoint| {
                if icase {
                    unicode::fold_code_point(*code, true)
                } else {
                    *code
                }
            };
            set.strings.insert(string.iter().map(fold).collect());
            set.may_have_strings = true;
        }
        set.codes = Self::of_codes(codes, icase).codes;
        set
    }

    fn add(&mut self, other: Self) {
        self.codes.add_set(other.codes);
        self.strings.extend(other.strings);
        self.may_have_strings |= other.may_have_strings;
    }

    fn intersect(&mut self, other: &Self) {
        self.codes.intersect(other.codes.intervals());
        self.strings.retain(|string| other.strings.contains(string));
        self.may_have_strings &= other.may_have_strings;
    }

    fn subtract(&mut self, other: &Self) {
        self.codes.remove(other.codes.intervals());
        self.strings
            .retain(|string| !other.strings.contains(string));
    }

    /// Matches the longest string first.
    pub(super) fn into_node(self, icase: bool) -> ir::Node {
        let bracket = ir::Node::Bracket(BracketContents {
            invert: false,
            cps: self.codes,
        });
        let has_empty = self.strings.contains([].as_slice());
        let mut long: Vec<_> = self
            .strings
            .into_iter()
            .filter(|string| !string.is_empty())
            .collect();
        long.sort_by_key(|string| core::cmp::Reverse(string.len()));
        let mut nodes = Vec::new();
        if !long.is_empty() {
            nodes.push(ir::Node::StringSet {
                alternatives: long,
                icase,
            });
        }
        nodes.push(bracket);
        if has_empty {
            nodes.push(ir::Node::Empty);
        }
        make_alt(nodes)
    }
}

impl<I> Parser<I>
where
    I: Iterator<Item = u32> + Clone,
{
    /// A class behind its opening bracket.
    pub(super) fn consume_class_set(&mut self) -> Result<ClassSet, Error> {
        let is_negated = self.try_consume('^');
        let mut set = self.consume_class_contents()?;
        if is_negated {
            if set.may_have_strings {
                return error("Negated character class may contain strings");
            }
            set.codes = set.codes.inverted();
        }
        Ok(set)
    }

    fn consume_class_contents(&mut self) -> Result<ClassSet, Error> {
        let mut set = ClassSet::default();
        let mut state = State::Start;
        loop {
            if self.peek().is_none() {
                return error("Unterminated character class");
            }
            if self.try_consume(']') {
                return Ok(set);
            }
            let operator = if self.try_consume_str("&&") {
                Some(State::Intersection)
            } else if self.try_consume_str("--") {
                Some(State::Subtraction)
            } else {
                None
            };
            if let Some(operator) = operator {
                if state != State::Operand && state != operator {
                    return error("Invalid set operation in character class");
                }
                state = operator;
                // Of three signs, none belongs to an operand.
                if state == State::Intersection && self.peek() == Some(u32::from('&')) {
                    return error("Invalid character in character class");
                }
                let operand = self.consume_class_operand()?;
                let operand = self.class_of_operand(operand);
                if state == State::Intersection {
                    set.intersect(&operand);
                } else {
                    set.subtract(&operand);
                }
                continue;
            }
            if matches!(state, State::Intersection | State::Subtraction) {
                return error("Invalid set operation in character class");
            }
            let operand = self.consume_class_operand()?;
            let is_range =
                self.peek() == Some(u32::from('-')) && !self.clone_input_starts_with("--");
            state = if state == State::Start && !is_range {
                State::Operand
            } else {
                State::Union
            };
            if !is_range {
                set.add(self.class_of_operand(operand));
                continue;
            }
            self.consume('-');
            let (Operand::Character(first), Operand::Character(last)) =
                (operand, self.consume_class_operand()?)
            else {
                return error("Invalid character class");
            };
            if first > last {
                return error("Range out of order in character class");
            }
            let mut range = CodePointSet::new();
            range.add(Interval { first, last });
            set.add(ClassSet::of_codes(range, self.flags.icase));
        }
    }

    fn clone_input_starts_with(&self, text: &str) -> bool {
        let mut input = self.input.clone();
        text.chars().all(|c| input.next() == Some(u32::from(c)))
    }

    fn class_of_operand(&self, operand: Operand) -> ClassSet {
        match operand {
            Operand::Set(set) => set,
            Operand::Character(code) => {
                let mut codes = CodePointSet::new();
                codes.add_one(code);
                ClassSet::of_codes(codes, self.flags.icase)
            }
        }
    }

    fn consume_class_operand(&mut self) -> Result<Operand, Error> {
        if self.try_consume('[') {
            self.depth += 1;
            if self.depth > MAX_NESTING_DEPTH {
                return error("Regular expression is too deeply nested");
            }
            let set = self.consume_class_set()?;
            self.depth -= 1;
            return Ok(Operand::Set(set));
        }
        if self.try_consume_str("\\q") {
            return self.consume_class_strings().map(Operand::Set);
        }
        let mut input = self.input.clone();
        let class = match (input.next().map(to_char_sat), input.next().map(to_char_sat)) {
            (Some('\\'), Some(letter)) => letter,
            _ => return self.consume_class_character().map(Operand::Character),
        };
        let of_type = match class {
            'd' | 'D' => CharacterClassType::Digits,
            's' | 'S' => CharacterClassType::Spaces,
            'w' | 'W' => CharacterClassType::Words,
            'p' | 'P' => {
                self.consume('\\');
                self.consume(class);
                return self.consume_class_property(class == 'P').map(Operand::Set);
            }
            _ => return self.consume_class_character().map(Operand::Character),
        };
        self.consume('\\');
        self.consume(class);
        let mut set = ClassSet::of_codes(codepoints_from_class_positive(of_type), self.flags.icase);
        if class.is_ascii_uppercase() {
            set.codes = set.codes.inverted();
        }
        Ok(Operand::Set(set))
    }

    /// What stands behind `\p` or, inverted, `\P`.
    pub(super) fn consume_class_property(&mut self, invert: bool) -> Result<ClassSet, Error> {
        let icase = self.flags.icase;
        match self.try_consume_unicode_property_escape()? {
            PropertyEscapeKind::CharacterClass(intervals) => {
                let codes = CodePointSet::from_sorted_disjoint_intervals(intervals.to_vec());
                let mut set = ClassSet::of_codes(codes, icase);
                if invert {
                    set.codes = set.codes.inverted();
                }
                Ok(set)
            }
            PropertyEscapeKind::StringSet(_) if invert => error("Invalid property name"),
            PropertyEscapeKind::StringSet(strings) => {
                let mut set = ClassSet::of_strings(strings.iter().copied(), icase);
                set.may_have_strings = true;
                Ok(set)
            }
        }
    }

    /// What stands behind `\q`.
    fn consume_class_strings(&mut self) -> Result<ClassSet, Error> {
        if !self.try_consume('{') {
            return error("Invalid escape");
        }
        let mut strings = Vec::new();
        let mut string = Vec::new();
        loop {
            if self.peek().is_none() {
                return error("Invalid character class");
            }
            if self.try_consume('}') {
                strings.push(string);
                break;
            }
            if self.try_consume('|') {
                strings.push(mem::take(&mut string));
                continue;
            }
            string.push(self.consume_class_character()?);
        }
        let strings = strings.iter().map(Vec::as_slice);
        Ok(ClassSet::of_strings(strings, self.flags.icase))
    }

    fn consume_class_character(&mut self) -> Result<CodePoint, Error> {
        let Some(code) = self.next() else {
            return error("Unterminated character class");
        };
        match to_char_sat(code) {
            '\\' => {
                let Some(escaped) = self.peek() else {
                    return error("\\ at end of pattern");
                };
                match to_char_sat(escaped) {
                    'b' => {
                        self.consume('b');
                        Ok(0x8)
                    }
                    '&' | '-' | '!' | '#' | '%' | ',' | ':' | ';' | '<' | '=' | '>' | '@' | '`'
                    | '~' => Ok(self.consume(escaped)),
                    _ => self.consume_character_escape(),
                }
            }
            '(' | ')' | '[' | ']' | '{' | '}' | '/' | '-' | '|' => {
                error("Invalid character in character class")
            }
            '&' | '!' | '#' | '$' | '%' | '*' | '+' | ',' | '.' | ':' | ';' | '<' | '=' | '>'
            | '?' | '@' | '^' | '`' | '~'
                if self.peek() == Some(code) =>
            {
                error("Invalid set operation in character class")
            }
            _ => Ok(code),
        }
    }
}
