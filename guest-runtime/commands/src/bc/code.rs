//! What a program of bc is compiled to.

use std::collections::HashMap;

/// Where a value lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Variable(u32),
    /// An array, whose index lies on the stack.
    Element(u32),
    Scale,
    Ibase,
    Obase,
    Last,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    Power,
    Less,
    LessEqual,
    Equal,
    NotEqual,
    GreaterEqual,
    Greater,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Code {
    Constant(Vec<u8>),
    One,
    Zero,
    Load(Place),
    Store(Place),
    /// Loads an element and keeps its index.
    LoadKept(u32),
    /// Adds one, or takes one away, and leaves the value before or after.
    Step {
        place: Place,
        up: bool,
        before: bool,
    },
    Negate,
    Not,
    Binary(Binary),
    Jump(usize),
    JumpIfZero(usize),
    JumpIfNot(usize),
    /// Prints a value on a line of its own.
    Print,
    /// Prints a value without a line break.
    PrintPart,
    PrintText(Vec<u8>),
    Drop,
    /// Calls a function; for each argument the array that it is, if it is one. `prints` where it is a
    /// statement, so that a void function prints nothing.
    Call {
        name: u32,
        arguments: Vec<Option<u32>>,
        is_statement: bool,
    },
    Return,
    Length,
    Root,
    ScaleOf,
    Read,
    Random,
    Halt,
}

/// A parameter or a variable of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Local {
    pub(super) name: u32,
    pub(super) is_array: bool,
}

/// A function.
#[derive(Clone, Debug)]
pub(super) struct Function {
    pub(super) name: u32,
    pub(super) parameters: Vec<Local>,
    pub(super) autos: Vec<Local>,
    pub(super) code: Vec<Code>,
    pub(super) is_void: bool,
}

/// What was read.
#[derive(Clone, Debug)]
pub(super) enum Item {
    Line(Vec<Code>),
    Function(Function),
    Quit,
}

/// Why nothing was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// The text ends before the item does.
    More,
    /// It is wrong: the message and the line.
    Wrong(Vec<u8>, usize),
    /// The program ends where it says so, although what is before it on the line was not run.
    Quit,
}

/// Names of variables, arrays and functions, as numbers.
#[derive(Debug, Default)]
pub(super) struct Names {
    known: HashMap<Vec<u8>, u32>,
    pub(super) texts: Vec<Vec<u8>>,
}

impl Names {
    pub(super) fn number(&mut self, name: &[u8]) -> u32 {
        if let Some(number) = self.known.get(name) {
            return *number;
        }
        let number =
            u32::try_from(self.texts.len()).expect("names are fewer than bytes of a program");
        self.known.insert(name.to_vec(), number);
        self.texts.push(name.to_vec());
        number
    }
}
