//! What host and shell say to each other: one command, and how it ended.

use super::message::{Process, Step};
use super::{DecodeError, Decoder, Encoder};
use crate::value::Value;

/// A command to be run.
#[derive(Clone, Debug, PartialEq)]
pub struct Command {
    /// Its text, as the user gave it.
    pub source: String,
    /// The absolute path of the directory that it runs in; empty for that of its session, or the home.
    pub directory: String,
    /// Variables of its environment, with their values.
    pub environment: Vec<(String, String)>,
    /// The bytes of its standard input.
    pub stdin: Vec<u8>,
    /// Seeds everything that is random.
    pub seed: u64,
    /// Where its clock starts, in milliseconds since 1970.
    pub now_ms: f64,
    /// Bytes of each output at which the rest is left out.
    pub output_bytes_max: u32,
    /// The commands that may be run, if not all: names, each with the arguments that it has to begin
    /// with, if any, behind spaces.
    pub allowed: Option<Vec<String>>,
    /// The state that a session has left, which the command begins with and leaves anew; empty for a new
    /// session. None if it belongs to no session.
    pub session: Option<Vec<u8>>,
}

impl Command {
    /// Writes it.
    pub fn encode(&self, out: &mut Encoder) {
        out.string(&self.source);
        out.string(&self.directory);
        out.count(self.environment.len());
        for (name, value) in &self.environment {
            out.string(name);
            out.string(value);
        }
        out.count(self.stdin.len());
        out.raw(&self.stdin);
        out.u64(self.seed);
        out.f64(self.now_ms);
        out.u32(self.output_bytes_max);
        out.u8(self.allowed.is_some().into());
        if let Some(allowed) = &self.allowed {
            out.count(allowed.len());
            for command in allowed {
                out.string(command);
            }
        }
        out.u8(self.session.is_some().into());
        if let Some(state) = &self.session {
            out.count(state.len());
            out.raw(state);
        }
    }

    /// Reads it.
    ///
    /// # Errors
    ///
    /// Any [`DecodeError`].
    pub fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut decoder = Decoder::new(bytes);
        let source = decoder.string()?;
        let directory = decoder.string()?;
        let mut environment = Vec::new();
        for _ in 0..decoder.count()? {
            environment.push((decoder.string()?, decoder.string()?));
        }
        let length = decoder.count()?;
        let stdin = decoder.take(length)?.to_vec();
        let command = Self {
            source,
            directory,
            environment,
            stdin,
            seed: decoder.u64()?,
            now_ms: decoder.f64()?,
            output_bytes_max: decoder.u32()?,
            allowed: match flag(&mut decoder)? {
                true => Some(strings(&mut decoder)?),
                false => None,
            },
            session: match flag(&mut decoder)? {
                true => {
                    let length = decoder.count()?;
                    Some(decoder.take(length)?.to_vec())
                }
                false => None,
            },
        };
        decoder.finish()?;
        Ok(command)
    }
}

fn flag(decoder: &mut Decoder<'_>) -> Result<bool, DecodeError> {
    match decoder.u8()? {
        0 => Ok(false),
        1 => Ok(true),
        other => Err(DecodeError::UnknownTag(other)),
    }
}

fn strings(decoder: &mut Decoder<'_>) -> Result<Vec<String>, DecodeError> {
    let mut strings = Vec::new();
    for _ in 0..decoder.count()? {
        strings.push(decoder.string()?);
    }
    Ok(strings)
}

/// A program that a command runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// Its text.
    pub source: String,
    /// The time of the command's clock, in milliseconds since 1970.
    pub now_ms: f64,
    /// Whether its types, if any, are refused.
    pub is_javascript_only: bool,
    /// What it is given.
    pub process: Process,
}

impl Program {
    /// Writes it, behind the byte of its request.
    pub fn encode(&self, out: &mut Encoder) {
        out.string(&self.source);
        out.f64(self.now_ms);
        out.u8(self.is_javascript_only.into());
        self.process.encode(out);
    }

    /// Reads it, behind the byte of its request.
    ///
    /// # Errors
    ///
    /// Any [`DecodeError`].
    pub fn decode(decoder: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        let program = Self {
            source: decoder.string()?,
            now_ms: decoder.f64()?,
            is_javascript_only: flag(decoder)?,
            process: Process::decode(decoder)?,
        };
        decoder.finish()?;
        Ok(program)
    }
}

/// What becomes of a program that a command runs and that has stepped aside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoOn {
    /// The number of the program.
    pub program: u32,
    /// What it goes on with: the input that it has asked for, and otherwise nothing. `None` ends it.
    pub input: Option<Vec<u8>>,
}

impl GoOn {
    /// Writes it, behind the byte of its request.
    pub fn encode(&self, out: &mut Encoder) {
        out.u32(self.program);
        out.u8(self.input.is_some().into());
        if let Some(input) = &self.input {
            out.count(input.len());
            out.raw(input);
        }
    }

    /// Reads it, behind the byte of its request.
    ///
    /// # Errors
    ///
    /// Any [`DecodeError`].
    pub fn decode(decoder: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        let program = decoder.u32()?;
        let input = match flag(decoder)? {
            true => {
                let length = decoder.count()?;
                Some(decoder.take(length)?.to_vec())
            }
            false => None,
        };
        decoder.finish()?;
        Ok(Self { program, input })
    }
}

/// What a program has printed to one of its outputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// Whether it goes to standard error.
    pub is_of_errors: bool,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// What comes next of a program that a command runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Nothing: it has ended with this exit code.
    Ended(i32),
    /// The program of this number has stepped aside, and goes on when it is told to.
    GoesOn(u32),
    /// The same, for input.
    WantsInput(u32),
    /// It has not begun: it would have to run to its end at once, and needs its whole input for that.
    WantsAll,
}

/// How far a program has come that a command runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What it has printed since it was last asked, in order.
    pub printed: Vec<Printed>,
    /// What comes next.
    pub next: Next,
}

impl Progress {
    /// Writes it as a value.
    pub fn encode_value(&self, out: &mut Encoder) {
        let (kind, number) = match self.next {
            Next::Ended(code) => (0.0, f64::from(code)),
            Next::GoesOn(program) => (1.0, f64::from(program)),
            Next::WantsInput(program) => (2.0, f64::from(program)),
            Next::WantsAll => (3.0, 0.0),
        };
        out.array(3);
        out.number(kind);
        out.number(number);
        out.array(2 * self.printed.len());
        for printed in &self.printed {
            out.boolean(printed.is_of_errors);
            out.bytes(&printed.bytes);
        }
    }

    /// What such a value says; none if it is of another kind.
    #[must_use]
    pub fn of_value(value: Value) -> Option<Self> {
        let Value::Array(parts) = value else {
            return None;
        };
        let parts: [Value; 3] = parts.try_into().ok()?;
        let [
            Value::Number(kind),
            Value::Number(number),
            Value::Array(pieces),
        ] = parts
        else {
            return None;
        };
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a cast from a float saturates"
        )]
        let next = match kind as u32 {
            0 => Next::Ended(number as i32),
            1 => Next::GoesOn(number as u32),
            2 => Next::WantsInput(number as u32),
            3 => Next::WantsAll,
            _ => return None,
        };
        let mut printed = Vec::with_capacity(pieces.len() / 2);
        let mut pieces = pieces.into_iter();
        while let Some(output) = pieces.next() {
            let (Value::Boolean(is_of_errors), Some(Value::Bytes(bytes))) = (output, pieces.next())
            else {
                return None;
            };
            printed.push(Printed {
                is_of_errors,
                bytes,
            });
        }
        Some(Self { printed, next })
    }
}

/// What a command has written to one of its outputs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// How many more there were, which were left out.
    pub omitted: u64,
}

impl Output {
    /// The first bytes of an output, at most so many.
    #[must_use]
    pub fn cut(mut bytes: Vec<u8>, bytes_max: usize) -> Self {
        let omitted = bytes.len().saturating_sub(bytes_max) as u64;
        bytes.truncate(bytes_max);
        Self { bytes, omitted }
    }
}

/// How a command ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exit {
    /// Its exit code.
    pub code: i32,
    /// What it has written to its standard output.
    pub stdout: Output,
    /// What it has written to its standard error.
    pub stderr: Output,
    /// The state that it leaves to the next command of its session, if it belongs to one.
    pub session: Option<Vec<u8>>,
}

impl Exit {
    /// Writes it as a [`Step::Returned`].
    pub fn encode(&self, out: &mut Encoder) {
        Step::encode_returned(out);
        self.encode_value(out);
    }

    /// Writes it as a value.
    pub fn encode_value(&self, out: &mut Encoder) {
        out.array(6);
        out.number(f64::from(self.code));
        for output in [&self.stdout, &self.stderr] {
            out.bytes(&output.bytes);
            #[expect(
                clippy::cast_precision_loss,
                reason = "a guest has fewer than 2^53 bytes"
            )]
            out.number(output.omitted as f64);
        }
        match &self.session {
            Some(state) => out.bytes(state),
            None => out.null(),
        }
    }

    /// The exit in the value of a [`Step::Returned`]; none if it is no exit.
    #[must_use]
    pub fn of_value(value: Value) -> Option<Self> {
        let Value::Array(parts) = value else {
            return None;
        };
        let parts: [Value; 6] = parts.try_into().ok()?;
        let [
            Value::Number(code),
            Value::Bytes(stdout),
            Value::Number(stdout_omitted),
            Value::Bytes(stderr),
            Value::Number(stderr_omitted),
            session,
        ] = parts
        else {
            return None;
        };
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a cast from a float saturates"
        )]
        let output = |bytes, omitted: f64| Output {
            bytes,
            omitted: omitted as u64,
        };
        Some(Self {
            #[expect(
                clippy::cast_possible_truncation,
                reason = "a cast from a float saturates"
            )]
            code: code as i32,
            stdout: output(stdout, stdout_omitted),
            stderr: output(stderr, stderr_omitted),
            session: match session {
                Value::Bytes(state) => Some(state),
                _ => None,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_read_as_it_was_written() {
        let command = Command {
            source: "cat é > /a".to_owned(),
            directory: "/b".to_owned(),
            environment: vec![("A".to_owned(), "1".to_owned())],
            stdin: vec![0, 255, 10],
            seed: 7,
            now_ms: 1.5,
            output_bytes_max: 9,
            allowed: None,
            session: None,
        };
        let restricted = Command {
            allowed: Some(vec!["ls".to_owned(), "sed -n".to_owned()]),
            session: Some(vec![1, 0]),
            ..command.clone()
        };
        let mut out = Encoder::new();
        restricted.encode(&mut out);
        assert_eq!(Command::decode(out.as_bytes()), Ok(restricted));
        let mut out = Encoder::new();
        command.encode(&mut out);
        assert_eq!(Command::decode(out.as_bytes()), Ok(command));
        let cut = &out.as_bytes()[..out.len() - 1];
        assert!(Command::decode(cut).is_err());
    }

    #[test]
    fn a_program_is_read_as_it_was_written() {
        let program = Program {
            source: "1".to_owned(),
            now_ms: 2.5,
            is_javascript_only: true,
            process: Process {
                arguments: vec!["js".to_owned(), "é".to_owned()],
                environment: vec![("A".to_owned(), "é".to_owned())],
                directory: "/src".to_owned(),
                stdin: Some(vec![0, 255]),
                prints_result: true,
            },
        };
        let mut out = Encoder::new();
        program.encode(&mut out);
        let read = Program::decode(&mut Decoder::new(out.as_bytes()));
        assert_eq!(read, Ok(program));
        let cut = &out.as_bytes()[..out.len() - 1];
        assert!(Program::decode(&mut Decoder::new(cut)).is_err());
    }

    #[test]
    fn what_a_program_goes_on_with_is_read_as_it_was_written() {
        for input in [None, Some(Vec::new()), Some(vec![0, 255])] {
            let goes_on = GoOn { program: 7, input };
            let mut out = Encoder::new();
            goes_on.encode(&mut out);
            let read = GoOn::decode(&mut Decoder::new(out.as_bytes()));
            assert_eq!(read, Ok(goes_on));
            let cut = &out.as_bytes()[..out.len() - 1];
            assert!(GoOn::decode(&mut Decoder::new(cut)).is_err());
        }
    }

    #[test]
    fn progress_is_read_as_it_was_written() {
        let nexts = [
            Next::Ended(-1),
            Next::GoesOn(u32::MAX),
            Next::WantsInput(2),
            Next::WantsAll,
        ];
        for next in nexts {
            let piece = |is_of_errors, bytes: &[u8]| Printed {
                is_of_errors,
                bytes: bytes.to_vec(),
            };
            let progress = Progress {
                printed: vec![piece(false, b"a\n"), piece(true, &[0, 255])],
                next,
            };
            let mut out = Encoder::new();
            progress.encode_value(&mut out);
            let value = Decoder::new(out.as_bytes()).value().unwrap();
            assert_eq!(Progress::of_value(value), Some(progress));
        }
        let unpaired = vec![
            Value::Number(0.0),
            Value::Number(0.0),
            Value::Array(vec![Value::Boolean(true)]),
        ];
        assert_eq!(Progress::of_value(Value::Array(unpaired)), None);
        assert_eq!(Progress::of_value(Value::Null), None);
    }

    #[test]
    fn an_exit_is_the_value_of_a_step() {
        let exit = Exit {
            code: 3,
            stdout: Output::cut(vec![0, 255, 10], 2),
            stderr: Output::cut(b"no".to_vec(), 2),
            session: Some(vec![7]),
        };
        assert_eq!((exit.stdout.omitted, exit.stderr.omitted), (1, 0));
        let mut out = Encoder::new();
        exit.encode(&mut out);
        let Ok(Step::Returned(value)) = Step::decode(out.as_bytes()) else {
            panic!("it is no step");
        };
        assert_eq!(Exit::of_value(value), Some(exit));
        assert_eq!(Exit::of_value(Value::Array(vec![Value::Null])), None);
    }
}
