//! What host and shell say to each other: one command, and how it ended.

use super::message::Step;
use super::{DecodeError, Decoder, Encoder};
use crate::value::Value;

/// A command to be run.
#[derive(Clone, Debug, PartialEq)]
pub struct Command {
    /// Its text, as the user gave it.
    pub source: String,
    /// The absolute path of the directory that it runs in.
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
        };
        decoder.finish()?;
        Ok(command)
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
}

impl Exit {
    /// Writes it as a [`Step::Returned`].
    pub fn encode(&self, out: &mut Encoder) {
        Step::encode_returned(out);
        out.array(5);
        out.number(f64::from(self.code));
        for output in [&self.stdout, &self.stderr] {
            out.bytes(&output.bytes);
            #[expect(
                clippy::cast_precision_loss,
                reason = "a guest has fewer than 2^53 bytes"
            )]
            out.number(output.omitted as f64);
        }
    }

    /// The exit in the value of a [`Step::Returned`]; none if it is no exit.
    #[must_use]
    pub fn of_value(value: Value) -> Option<Self> {
        let Value::Array(parts) = value else {
            return None;
        };
        let parts: [Value; 5] = parts.try_into().ok()?;
        let [
            Value::Number(code),
            Value::Bytes(stdout),
            Value::Number(stdout_omitted),
            Value::Bytes(stderr),
            Value::Number(stderr_omitted),
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
        };
        let mut out = Encoder::new();
        command.encode(&mut out);
        assert_eq!(Command::decode(out.as_bytes()), Ok(command));
        let cut = &out.as_bytes()[..out.len() - 1];
        assert!(Command::decode(cut).is_err());
    }

    #[test]
    fn an_exit_is_the_value_of_a_step() {
        let exit = Exit {
            code: 3,
            stdout: Output::cut(vec![0, 255, 10], 2),
            stderr: Output::cut(b"no".to_vec(), 2),
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
