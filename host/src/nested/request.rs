//! What a guest asks for: a command with its options, or a program.

use isolate_protocol::wire::Decoder;
use isolate_protocol::wire::message::request;
use isolate_protocol::wire::shell::Program;
use isolate_protocol::{ErrorCode, StateError, Value};

use super::refused;
use crate::decode;
use crate::decode::Unread;

const EXEC: &str = "state.exec";
const JS: &str = "js";

/// How a call is written.
const FORM: &str =
    "await state.exec(\"ls -l\", { cwd: \"/src\", env: { A: \"1\" }, stdin: \"text\" })";

/// A run that is to be within another.
pub(crate) enum Asked {
    Command(Wanted),
    Program(Box<Program>),
}

/// A command that a program runs.
#[derive(Debug, Default)]
pub(crate) struct Wanted {
    pub(crate) command: String,
    pub(crate) directory: String,
    pub(crate) environment: Vec<(String, String)>,
    pub(crate) stdin: Vec<u8>,
    pub(crate) now_ms: f64,
    /// Whether its outputs are answered as bytes.
    pub(crate) answers_bytes: bool,
}

impl Asked {
    /// What asks for it, in messages.
    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Self::Command(_) => EXEC,
            Self::Program(_) => JS,
        }
    }

    /// Whether it is a program that goes on piece by piece.
    pub(crate) const fn steps_aside(&self) -> bool {
        matches!(self, Self::Program(program) if program.process.stdin.is_none())
    }

    pub(crate) const fn is_program(&self) -> bool {
        matches!(self, Self::Program(_))
    }
}

/// What a guest may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum May {
    /// It is none that anybody has asked for.
    Nothing,
    /// It is within another run itself.
    NoMore,
    Programs,
    /// Programs and commands.
    Both,
}

/// Reads a request, and checks that it may be done; otherwise gives the error that the guest is answered.
pub(crate) fn asked(bytes: &[u8], may: May) -> Result<Result<Asked, StateError>, Unread> {
    let mut decoder = Decoder::new(bytes);
    let is_program = decoder.u8()? == request::PROGRAM;
    let is_allowed = may == May::Both || (is_program && may == May::Programs);
    if !is_allowed {
        return Ok(Err(refusal(is_program, may)));
    }
    if is_program {
        let program = Program::decode(&mut decoder)?;
        return Ok(Ok(Asked::Program(Box::new(program))));
    }
    let now_ms = decoder.f64()?;
    let count = decoder.u8()?;
    let mut values = Vec::new();
    for _ in 0..count {
        values.push(decode::value(&mut decoder)?);
    }
    decoder.finish()?;
    let wanted = wanted(values, now_ms);
    let wanted = wanted.map_err(|text| StateError::argument(format!("{EXEC}: {text}")));
    Ok(wanted.map(Asked::Command))
}

fn refusal(is_program: bool, may: May) -> StateError {
    let (name, text) = match (is_program, may) {
        (true, May::NoMore) => (
            JS,
            "a command that a program runs cannot run programs: do it in the program",
        ),
        (false, May::NoMore) => (
            EXEC,
            "a program that a command runs cannot run commands: do it in the command",
        ),
        (true, _) => (JS, "programs are not run here"),
        (false, _) => (
            EXEC,
            "programs may not run commands in this run: use the tool exec, or ask whoever runs this to allow it",
        ),
    };
    refused(ErrorCode::NotPermitted, name, text)
}

/// The command in the arguments of a call, or what is wrong with them.
fn wanted(values: Vec<Value>, now_ms: f64) -> Result<Wanted, String> {
    let mut values = values.into_iter();
    let mut wanted = Wanted {
        now_ms,
        ..Wanted::default()
    };
    let mut command = None;
    let options = match values.next() {
        Some(Value::String(text)) => {
            command = Some(text.text);
            values.next()
        }
        // All of it in one object.
        Some(options @ Value::Object(_)) => Some(options),
        _ => None,
    };
    if values.any(|more| !is_nothing(&more)) {
        return Err(format!("it takes a command and its options: {FORM}"));
    }
    match options {
        Some(Value::Object(members)) => {
            for (key, value) in members {
                if is_nothing(&value) {
                    continue;
                }
                match (key.text.as_str(), value) {
                    ("command", Value::String(text)) if command.is_none() => {
                        command = Some(text.text);
                    }
                    (name, value) => wanted.set(name, value)?,
                }
            }
        }
        Some(other) if !is_nothing(&other) => {
            return Err(format!("its options are an object: {FORM}"));
        }
        _ => {}
    }
    wanted.command =
        command.ok_or_else(|| format!("it takes a command, which is a text: {FORM}"))?;
    Ok(wanted)
}

impl Wanted {
    fn set(&mut self, name: &str, value: Value) -> Result<(), String> {
        match (name, value) {
            ("cwd", Value::String(path)) if path.text.starts_with('/') => {
                self.directory = path.text;
            }
            ("cwd", _) => return Err("cwd is the absolute path of a directory".to_owned()),
            ("env", Value::Object(variables)) => {
                for (name, value) in variables {
                    let text = text_of(value).ok_or_else(|| {
                        format!("the variable {:?} of env has to be a text", name.text)
                    })?;
                    if !crate::source::is_variable_name(&name.text) {
                        return Err(format!(
                            "a variable of env cannot be named {:?}: letters, digits and _, with no digit first",
                            name.text
                        ));
                    }
                    self.environment.push((name.text, text));
                }
            }
            ("env", _) => return Err("env is an object of texts".to_owned()),
            ("stdin" | "input", Value::String(text)) => self.stdin = text.text.into_bytes(),
            ("stdin" | "input", Value::Bytes(bytes)) => self.stdin = bytes,
            ("stdin" | "input", _) => return Err("stdin is a text, or bytes".to_owned()),
            ("encoding", Value::String(name)) => {
                self.answers_bytes = match name.text.as_str() {
                    "utf8" | "utf-8" => false,
                    "bytes" | "buffer" => true,
                    _ => return Err("encoding is \"utf8\" or \"bytes\"".to_owned()),
                };
            }
            ("encoding", _) => return Err("encoding is \"utf8\" or \"bytes\"".to_owned()),
            (other, _) => {
                return Err(format!(
                    "it has no option {other}: its options are cwd, env, stdin and encoding"
                ));
            }
        }
        Ok(())
    }
}

const fn is_nothing(value: &Value) -> bool {
    matches!(value, Value::Undefined | Value::Null)
}

/// The text of a variable.
fn text_of(value: Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.text),
        Value::Boolean(value) => Some(value.to_string()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(values: Vec<Value>) -> Result<String, String> {
        wanted(values, 0.0).map(|wanted| {
            format!(
                "{} in {:?} with {:?}, {:?}, bytes: {}",
                wanted.command,
                wanted.directory,
                wanted.environment,
                wanted.stdin,
                wanted.answers_bytes
            )
        })
    }

    fn object(members: &[(&str, Value)]) -> Value {
        let members = members.iter();
        Value::Object(
            members
                .map(|(key, value)| ((*key).into(), value.clone()))
                .collect(),
        )
    }

    #[test]
    fn a_command_has_options_of_its_own() {
        let options = object(&[
            ("cwd", "/src".into()),
            ("env", object(&[("A", 1.0.into())])),
            ("stdin", Value::Bytes(vec![255])),
            ("encoding", "bytes".into()),
        ]);
        let expected = Ok("ls in \"/src\" with [(\"A\", \"1\")], [255], bytes: true".to_owned());
        assert_eq!(check(vec!["ls".into(), options]), expected);
        let whole = object(&[("command", "ls".into()), ("cwd", Value::Undefined)]);
        let expected = Ok("ls in \"\" with [], [], bytes: false".to_owned());
        assert_eq!(check(vec![whole]), expected);
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (values, expected) in [
            (vec![], "it takes a command"),
            (vec![1.0.into()], "it takes a command"),
            (
                vec!["ls".into(), "/src".into()],
                "its options are an object",
            ),
            (
                vec!["ls".into(), object(&[("cwd", "src".into())])],
                "cwd is the absolute path",
            ),
            (
                vec!["ls".into(), object(&[("timeout", 5.0.into())])],
                "it has no option timeout",
            ),
            (
                vec!["ls".into(), object(&[("env", object(&[("1", "".into())]))])],
                "a variable of env cannot be named \"1\"",
            ),
        ] {
            let error = check(values).unwrap_err();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
