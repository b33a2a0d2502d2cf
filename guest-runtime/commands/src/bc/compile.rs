//! The language of bc: reads a program and compiles it for a machine with a stack.

mod lex;
mod statements;

use super::code::{Binary, Code, Failure, Function, Item, Local, Names, Place};
use lex::Token;

/// How deep expressions and statements nest.
const DEPTH_MAX: usize = 250;

/// Reads one item from the beginning of a text.
pub(super) struct Reader<'t> {
    text: &'t [u8],
    pub(super) at: usize,
    /// The line, counted from the beginning of the program.
    pub(super) line: usize,
    /// Whether there is no more text.
    is_last: bool,
    token: Token,
    names: &'t mut Names,
    code: Vec<Code>,
    /// Jumps of `break` and `continue` of the loops that are open.
    loops: Vec<Loop>,
    in_function: bool,
    is_void: bool,
    depth: usize,
    /// What is wrong with what can be read.
    complaint: Option<(Vec<u8>, usize)>,
    /// Bytes that are none of the language.
    pub(super) illegal: Vec<(u8, usize)>,
}

#[derive(Debug, Default)]
struct Loop {
    breaks: Vec<usize>,
    continues: Vec<usize>,
}

type Read<T> = Result<T, Failure>;

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t [u8], line: usize, is_last: bool, names: &'t mut Names) -> Self {
        Self {
            text,
            at: 0,
            line,
            is_last,
            token: Token::Line,
            names,
            code: Vec::new(),
            loops: Vec::new(),
            in_function: false,
            is_void: false,
            depth: 0,
            complaint: None,
            illegal: Vec::new(),
        }
    }

    fn wrong<T>(&self) -> Read<T> {
        self.says("syntax error")
    }

    fn says<T>(&self, message: &str) -> Read<T> {
        Err(Failure::Wrong(message.as_bytes().to_vec(), self.line))
    }

    /// What is wrong, although it can be read to its end.
    fn complain(&mut self, message: &str) {
        self.complain_at(message, self.line);
    }

    fn complain_at(&mut self, message: &str, line: usize) {
        self.complaint
            .get_or_insert_with(|| (message.as_bytes().to_vec(), line));
    }

    fn end<T>(&self) -> Read<T> {
        if self.is_last {
            self.wrong()
        } else {
            Err(Failure::More)
        }
    }

    /// Reads the next token.
    fn next(&mut self) -> Read<()> {
        self.token = self.lex()?;
        Ok(())
    }

    /// Leaves out the rest of the line.
    pub(super) fn skip_line(&mut self) {
        if self.token == Token::Line && self.at > 0 && self.text.get(self.at - 1) == Some(&b'\n') {
            return;
        }
        let rest = &self.text[self.at..];
        let end = rest.iter().position(|byte| *byte == b'\n');
        self.at += end.map_or(rest.len(), |end| end + 1);
        self.line += usize::from(end.is_some());
    }

    fn is_sign(&self, sign: &str) -> bool {
        matches!(&self.token, Token::Sign(found) if *found == sign)
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(&self.token, Token::Word(found) if *found == word)
    }

    fn expect(&mut self, sign: &str) -> Read<()> {
        if !self.is_sign(sign) {
            return self.unexpected();
        }
        self.next()
    }

    fn unexpected<T>(&self) -> Read<T> {
        if self.token == Token::End {
            self.end()
        } else {
            self.wrong()
        }
    }

    fn lines(&mut self) -> Read<()> {
        while self.token == Token::Line {
            self.next()?;
        }
        Ok(())
    }

    /// Reads an item; none at the end of the program.
    pub(super) fn item(&mut self) -> Read<Option<Item>> {
        self.next()?;
        if self.token == Token::End {
            return Ok(None);
        }
        if self.is_word("quit") {
            return Ok(Some(Item::Quit));
        }
        if self.is_word("define") {
            let function = self.function()?;
            return self.done(Item::Function(function));
        }
        loop {
            match self.token {
                Token::Line | Token::End => break,
                Token::Sign(";") => {
                    self.next()?;
                    continue;
                }
                _ => {}
            }
            self.statement()?;
            if !self.is_sign(";") && !matches!(self.token, Token::Line | Token::End) {
                return self.wrong();
            }
        }
        let code = std::mem::take(&mut self.code);
        self.done(Item::Line(code))
    }

    fn done(&mut self, item: Item) -> Read<Option<Item>> {
        match self.complaint.take() {
            Some((message, line)) => Err(Failure::Wrong(message, line)),
            None => Ok(Some(item)),
        }
    }

    fn function(&mut self) -> Read<Function> {
        self.next()?;
        let is_void = self.is_word("void");
        if is_void {
            self.next()?;
        }
        let Token::Name(name) = self.token.clone() else {
            return self.unexpected();
        };
        let name = self.names.number(&name);
        self.next()?;
        self.expect("(")?;
        let parameters = self.locals(")")?;
        self.next()?;
        self.lines()?;
        self.expect("{")?;
        self.lines()?;
        let mut autos = Vec::new();
        if self.is_word("auto") {
            self.next()?;
            autos = self.locals(";")?;
            self.next()?;
        }
        (self.in_function, self.is_void) = (true, is_void);
        // What follows the brace is another item.
        self.block()?;
        self.code.extend([Code::Zero, Code::Return]);
        let code = std::mem::take(&mut self.code);
        Ok(Function {
            name,
            parameters,
            autos,
            code,
            is_void,
        })
    }

    /// Names of variables and arrays up to a sign, or the end of the line.
    fn locals(&mut self, end: &str) -> Read<Vec<Local>> {
        let mut locals = Vec::new();
        loop {
            if self.is_sign(end) || (end == ";" && self.token == Token::Line) {
                return Ok(locals);
            }
            if !locals.is_empty() {
                self.expect(",")?;
            }
            let Token::Name(name) = self.token.clone() else {
                return self.unexpected();
            };
            self.next()?;
            let is_array = self.is_sign("[");
            if is_array {
                self.next()?;
                self.expect("]")?;
            }
            locals.push(Local {
                name: self.names.number(&name),
                is_array,
            });
        }
    }

    /// Statements up to a brace, which is the current token in the end.
    fn block(&mut self) -> Read<()> {
        loop {
            match &self.token {
                Token::Line | Token::Sign(";") => self.next()?,
                Token::Sign("}") => return Ok(()),
                Token::End => return self.end(),
                _ => {
                    self.statement()?;
                    if !matches!(self.token, Token::Line | Token::Sign(";" | "}")) {
                        return self.unexpected();
                    }
                }
            }
        }
    }

    fn deeper(&mut self) -> Read<()> {
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            return self.says("nests too deep");
        }
        Ok(())
    }

    /// How tight the operator binds that is the current token; none if it is no operator.
    fn binding(&self) -> Option<(u8, bool, &'static str)> {
        let Token::Sign(sign) = self.token else {
            return None;
        };
        Some(match sign {
            "||" => (1, false, sign),
            "&&" => (2, false, sign),
            "<" | "<=" | "==" | "!=" | ">=" | ">" => (4, false, sign),
            "+" | "-" => (6, false, sign),
            "*" | "/" | "%" => (7, false, sign),
            "^" => (8, true, sign),
            _ => return None,
        })
    }

    /// Reads operators that bind as tight as `least` or tighter. Answers whether all of it is an assignment.
    fn expression(&mut self, least: u8) -> Read<bool> {
        self.deeper()?;
        let mut is_assignment = self.operand()?;
        while let Some((tightness, is_right, sign)) = self.binding() {
            if tightness < least {
                break;
            }
            self.next()?;
            let next = if is_right { tightness } else { tightness + 1 };
            is_assignment = false;
            if matches!(sign, "&&" | "||") {
                self.logical(sign == "&&", next)?;
                continue;
            }
            self.expression(next)?;
            self.code.push(Code::Binary(binary(sign)));
        }
        self.depth -= 1;
        Ok(is_assignment)
    }

    fn logical(&mut self, is_and: bool, next: u8) -> Read<()> {
        let test = |short: bool| {
            if short {
                Code::JumpIfZero(0)
            } else {
                Code::JumpIfNot(0)
            }
        };
        self.code.push(test(is_and));
        let first = self.code.len() - 1;
        self.expression(next)?;
        self.code.push(test(is_and));
        let second = self.code.len() - 1;
        self.code.push(if is_and { Code::One } else { Code::Zero });
        let end = self.jump();
        self.land(first);
        self.land(second);
        self.code.push(if is_and { Code::Zero } else { Code::One });
        self.land(end);
        Ok(())
    }

    fn operand(&mut self) -> Read<bool> {
        match self.token.clone() {
            Token::Number(digits) => {
                self.code.push(Code::Constant(digits));
                self.next()?;
            }
            Token::Sign("(") => {
                self.next()?;
                self.expression(0)?;
                self.expect(")")?;
            }
            // What is assigned is not printed, with a sign before it either. A minus binds tighter than all
            // but steps.
            Token::Sign(sign @ ("-" | "!")) => {
                self.next()?;
                let is_assignment = self.expression(if sign == "-" { 9 } else { 4 })?;
                self.code
                    .push(if sign == "-" { Code::Negate } else { Code::Not });
                return Ok(is_assignment);
            }
            Token::Sign(sign @ ("++" | "--")) => {
                self.next()?;
                let Some(place) = self.place()? else {
                    return self.unexpected();
                };
                self.code.push(Code::Step {
                    place,
                    up: sign == "++",
                    before: false,
                });
            }
            Token::Word(word @ ("length" | "sqrt" | "read" | "random")) => {
                self.next()?;
                self.built_in(word)?;
            }
            Token::Name(_) | Token::Word("scale" | "ibase" | "obase" | "last") => {
                return self.named();
            }
            _ => return self.unexpected(),
        }
        Ok(false)
    }

    fn built_in(&mut self, word: &str) -> Read<()> {
        self.expect("(")?;
        let code = match word {
            "read" => Code::Read,
            "random" => Code::Random,
            _ => {
                self.expression(0)?;
                match word {
                    "length" => Code::Length,
                    "sqrt" => Code::Root,
                    _ => Code::ScaleOf,
                }
            }
        };
        self.code.push(code);
        self.expect(")")
    }

    /// The place that a name stands for, with its index in the code; none for a function, which is called.
    fn place(&mut self) -> Read<Option<Place>> {
        let token = self.token.clone();
        if !matches!(
            token,
            Token::Name(_) | Token::Word("scale" | "ibase" | "obase" | "last")
        ) {
            return self.unexpected();
        }
        self.next()?;
        Ok(Some(match token {
            Token::Word("scale") if self.is_sign("(") => {
                self.built_in("scale")?;
                return Ok(None);
            }
            Token::Word("scale") => Place::Scale,
            Token::Word("ibase") => Place::Ibase,
            Token::Word("obase") => Place::Obase,
            Token::Word("last") => Place::Last,
            Token::Name(name) => {
                let name = self.names.number(&name);
                if self.is_sign("(") {
                    self.next()?;
                    self.call(name)?;
                    return Ok(None);
                }
                if !self.is_sign("[") {
                    return Ok(Some(Place::Variable(name)));
                }
                self.next()?;
                self.expression(0)?;
                self.expect("]")?;
                Place::Element(name)
            }
            _ => return self.unexpected(),
        }))
    }

    fn call(&mut self, name: u32) -> Read<()> {
        let mut arguments = Vec::new();
        while !self.is_sign(")") {
            if !arguments.is_empty() {
                self.expect(",")?;
            }
            arguments.push(self.array_argument()?);
            if arguments.last() == Some(&None) {
                self.expression(0)?;
            }
        }
        self.next()?;
        self.code.push(Code::Call {
            name,
            arguments,
            is_statement: false,
        });
        Ok(())
    }

    /// The array that an argument is: a name with empty brackets.
    fn array_argument(&mut self) -> Read<Option<u32>> {
        let Token::Name(name) = self.token.clone() else {
            return Ok(None);
        };
        let (at, line) = (self.at, self.line);
        self.next()?;
        if self.is_sign("[") {
            self.next()?;
            if self.is_sign("]") {
                self.next()?;
                return Ok(Some(self.names.number(&name)));
            }
        }
        (self.at, self.line) = (at, line);
        self.token = Token::Name(name);
        Ok(None)
    }

    /// A variable, what is assigned to it, or a call.
    fn named(&mut self) -> Read<bool> {
        let Some(place) = self.place()? else {
            return Ok(false);
        };
        let Token::Sign(sign) = self.token else {
            self.code.push(Code::Load(place));
            return Ok(false);
        };
        match sign {
            "++" | "--" => {
                self.next()?;
                self.code.push(Code::Step {
                    place,
                    up: sign == "++",
                    before: true,
                });
                Ok(false)
            }
            "=" => {
                self.next()?;
                self.expression(5)?;
                self.code.push(Code::Store(place));
                Ok(true)
            }
            "+=" | "-=" | "*=" | "/=" | "%=" | "^=" => {
                self.next()?;
                self.code.push(match place {
                    Place::Element(name) => Code::LoadKept(name),
                    place => Code::Load(place),
                });
                self.expression(5)?;
                self.code
                    .extend([Code::Binary(binary(&sign[..1])), Code::Store(place)]);
                Ok(true)
            }
            _ => {
                self.code.push(Code::Load(place));
                Ok(false)
            }
        }
    }
}

fn binary(sign: &str) -> Binary {
    match sign {
        "+" => Binary::Add,
        "-" => Binary::Subtract,
        "*" => Binary::Multiply,
        "/" => Binary::Divide,
        "%" => Binary::Modulo,
        "^" => Binary::Power,
        "<" => Binary::Less,
        "<=" => Binary::LessEqual,
        "==" => Binary::Equal,
        "!=" => Binary::NotEqual,
        ">=" => Binary::GreaterEqual,
        _ => Binary::Greater,
    }
}
