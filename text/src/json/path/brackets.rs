//! From text to what is in the brackets of JSONPath.

use super::Step;
use super::piece::{descent, quoted};
use super::selector::{Comparable, Filter, Operator, Query, Selection, Selector};
use crate::json::{Json, parse as parse_json};

/// Filters and parentheses inside of each other, at most: each level calls itself a few times.
const LEVELS_MAX: usize = 40;

const OPERATORS: [(&str, Operator); 6] = [
    ("==", Operator::Equal),
    ("!=", Operator::NotEqual),
    ("<=", Operator::LessOrEqual),
    (">=", Operator::GreaterOrEqual),
    ("<", Operator::Less),
    (">", Operator::Greater),
];

/// What an operand of a filter is.
enum Operand {
    Value(Comparable),
    Query(Query),
    Test(Filter),
}

/// Reads what is in brackets.
pub(super) struct Parser<'a> {
    rest: &'a str,
    levels: usize,
}

impl<'a> Parser<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            rest: text,
            levels: 0,
        }
    }

    pub(super) fn rest(&self) -> &'a str {
        self.rest
    }

    /// Reads selectors up to the closing bracket.
    pub(super) fn selection(&mut self) -> Result<Selection, String> {
        let start = self.rest;
        let mut selectors = Vec::new();
        loop {
            selectors.push(self.selector()?);
            if self.eat("]") {
                break;
            }
            if !self.eat(",") {
                return Err(self.expected("',' or ']'"));
            }
        }
        let text = &start[..start.len() - self.rest.len()];
        Ok(Selection {
            selectors,
            text: format!("[{text}"),
        })
    }

    fn selector(&mut self) -> Result<Selector, String> {
        self.skip_space();
        match self.rest.chars().next() {
            Some(quote @ ('"' | '\'')) => {
                let (name, rest) = quoted(&self.rest[1..], quote)?;
                self.rest = rest;
                Ok(Selector::Name(name))
            }
            Some('*') => {
                self.rest = &self.rest[1..];
                Ok(Selector::Every)
            }
            Some('?') => {
                self.rest = &self.rest[1..];
                Ok(Selector::Filter(self.filter()?))
            }
            _ => self.slice(),
        }
    }

    /// Reads an index or a slice.
    fn slice(&mut self) -> Result<Selector, String> {
        let start = self.integer();
        if !self.eat(":") {
            return match start {
                Some(index) => Ok(Selector::Index(index)),
                None => Err(self.expected("an index, a slice such as 0:2, a quoted key, * or ?")),
            };
        }
        let end = self.integer();
        let step = match self.eat(":") {
            true => self.integer(),
            false => None,
        };
        Ok(Selector::Slice {
            start,
            end,
            step: step.unwrap_or(1),
        })
    }

    /// Reads a whole number; one that is too large is the largest.
    fn integer(&mut self) -> Option<i64> {
        self.skip_space();
        let digits = self.rest.strip_prefix('-').unwrap_or(self.rest);
        let count = digits.bytes().take_while(u8::is_ascii_digit).count();
        if count == 0 {
            return None;
        }
        let (number, rest) = self.rest.split_at(self.rest.len() - digits.len() + count);
        self.rest = rest;
        let limit = match number.starts_with('-') {
            true => i64::MIN,
            false => i64::MAX,
        };
        Some(number.parse().unwrap_or(limit))
    }

    /// Reads conditions between `||`.
    fn filter(&mut self) -> Result<Filter, String> {
        self.nested(|parser| parser.between("||", Self::all, Filter::Any))
    }

    /// Reads conditions between `&&`.
    fn all(&mut self) -> Result<Filter, String> {
        self.between("&&", Self::condition, Filter::All)
    }

    /// Reads one filter, or several with an operator between them.
    fn between(
        &mut self,
        operator: &str,
        one: fn(&mut Self) -> Result<Filter, String>,
        several: fn(Vec<Filter>) -> Filter,
    ) -> Result<Filter, String> {
        let mut filters = vec![one(self)?];
        while self.eat(operator) {
            filters.push(one(self)?);
        }
        Ok(match filters.len() {
            1 => filters.remove(0),
            _ => several(filters),
        })
    }

    /// Reads something one level deeper.
    fn nested<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, String>,
    ) -> Result<T, String> {
        self.levels += 1;
        if self.levels > LEVELS_MAX {
            return Err(format!("its filters nest more than {LEVELS_MAX} deep"));
        }
        let done = read(self)?;
        self.levels -= 1;
        Ok(done)
    }

    fn condition(&mut self) -> Result<Filter, String> {
        self.skip_space();
        if self.rest.starts_with('!') && !self.rest.starts_with("!=") {
            self.rest = &self.rest[1..];
            self.skip_space();
            if self.rest.starts_with('!') {
                return Err("'!!' is not understood; leave it out".to_owned());
            }
            let negated = match self.eat("(") {
                true => self.parenthesized()?,
                false => {
                    let operand = self.operand()?;
                    self.test(operand)?
                }
            };
            return Ok(Filter::Not(Box::new(negated)));
        }
        if self.eat("(") {
            return self.parenthesized();
        }
        let left = self.operand()?;
        match self.operator()? {
            None => self.test(left),
            Some(operator) => {
                let right = self.operand()?;
                Ok(Filter::Compare(
                    comparable(left)?,
                    operator,
                    comparable(right)?,
                ))
            }
        }
    }

    fn parenthesized(&mut self) -> Result<Filter, String> {
        let filter = self.filter()?;
        match self.eat(")") {
            true => Ok(filter),
            false => Err(self.expected("')'")),
        }
    }

    /// An operand that is a condition by itself.
    fn test(&self, operand: Operand) -> Result<Filter, String> {
        match operand {
            Operand::Query(query) => Ok(Filter::Exists(query)),
            Operand::Test(filter) => Ok(filter),
            Operand::Value(_) => Err(self.expected("a comparison such as == 1")),
        }
    }

    fn operator(&mut self) -> Result<Option<Operator>, String> {
        self.skip_space();
        for (wrong, right) in [
            ("===", "=="),
            ("!==", "!="),
            (
                "=~",
                "match(@.key, \"pattern\") or search(@.key, \"pattern\")",
            ),
        ] {
            if self.rest.starts_with(wrong) {
                return Err(format!("'{wrong}' is not understood; write {right}"));
            }
        }
        let found = OPERATORS
            .iter()
            .find(|(text, _)| self.rest.starts_with(text));
        if let Some((text, operator)) = found {
            self.rest = &self.rest[text.len()..];
            return Ok(Some(*operator));
        }
        match self.rest.starts_with('=') {
            true => Err("'=' is not understood; write ==".to_owned()),
            false => Ok(None),
        }
    }

    fn operand(&mut self) -> Result<Operand, String> {
        self.skip_space();
        let first = self.rest.chars().next();
        match first {
            Some('@' | '$') => {
                self.rest = &self.rest[1..];
                Ok(Operand::Query(Query {
                    is_from_root: first == Some('$'),
                    steps: self.steps()?,
                }))
            }
            Some(quote @ ('"' | '\'')) => {
                let (text, rest) = quoted(&self.rest[1..], quote)?;
                self.rest = rest;
                Ok(Operand::Value(Comparable::Literal(Json::String(text))))
            }
            Some('-' | '0'..='9') => self.number(),
            Some('a'..='z') => self.word(),
            _ => Err(self.expected("@, $, a text, a number, true, false, null or a function")),
        }
    }

    fn number(&mut self) -> Result<Operand, String> {
        let is_part = |byte: &u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
        let length = self.rest.bytes().take_while(is_part).count();
        let (number, rest) = self.rest.split_at(length);
        let Ok(number @ Json::Number(_)) = parse_json(number) else {
            return Err(format!("{number} is no number of JSON"));
        };
        self.rest = rest;
        Ok(Operand::Value(Comparable::Literal(number)))
    }

    /// Reads `true`, `false`, `null` or a function.
    fn word(&mut self) -> Result<Operand, String> {
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let length = self.rest.bytes().take_while(is_part).count();
        let (word, rest) = self.rest.split_at(length);
        let literal = match word {
            "true" => Some(Json::Bool(true)),
            "false" => Some(Json::Bool(false)),
            "null" => Some(Json::Null),
            _ => None,
        };
        if let Some(literal) = literal {
            self.rest = rest;
            return Ok(Operand::Value(Comparable::Literal(literal)));
        }
        if !["length", "count", "value", "match", "search"].contains(&word) {
            return Err(format!(
                "{word} is not understood; functions are length, count, value, match and search, \
                 a member is @.{word}, and a text has quotes"
            ));
        }
        let Some(rest) = rest.strip_prefix('(') else {
            return Err(format!("expected '(' after {word}"));
        };
        self.rest = rest;
        let operand = self.nested(|parser| parser.call(word))?;
        match self.eat(")") {
            true => Ok(operand),
            false => Err(self.expected(&format!("')' after the arguments of {word}"))),
        }
    }

    fn call(&mut self, function: &str) -> Result<Operand, String> {
        let first = self.operand()?;
        match (function, first) {
            ("count", Operand::Query(query)) => Ok(Operand::Value(Comparable::Count(query))),
            ("value", Operand::Query(query)) => Ok(Operand::Value(Comparable::Value(query))),
            ("count" | "value", _) => Err(format!("{function} needs a path such as @.*")),
            ("length", first) => {
                let value = Box::new(comparable(first)?);
                Ok(Operand::Value(Comparable::Length(value)))
            }
            (_, first) => {
                if !self.eat(",") {
                    return Err(self.expected(&format!("the pattern of {function}")));
                }
                let pattern = self.operand()?;
                Ok(Operand::Test(Filter::Matches {
                    is_whole: function == "match",
                    text: comparable(first)?,
                    pattern: comparable(pattern)?,
                }))
            }
        }
    }

    /// Reads the steps of a path in a filter, whose names have no blanks and operators.
    fn steps(&mut self) -> Result<Vec<Step>, String> {
        let mut steps = Vec::new();
        loop {
            let next = self.rest.trim_start();
            let is_descent = next.starts_with("..");
            let after = match next.strip_prefix(if is_descent { ".." } else { "." }) {
                Some(after) => after,
                None if next.starts_with('[') => next,
                None => return Ok(steps),
            };
            self.rest = after;
            let step = match after.chars().next() {
                Some('[') => {
                    self.rest = &after[1..];
                    self.bracket()?
                }
                Some('*') => {
                    self.rest = &after[1..];
                    Step::Every
                }
                _ => {
                    let is_part = |c: char| {
                        c.is_ascii_alphanumeric() || ['_', '-', '$'].contains(&c) || !c.is_ascii()
                    };
                    let length = after.find(|c| !is_part(c)).unwrap_or(after.len());
                    if length == 0 {
                        return Err(self.expected("a name"));
                    }
                    self.rest = &after[length..];
                    Step::Name(after[..length].into())
                }
            };
            steps.push(match is_descent {
                true => descent(step)?,
                false => step,
            });
        }
    }

    /// Reads brackets of a path in a filter.
    fn bracket(&mut self) -> Result<Step, String> {
        self.levels += 1;
        let selection = self.selection()?;
        self.levels -= 1;
        let index = |index: i64| usize::try_from(index.unsigned_abs()).unwrap_or(usize::MAX);
        Ok(match selection.selectors.as_slice() {
            [Selector::Every] => Step::Every,
            [Selector::Index(at @ 0..)] => Step::Index(index(*at)),
            [Selector::Index(at)] => Step::FromEnd(index(*at)),
            _ => Step::Select(selection),
        })
    }

    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn eat(&mut self, text: &str) -> bool {
        let next = self.rest.trim_start().strip_prefix(text);
        self.rest = next.unwrap_or(self.rest);
        next.is_some()
    }

    fn expected(&self, what: &str) -> String {
        match self.rest.trim_start().chars().next() {
            None => format!("expected {what} at its end"),
            Some(found) => format!("expected {what} before '{found}'"),
        }
    }
}

/// An operand that can be compared.
fn comparable(operand: Operand) -> Result<Comparable, String> {
    match operand {
        Operand::Value(value) => Ok(value),
        Operand::Query(query) if query.is_single() => Ok(Comparable::Query(query)),
        Operand::Query(_) => Err(
            "a path that can name several values cannot be compared; write it as a filter of its own, \
             or count(…) or value(…) of it"
                .to_owned(),
        ),
        Operand::Test(_) => Err("match and search give no value to compare".to_owned()),
    }
}
