//! Statements of bc.

use super::lex::Token;
use super::{Loop, Read, Reader};
use crate::bc::code::{Code, Failure};

impl Reader<'_> {
    pub(super) fn statement(&mut self) -> Read<()> {
        if self.is_word("quit") {
            return Err(Failure::Quit);
        }
        self.deeper()?;
        match self.token.clone() {
            Token::Text(text) => {
                self.code.push(Code::PrintText(text));
                self.next()?;
            }
            Token::Sign("{") => {
                self.next()?;
                self.block()?;
                self.next()?;
            }
            Token::Word(
                word @ ("if" | "while" | "for" | "break" | "continue" | "return" | "print" | "halt"
                | "auto" | "define" | "limits" | "warranty" | "quit"),
            ) => {
                let word_line = self.line;
                self.next()?;
                self.keyword(word, word_line)?;
            }
            _ => self.expression_statement()?,
        }
        self.depth -= 1;
        Ok(())
    }

    fn expression_statement(&mut self) -> Read<()> {
        let start = self.code.len();
        let is_assignment = self.expression(0)?;
        if is_assignment {
            self.code.push(Code::Drop);
            return Ok(());
        }
        if let Some(Code::Call { is_statement, .. }) = self.code[start..].last_mut() {
            *is_statement = true;
        }
        self.code.push(Code::Print);
        Ok(())
    }

    pub(super) fn jump(&mut self) -> usize {
        self.code.push(Code::Jump(0));
        self.code.len() - 1
    }

    fn jump_if_zero(&mut self) -> usize {
        self.code.push(Code::JumpIfZero(0));
        self.code.len() - 1
    }

    /// Lets a jump go to what comes next.
    pub(super) fn land(&mut self, jump: usize) {
        self.aim(jump, self.code.len());
    }

    fn aim(&mut self, jump: usize, target: usize) {
        if let Code::Jump(to) | Code::JumpIfZero(to) | Code::JumpIfNot(to) = &mut self.code[jump] {
            *to = target;
        }
    }

    fn keyword(&mut self, word: &str, word_line: usize) -> Read<()> {
        match word {
            "if" => {
                self.expect("(")?;
                self.expression(0)?;
                self.expect(")")?;
                let over = self.jump_if_zero();
                self.lines()?;
                self.statement()?;
                if self.is_word("else") {
                    let end = self.jump();
                    self.land(over);
                    self.next()?;
                    self.lines()?;
                    self.statement()?;
                    self.land(end);
                } else {
                    self.land(over);
                }
            }
            "while" => {
                self.expect("(")?;
                let start = self.code.len();
                self.expression(0)?;
                self.expect(")")?;
                let out = self.jump_if_zero();
                self.looped()?;
                let jump = self.jump();
                self.aim(jump, start);
                self.land(out);
                self.leave(start);
            }
            "for" => self.for_loop()?,
            "break" => {
                let jump = self.jump();
                match self.loops.last_mut() {
                    Some(open) => open.breaks.push(jump),
                    None => self.complain_at("Break outside a for/while", word_line),
                }
            }
            "continue" => {
                let jump = self.jump();
                match self.loops.last_mut() {
                    Some(open) => open.continues.push(jump),
                    None => self.complain_at("Continue outside a for", word_line),
                }
            }
            "return" => self.returned()?,
            "print" => loop {
                match self.token.clone() {
                    Token::Text(text) => {
                        self.code.push(Code::PrintText(unescaped(&text)));
                        self.next()?;
                    }
                    _ => {
                        self.expression(0)?;
                        self.code.push(Code::PrintPart);
                    }
                }
                if !self.is_sign(",") {
                    return Ok(());
                }
                self.next()?;
            },
            "halt" => self.code.push(Code::Halt),
            "limits" => self.code.push(Code::PrintText(
                b"BC_BASE_MAX     = 2147483647\nBC_DIM_MAX      = 16777215\nBC_SCALE_MAX    = 2147483647\nBC_STRING_MAX   = 2147483647\nMAX Exponent    = 9223372036854775807\nNumber of vars  = 32767\n"
                .to_vec(),
            )),
            "warranty" => self.code.push(Code::PrintText(b"There is no warranty.\n".to_vec())),
            _ => return self.wrong(),
        }
        Ok(())
    }

    /// The body of a loop.
    fn looped(&mut self) -> Read<()> {
        self.loops.push(Loop::default());
        self.lines()?;
        self.statement()
    }

    /// Ends a loop: `continue` goes to a place, `break` to what comes next.
    fn leave(&mut self, again: usize) {
        let open = self.loops.pop().unwrap_or_default();
        for jump in open.breaks {
            self.land(jump);
        }
        for jump in open.continues {
            self.aim(jump, again);
        }
    }

    fn for_loop(&mut self) -> Read<()> {
        self.expect("(")?;
        if !self.is_sign(";") {
            self.expression(0)?;
            self.code.push(Code::Drop);
        }
        self.expect(";")?;
        let test = self.code.len();
        let mut out = None;
        if !self.is_sign(";") {
            self.expression(0)?;
            out = Some(self.jump_if_zero());
        }
        self.expect(";")?;
        let to_body = self.jump();
        let step = self.code.len();
        if !self.is_sign(")") {
            self.expression(0)?;
            self.code.push(Code::Drop);
        }
        self.expect(")")?;
        let to_test = self.jump();
        self.aim(to_test, test);
        self.land(to_body);
        self.looped()?;
        let again = self.jump();
        self.aim(again, step);
        if let Some(out) = out {
            self.land(out);
        }
        self.leave(step);
        Ok(())
    }

    fn returned(&mut self) -> Read<()> {
        if matches!(
            self.token,
            Token::Line | Token::End | Token::Sign(";" | "}")
        ) {
            self.code.push(Code::Zero);
        } else {
            if self.is_void {
                self.complain("Return expression in a void function.");
            }
            self.expression(0)?;
        }
        if !self.in_function {
            self.complain("Return outside of a function.");
        }
        self.code.push(Code::Return);
        Ok(())
    }
}

/// A text of `print` with what its escapes mean.
fn unescaped(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut bytes = text.iter();
    while let Some(byte) = bytes.next() {
        if *byte != b'\\' {
            out.push(*byte);
            continue;
        }
        match bytes.next() {
            Some(b'a') => out.push(7),
            Some(b'b') => out.push(8),
            Some(b'f') => out.push(12),
            Some(b'n') => out.push(b'\n'),
            Some(b'q') => out.push(b'"'),
            Some(b'r') => out.push(b'\r'),
            Some(b't') => out.push(b'\t'),
            Some(b'\\') => out.push(b'\\'),
            _ => {}
        }
    }
    out
}
