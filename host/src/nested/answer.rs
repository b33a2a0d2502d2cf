//! What a guest is answered when the run within it has ended.

use isolate_protocol::Value;
use isolate_protocol::wire::Encoder;
use isolate_protocol::wire::message::{Step, Thrown, reply};
use isolate_protocol::wire::shell::{Exit, Next, Printed, Progress};
use isolate_text::budget;

use super::Asked;
use crate::stop::Stop;

/// The exit code of a program that has failed, and of one that waits for nothing, as Node has them.
const FAILED: i32 = 1;
const STALLED: i32 = 13;

/// How a run within another has ended, and what it has printed since it was last asked.
pub(crate) struct Ended {
    pub(crate) step: Step,
    pub(crate) printed: Vec<Printed>,
}

/// What a program wants that steps aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wants {
    Nothing,
    Input,
}

/// Writes the answer for a program that has stepped aside.
pub(crate) fn aside(
    program: u32,
    wants: Wants,
    printed: Vec<Printed>,
    out: &mut Encoder,
) -> Result<(), Stop> {
    let next = match wants {
        Wants::Nothing => Next::GoesOn(program),
        Wants::Input => Next::WantsInput(program),
    };
    progress(Progress { printed, next }, out)
}

/// Writes the answer for a program that has ended.
pub(crate) fn ended(ended: Ended, out: &mut Encoder) -> Result<(), Stop> {
    progress(end_of(ended)?, out)
}

/// Writes the answer for a program that has to run to its end at once.
pub(crate) fn wants_all(out: &mut Encoder) -> Result<(), Stop> {
    let (printed, next) = (Vec::new(), Next::WantsAll);
    progress(Progress { printed, next }, out)
}

fn progress(progress: Progress, out: &mut Encoder) -> Result<(), Stop> {
    let bytes = progress.printed.iter().map(|printed| printed.bytes.len());
    budget::charge(bytes.sum())?;
    out.u8(reply::VALUE);
    progress.encode_value(out);
    Ok(())
}

/// Writes the answer.
pub(crate) fn answered(asked: &Asked, ended: Ended, out: &mut Encoder) -> Result<(), Stop> {
    match asked {
        Asked::Command(wanted) => {
            let exit = match ended.step {
                Step::Returned(value) => Exit::of_value(value),
                _ => None,
            };
            let exit = exit.ok_or(Stop::Hostile("an answer that is no exit"))?;
            out.u8(reply::VALUE);
            of_command(&exit, wanted.answers_bytes, out)
        }
        Asked::Program(_) => self::ended(ended, out),
    }
}

/// An object with the exit code and the outputs, and with what was left out of them.
fn of_command(exit: &Exit, answers_bytes: bool, out: &mut Encoder) -> Result<(), Stop> {
    let outputs = [("stdout", &exit.stdout), ("stderr", &exit.stderr)];
    let omitted = outputs
        .iter()
        .filter(|(_, output)| output.omitted > 0)
        .count();
    out.object(3 + omitted);
    out.string("exitCode");
    out.number(f64::from(exit.code));
    for (name, output) in outputs {
        out.string(name);
        // A text may have two bytes for each.
        budget::charge(3 * output.bytes.len())?;
        match answers_bytes {
            true => out.bytes(&output.bytes),
            false => out.string(&String::from_utf8_lossy(&output.bytes)),
        }
    }
    for (name, output) in outputs.iter().filter(|(_, output)| output.omitted > 0) {
        out.string(&format!("{name}Omitted"));
        #[expect(
            clippy::cast_precision_loss,
            reason = "a guest has fewer than 2^53 bytes"
        )]
        out.number(output.omitted as f64);
    }
    Ok(())
}

/// How a program has ended, as a command.
fn end_of(ended: Ended) -> Result<Progress, Stop> {
    let Ended { step, mut printed } = ended;
    let mut complain = |text: &str| {
        printed.push(Printed {
            is_of_errors: true,
            bytes: text.as_bytes().to_vec(),
        });
    };
    let code = match step {
        Step::Returned(Value::Number(code)) => {
            #[expect(
                clippy::cast_possible_truncation,
                reason = "a cast from a float saturates"
            )]
            let code = code as i32;
            // As a system has it: the last byte.
            code & 0xFF
        }
        Step::Returned(_) => 0,
        Step::Threw(thrown) | Step::Unparsable(thrown) => {
            complain(&shown(&thrown));
            FAILED
        }
        Step::Stalled => {
            complain("the program awaits a promise that can never settle\n");
            STALLED
        }
        Step::Waiting => return Err(Stop::Hostile("a program that waits for nothing")),
    };
    let next = Next::Ended(code);
    Ok(Progress { printed, next })
}

/// An error as it is printed: its name, its message and where it was thrown.
fn shown(thrown: &Thrown) -> String {
    let mut text = match &thrown.name[..] {
        "" => format!("Uncaught {}", thrown.message),
        name => format!("{name}: {}", thrown.message),
    };
    let stack = thrown.stack.trim_end();
    match (thrown.line, thrown.column) {
        _ if !stack.is_empty() => {
            text.push('\n');
            text.push_str(stack);
        }
        (Some(line), Some(column)) => text.push_str(&format!(" ({line}:{column})")),
        (Some(line), None) => text.push_str(&format!(" ({line})")),
        _ => {}
    }
    text.push('\n');
    text
}
