//! `bc`, as GNU bc 1.07 has it.
//!
//! A program is compiled line by line and run by a machine with a stack of its own: calls nest as deep as
//! memory allows.

mod code;
mod compile;
mod library;
mod machine;
mod number;

use code::{Failure, Item, Names};
use compile::Reader;
use machine::{Machine, Reading};

use crate::bytes::cat;
use crate::options::{Options, Table, Value, both};
use crate::run::{Run, Step};
use crate::streams::Source;

static TABLE: Table = Table {
    flags: &[
        both("i", "interactive", Value::No),
        both("l", "mathlib", Value::No),
        both("q", "quiet", Value::No),
        both("s", "standard", Value::No),
        both("w", "warn", Value::No),
        both("v", "version", Value::No),
        both("h", "help", Value::No),
    ],
    help: "[-hlwsqv] [FILE ...]
Computes with numbers of any length: files first, then the input.

  -l  with the functions s, c, a, l, e and j, and 20 digits behind the point
  -q  prints no welcome, which is never printed here
  -s, -w, -i are taken and change nothing",
    misused: 1,
    permutes: true,
};

/// Reads more of the input.
async fn more(run: &mut Run<'_, '_>, text: &mut Vec<u8>, is_over: &mut bool) -> Step<()> {
    match Source::Input.read(run).await {
        Ok(bytes) if !bytes.is_empty() => text.extend(bytes),
        _ => *is_over = true,
    }
    Ok(())
}

pub(crate) async fn bc(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let mut has_library = false;
    let mut options = Options::new(&TABLE, arguments);
    while let Some((id, _)) = options.next(run)? {
        match id {
            "l" => has_library = true,
            "h" => {
                return HELP.help(run);
            }
            "v" => {
                return HELP.version(run);
            }
            _ => {}
        }
    }
    let mut machine = Machine::new(run, has_library);
    let mut names = Names::default();
    for name in options.operands() {
        let mut source = Source::file(run.at(&name));
        let mut text = Vec::new();
        loop {
            match source.read(run).await {
                Ok(bytes) if bytes.is_empty() => break,
                Ok(bytes) => text.extend(bytes),
                Err(_) => {
                    run.flush()?;
                    run.put_error(cat!["File ", name, " is unavailable.\n"])?;
                    return Err(crate::run::End(1));
                }
            }
        }
        let mut is_over = true;
        if !program(run, &mut machine, &mut names, &name, text, &mut is_over).await? {
            return Ok(());
        }
    }
    let mut is_over = false;
    program(
        run,
        &mut machine,
        &mut names,
        b"(standard_in)",
        Vec::new(),
        &mut is_over,
    )
    .await?;
    Ok(())
}

/// A table whose help and version are those of all commands.
static HELP: Table = Table {
    flags: &[],
    help: TABLE.help,
    misused: 1,
    permutes: true,
};

/// Runs a file, or the input. Answers whether the program goes on.
async fn program(
    run: &mut Run<'_, '_>,
    machine: &mut Machine,
    names: &mut Names,
    name: &[u8],
    mut text: Vec<u8>,
    is_over: &mut bool,
) -> Step<bool> {
    let mut line = 1;
    loop {
        let mut reader = Reader::new(&text, line, *is_over, names);
        let item = reader.item();
        if item
            .as_ref()
            .is_err_and(|failure| *failure == Failure::More)
        {
            more(run, &mut text, is_over).await?;
            continue;
        }
        if item.is_err() {
            reader.skip_line();
        }
        let (at, end) = (reader.at, reader.line);
        let illegal = std::mem::take(&mut reader.illegal);
        let is_illegal = !illegal.is_empty();
        for (byte, line) in illegal {
            run.flush()?;
            let shown = if byte.is_ascii_graphic() {
                char::from(byte).to_string()
            } else {
                format!("\\{byte:03o}")
            };
            run.put_error(cat![name, format!(" {line}: illegal character: {shown}\n")])?;
        }
        let code = match item {
            Ok(None) => return Ok(true),
            Ok(Some(Item::Quit)) | Err(Failure::Quit) => return Ok(false),
            Ok(Some(Item::Function(function))) => {
                machine.define(function);
                Vec::new()
            }
            Ok(Some(Item::Line(_))) if is_illegal => Vec::new(),
            Ok(Some(Item::Line(code))) => code,
            Err(Failure::Wrong(message, line)) => {
                run.flush()?;
                run.put_error(cat![name, format!(" {line}: "), message, "\n"])?;
                Vec::new()
            }
            Err(Failure::More) => Vec::new(),
        };
        text.drain(..at);
        line = end;
        let reading = Reading {
            text: &mut text,
            is_over,
        };
        if !machine.line(run, names, &code, reading).await? {
            return Ok(false);
        }
        run.turn().await;
    }
}
