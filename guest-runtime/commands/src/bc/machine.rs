//! Runs what was compiled.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};

use num_bigint::BigInt;

use super::code::{Binary, Code, Function, Local, Names, Place};
use super::library;
use super::number::Number;
use crate::bytes::cat;
use crate::run::{End, Run, Step};

/// Columns of output, one of them for the backslash.
const LINE_COLUMNS: usize = 70;

/// Steps between two stops.
const STEPS: usize = 10_000;

/// The largest index of an array.
const INDEX_MAX: i64 = 16_777_215;

/// The largest base of numbers that are read.
const IBASE_MAX: u32 = 36;

type Array = BTreeMap<u32, Number>;

/// What a name was before a call.
enum Saved {
    Variable(u32, Option<Number>),
    Array(u32, Option<Array>),
}

/// A call that is under way.
struct Frame {
    /// The function that called; none for the program.
    function: Option<usize>,
    at: usize,
    saved: Vec<Saved>,
    stack: usize,
    is_statement: bool,
}

/// Why a line is given up.
enum Stop {
    Command(End),
    /// The words of the error.
    Error(String),
    Halt,
}

impl From<End> for Stop {
    fn from(end: End) -> Self {
        Self::Command(end)
    }
}

/// The state of a program.
pub(super) struct Machine {
    variables: HashMap<u32, Number>,
    arrays: HashMap<u32, Array>,
    functions: Vec<Function>,
    scale: usize,
    ibase: u32,
    obase: BigInt,
    last: Number,
    pub(super) has_library: bool,
    columns: usize,
    line_columns: usize,
    stack: Vec<Number>,
    frames: Vec<Frame>,
    /// The function that runs.
    current: Option<usize>,
    random: u64,
}

/// Text that `read` takes numbers from.
pub(super) struct Reading<'r> {
    pub(super) text: &'r mut Vec<u8>,
    pub(super) is_over: &'r mut bool,
}

impl Machine {
    pub(super) fn new(run: &Run<'_, '_>, has_library: bool) -> Self {
        let given = run
            .variable("BC_LINE_LENGTH")
            .and_then(crate::bytes::number::<usize>);
        let line_columns = match given {
            Some(0) => usize::MAX,
            Some(columns) if columns > 2 => columns,
            _ => LINE_COLUMNS,
        };
        Self {
            variables: HashMap::new(),
            arrays: HashMap::new(),
            functions: Vec::new(),
            scale: if has_library { 20 } else { 0 },
            ibase: 10,
            obase: BigInt::from(10),
            last: Number::default(),
            has_library,
            columns: 0,
            line_columns,
            stack: Vec::new(),
            frames: Vec::new(),
            current: None,
            random: 1,
        }
    }

    pub(super) fn define(&mut self, function: Function) {
        self.functions.retain(|known| known.name != function.name);
        self.functions.push(function);
    }

    /// Runs a line. Answers whether the program goes on.
    pub(super) async fn line(
        &mut self,
        run: &mut Run<'_, '_>,
        names: &mut Names,
        code: &[Code],
        mut reading: Reading<'_>,
    ) -> Step<bool> {
        let stopped = self.go(run, names, code, &mut reading).await;
        let Err(stop) = stopped else {
            return Ok(true);
        };
        match stop {
            Stop::Command(end) => return Err(end),
            Stop::Halt => return Ok(false),
            Stop::Error(words) => {
                let name = match self.current.and_then(|at| self.functions.get(at)) {
                    Some(function) => names.texts[function.name as usize].clone(),
                    None => b"(main)".to_vec(),
                };
                while let Some(frame) = self.frames.pop() {
                    self.restore(frame.saved);
                }
                (self.current, self.columns) = (None, 0);
                self.stack.clear();
                run.flush()?;
                run.put_error(cat!["Runtime error (func=", name, "): ", words, "\n"])?;
            }
        }
        Ok(true)
    }

    fn warn(&self, run: &mut Run<'_, '_>, names: &Names, words: &str) -> Step<()> {
        let name = match self.current.and_then(|at| self.functions.get(at)) {
            Some(function) => names.texts[function.name as usize].clone(),
            None => b"(main)".to_vec(),
        };
        run.flush()?;
        run.put_error(cat!["Runtime warning (func=", name, "): ", words, "\n"])
    }

    fn restore(&mut self, saved: Vec<Saved>) {
        for saved in saved.into_iter().rev() {
            match saved {
                Saved::Variable(name, Some(value)) => drop(self.variables.insert(name, value)),
                Saved::Variable(name, None) => drop(self.variables.remove(&name)),
                Saved::Array(name, Some(array)) => drop(self.arrays.insert(name, array)),
                Saved::Array(name, None) => drop(self.arrays.remove(&name)),
            }
        }
    }

    fn pop(&mut self) -> Number {
        self.stack
            .pop()
            .expect("the compiler pushes before it takes")
    }

    async fn go(
        &mut self,
        run: &mut Run<'_, '_>,
        names: &mut Names,
        main: &[Code],
        reading: &mut Reading<'_>,
    ) -> Result<(), Stop> {
        let (mut at, mut steps) = (0, 0_usize);
        loop {
            steps += 1;
            if steps.is_multiple_of(STEPS) {
                run.turn().await;
            }
            let code = match self.current {
                None => main.get(at).cloned(),
                Some(function) => self.functions[function].code.get(at).cloned(),
            };
            let Some(code) = code else {
                return Ok(());
            };
            at += 1;
            match code {
                Code::Jump(to) => at = to,
                Code::JumpIfZero(to) => {
                    if self.pop().is_zero() {
                        at = to;
                    }
                }
                Code::JumpIfNot(to) => {
                    if !self.pop().is_zero() {
                        at = to;
                    }
                }
                Code::Call {
                    name,
                    arguments,
                    is_statement,
                } => {
                    at = self.call(names, name, &arguments, is_statement, at)?;
                    run.turn().await;
                }
                Code::Return => {
                    let value = self.pop();
                    let Some(frame) = self.frames.pop() else {
                        return Ok(());
                    };
                    let is_void = self
                        .current
                        .is_some_and(|function| self.functions[function].is_void);
                    self.restore(frame.saved);
                    self.stack.truncate(frame.stack);
                    (self.current, at) = (frame.function, frame.at);
                    if is_void && frame.is_statement {
                        // It prints nothing.
                        at += 1;
                    } else if is_void {
                        return Err(Stop::Error("void expression".to_owned()));
                    } else {
                        self.stack.push(value);
                    }
                }
                Code::Read => {
                    let number = self.read(run, reading).await?;
                    self.stack.push(number);
                }
                Code::Halt => return Err(Stop::Halt),
                code => {
                    self.step(run, names, code)?;
                    run.turn().await;
                }
            }
        }
    }

    /// What neither jumps nor waits.
    fn step(&mut self, run: &mut Run<'_, '_>, names: &Names, code: Code) -> Result<(), Stop> {
        match code {
            Code::Constant(text) => self.stack.push(Number::read(&text, self.ibase)),
            Code::One => self.stack.push(Number::whole(1)),
            Code::Zero => self.stack.push(Number::default()),
            Code::Load(place) => {
                let value = self.load(place)?;
                self.stack.push(value);
            }
            Code::LoadKept(name) => {
                let index = self.stack.last().cloned().unwrap_or_default();
                let value = self.element(name, &index)?;
                self.stack.push(value);
            }
            Code::Store(place) => {
                let value = self.pop();
                self.store(run, names, place, value.clone())?;
                self.stack.push(value);
            }
            Code::Step { place, up, before } => {
                let index = self.stack.last().cloned();
                let old = self.load(place)?;
                let one = Number::whole(1);
                let new = if up {
                    old.add(&one)
                } else {
                    old.subtract(&one)
                };
                if let (Place::Element(_), Some(index)) = (place, index) {
                    self.stack.push(index);
                }
                self.store(run, names, place, new.clone())?;
                self.stack.push(if before { old } else { new });
            }
            Code::Negate => {
                let value = self.pop().negated();
                self.stack.push(value);
            }
            Code::Not => {
                let value = self.pop();
                self.stack.push(Number::whole(u32::from(value.is_zero())));
            }
            Code::Binary(operator) => {
                let (right, left) = (self.pop(), self.pop());
                let value = self.compute(run, names, operator, &left, &right)?;
                self.stack.push(value);
            }
            Code::Print | Code::PrintPart => {
                let value = self.pop();
                self.show(run, &value)?;
                self.last = value;
                if code == Code::Print {
                    run.put("\n")?;
                    self.columns = 0;
                }
            }
            Code::PrintText(text) => self.put(run, &text)?,
            Code::Drop => drop(self.pop()),
            Code::Length => {
                let length = self.pop().length();
                self.stack.push(Number::whole(length));
            }
            Code::ScaleOf => {
                let scale = self.pop().scale;
                self.stack.push(Number::whole(scale));
            }
            Code::Root => match self.pop().root(self.scale) {
                Some(root) => self.stack.push(root),
                None => return Err(Stop::Error("Square root of a negative number".to_owned())),
            },
            Code::Random => {
                // Numbers of 31 bits, from the same seed each time.
                self.random = self
                    .random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                self.stack.push(Number::whole(self.random >> 33));
            }
            _ => {}
        }
        Ok(())
    }

    fn index(index: &Number, names: &str) -> Result<u32, Stop> {
        let found = index
            .to_i64()
            .filter(|index| (0..=INDEX_MAX).contains(index));
        let found = found.and_then(|index| u32::try_from(index).ok());
        found.ok_or_else(|| Stop::Error(format!("Array {names} subscript out of bounds.")))
    }

    fn element(&self, name: u32, index: &Number) -> Result<Number, Stop> {
        let index = Self::index(index, "")?;
        let array = self.arrays.get(&name);
        Ok(array
            .and_then(|array| array.get(&index))
            .cloned()
            .unwrap_or_default())
    }

    fn load(&mut self, place: Place) -> Result<Number, Stop> {
        Ok(match place {
            Place::Variable(name) => self.variables.get(&name).cloned().unwrap_or_default(),
            Place::Element(name) => {
                let index = self.pop();
                self.element(name, &index)?
            }
            Place::Scale => Number::whole(self.scale),
            Place::Ibase => Number::whole(self.ibase),
            Place::Obase => Number::whole(self.obase.clone()),
            Place::Last => self.last.clone(),
        })
    }

    fn store(
        &mut self,
        run: &mut Run<'_, '_>,
        names: &Names,
        place: Place,
        value: Number,
    ) -> Result<(), Stop> {
        match place {
            Place::Variable(name) => drop(self.variables.insert(name, value)),
            Place::Element(name) => {
                let index = self.pop();
                let index = Self::index(&index, "")?;
                self.arrays.entry(name).or_default().insert(index, value);
            }
            Place::Scale => match value.to_i64() {
                Some(scale) if scale < 0 => {
                    self.scale = 0;
                    self.warn(run, names, "negative scale, set to 0")?;
                }
                Some(scale) if scale <= i64::from(i32::MAX) => {
                    self.scale = usize::try_from(scale).unwrap_or(0)
                }
                _ => {
                    self.scale = i32::MAX as usize;
                    self.warn(run, names, "scale too large, set to 2147483647")?;
                }
            },
            Place::Ibase => match value.to_i64() {
                Some(base) if base < 2 => {
                    self.ibase = 2;
                    self.warn(run, names, "ibase too small, set to 2")?;
                }
                Some(base) if base <= i64::from(IBASE_MAX) => {
                    self.ibase = u32::try_from(base).unwrap_or(10)
                }
                _ => {
                    self.ibase = IBASE_MAX;
                    self.warn(run, names, "ibase too large, set to 36")?;
                }
            },
            Place::Obase => {
                self.obase = value.at(0);
                if self.obase < BigInt::from(2) {
                    self.obase = BigInt::from(2);
                    self.warn(run, names, "obase too small, set to 2")?;
                }
            }
            Place::Last => self.last = value,
        }
        Ok(())
    }

    fn compute(
        &self,
        run: &mut Run<'_, '_>,
        names: &Names,
        operator: Binary,
        left: &Number,
        right: &Number,
    ) -> Result<Number, Stop> {
        let compared =
            |fits: fn(Ordering) -> bool| Number::whole(u32::from(fits(left.compare(right))));
        let by_zero = |words: &str| Stop::Error(words.to_owned());
        Ok(match operator {
            Binary::Add => left.add(right),
            Binary::Subtract => left.subtract(right),
            Binary::Multiply => left.multiply(right, self.scale),
            Binary::Divide => left
                .divide(right, self.scale)
                .ok_or_else(|| by_zero("Divide by zero"))?,
            Binary::Modulo => left
                .modulo(right, self.scale)
                .ok_or_else(|| by_zero("Modulo by zero"))?,
            Binary::Power => {
                if right.scale > 0 {
                    self.warn(run, names, "non-zero scale in exponent")?;
                }
                let exponent = right
                    .to_i64()
                    .ok_or_else(|| by_zero("exponent too large in raise"))?;
                left.power(exponent, self.scale)
                    .ok_or_else(|| by_zero("divide by zero"))?
            }
            Binary::Less => compared(Ordering::is_lt),
            Binary::LessEqual => compared(Ordering::is_le),
            Binary::Equal => compared(Ordering::is_eq),
            Binary::NotEqual => compared(Ordering::is_ne),
            Binary::GreaterEqual => compared(Ordering::is_ge),
            Binary::Greater => compared(Ordering::is_gt),
        })
    }

    /// Prints text, broken where a line is full.
    fn put(&mut self, run: &mut Run<'_, '_>, text: &[u8]) -> Step<()> {
        let mut out = Vec::with_capacity(text.len() + text.len() / 60);
        for byte in text {
            if *byte == b'\n' {
                self.columns = 0;
            } else {
                self.columns += 1;
                if self.columns == self.line_columns.saturating_sub(1) {
                    out.extend(b"\\\n");
                    self.columns = 1;
                }
            }
            out.push(*byte);
        }
        run.put(out)
    }

    fn show(&mut self, run: &mut Run<'_, '_>, value: &Number) -> Step<()> {
        let text = value.shown(&self.obase);
        self.put(run, text.as_bytes())
    }

    /// Calls a function: of the program, or of the library. Answers where the code goes on.
    fn call(
        &mut self,
        names: &Names,
        name: u32,
        arguments: &[Option<u32>],
        is_statement: bool,
        at: usize,
    ) -> Result<usize, Stop> {
        let text = &names.texts[name as usize];
        let found = self
            .functions
            .iter()
            .position(|function| function.name == name);
        let Some(found) = found else {
            if self.has_library && self.built_in(text, arguments)? {
                return Ok(at);
            }
            let text = String::from_utf8_lossy(text);
            return Err(Stop::Error(format!("Function {text} not defined.")));
        };
        let function = &self.functions[found];
        let fits = |(local, array): (&Local, &Option<u32>)| local.is_array == array.is_some();
        let pairs = function.parameters.iter().zip(arguments);
        if function.parameters.len() != arguments.len() {
            return Err(Stop::Error("Parameter number mismatch".to_owned()));
        }
        if !pairs.clone().all(fits) {
            return Err(Stop::Error("Parameter type mismatch".to_owned()));
        }
        let (parameters, autos) = (function.parameters.clone(), function.autos.clone());
        let count = arguments.iter().filter(|array| array.is_none()).count();
        let start = self.stack.len() - count;
        let mut values = self.stack.split_off(start).into_iter();
        let copies: Vec<Array> = arguments
            .iter()
            .flatten()
            .map(|array| self.arrays.get(array).cloned().unwrap_or_default())
            .collect();
        let mut copies = copies.into_iter();
        let mut saved = Vec::new();
        for local in parameters.iter().chain(&autos) {
            if local.is_array {
                let array = copies.next().unwrap_or_default();
                saved.push(Saved::Array(
                    local.name,
                    self.arrays.insert(local.name, array),
                ));
            } else {
                let value = values.next().unwrap_or_default();
                saved.push(Saved::Variable(
                    local.name,
                    self.variables.insert(local.name, value),
                ));
            }
        }
        self.frames.push(Frame {
            function: self.current,
            at,
            saved,
            stack: self.stack.len(),
            is_statement,
        });
        self.current = Some(found);
        Ok(0)
    }

    /// Computes a function of the library; answers whether there is one of the name.
    fn built_in(&mut self, name: &[u8], arguments: &[Option<u32>]) -> Result<bool, Stop> {
        let count = match name {
            b"s" | b"c" | b"a" | b"e" | b"l" => 1,
            b"j" => 2,
            _ => return Ok(false),
        };
        if arguments.len() != count || arguments.iter().any(Option::is_some) {
            return Err(Stop::Error("Parameter number mismatch".to_owned()));
        }
        let x = self.pop();
        let value = match name {
            b"s" => library::sin(&x, self.scale),
            b"c" => library::cos(&x, self.scale),
            b"a" => library::atan(&x, self.scale),
            b"e" => library::exp(&x, self.scale),
            b"l" => library::ln(&x, self.scale),
            _ => {
                let order = self.pop().to_i64();
                let order =
                    order.ok_or_else(|| Stop::Error("the order of j() is too large".to_owned()))?;
                library::bessel(order, &x, self.scale)
            }
        };
        self.stack.push(value);
        Ok(true)
    }

    /// A number of the input.
    async fn read(&self, run: &mut Run<'_, '_>, reading: &mut Reading<'_>) -> Result<Number, Stop> {
        run.flush()?;
        loop {
            let blank = reading
                .text
                .iter()
                .take_while(|byte| byte.is_ascii_whitespace())
                .count();
            reading.text.drain(..blank);
            let is_digit = |byte: &&u8| matches!(byte, b'0'..=b'9' | b'A'..=b'Z' | b'.' | b'-');
            let length = reading.text.iter().take_while(is_digit).count();
            if length < reading.text.len() || *reading.is_over {
                let digits: Vec<u8> = reading.text.drain(..length).collect();
                return Ok(Number::read(&digits, self.ibase));
            }
            super::more(run, reading.text, reading.is_over).await?;
        }
    }
}
