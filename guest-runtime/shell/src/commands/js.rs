//! `js`, which is also called `node`: a program of JavaScript, which the host runs in its other guest.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use bashkit::{Command, CommandContext, CommandStatus, async_trait};
use isolate_protocol::wire::message::Process;
use isolate_protocol::wire::shell::{Next, Program, Progress};
use isolate_protocol::{ErrorCode, StateError, Value};

use crate::calls::{Argument, Operation, malformed};
use crate::files::Files;

/// What the program finds as the path of what runs it.
const PROGRAM: &str = "/bin/js";

/// Exit codes: for options that are none, as Node has it, and for what may not be run.
const BAD_OPTION: i32 = 9;
const REFUSED: i32 = 126;

const HELP: &str = "\
Usage: js [options] [FILE | -] [arguments]
Runs a program of JavaScript or TypeScript on the files of the workspace.

  -e, --eval CODE    run this text
  -p, --print CODE   the same, and print its value
  -                  run the text of standard input, as without FILE

console.log prints to standard output, console.error to standard error.
";

/// Options of Node that change nothing here.
const WITHOUT_EFFECT: &[&str] = &[
    "--experimental-strip-types",
    "--input-type=commonjs",
    "--input-type=module",
    "--no-deprecation",
    "--no-warnings",
    "--trace-uncaught",
    "--unhandled-rejections=strict",
];

/// Words of programs that read their standard input: where one has to run to its end at once.
const READS_INPUT: &[&str] = &[
    "stdin",
    "readFileSync(0",
    "readFile(0",
    "readSync(0",
    "readline",
];

pub(super) struct Js(pub(super) Arc<Files>);

/// What a command line asks for.
#[derive(Debug, PartialEq, Eq)]
enum Line {
    Help,
    Version,
    Run(Wanted),
    Wrong(String),
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Wanted {
    text: Option<String>,
    prints: bool,
    /// The file, and the arguments behind it; without a text or a file, standard input is the program.
    words: Vec<String>,
}

fn line(arguments: &[String]) -> Line {
    let mut wanted = Wanted::default();
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        let (name, given) = match word.split_once('=') {
            Some((name @ ("--eval" | "--print"), code)) => (name, Some(code.to_owned())),
            _ => (&**word, None),
        };
        match name {
            "-h" | "--help" => return Line::Help,
            "-v" | "--version" => return Line::Version,
            "-e" | "--eval" | "-p" | "--print" | "-pe" => {
                wanted.prints |= name.contains('p');
                match given.or_else(|| words.next().cloned()) {
                    Some(code) => wanted.text = Some(code),
                    // Node prints what the program of standard input gives.
                    None if matches!(name, "-p" | "--print") => {}
                    None => return Line::Wrong(format!("{name} requires an argument")),
                }
            }
            "--" => {
                wanted.words.extend(words.cloned());
                break;
            }
            other if WITHOUT_EFFECT.contains(&other) => {}
            other if other.len() > 1 && other.starts_with('-') => {
                return Line::Wrong(format!("bad option: {other}; see js --help"));
            }
            _ => {
                wanted.words.push(word.clone());
                wanted.words.extend(words.cloned());
                break;
            }
        }
    }
    Line::Run(wanted)
}

/// What is to be run.
struct Found {
    source: String,
    arguments: Vec<String>,
    /// Whether its text says that it reads its standard input.
    reads_input: bool,
}

#[async_trait]
impl Command for Js {
    async fn execute(&self, context: CommandContext<'_>) -> bashkit::Result<CommandStatus> {
        let wanted = match line(context.args) {
            Line::Help => return say(&context, HELP, 0).await,
            Line::Version => return say(&context, "v24.0.0\n", 0).await,
            Line::Wrong(text) => return fail(&context, &text, BAD_OPTION).await,
            Line::Run(wanted) => wanted,
        };
        let prints_result = wanted.prints;
        let Found {
            source,
            arguments,
            reads_input,
        } = match self.found(wanted, &context).await? {
            Ok(found) => found,
            Err(text) => return fail(&context, &text, 1).await,
        };
        let mut program = Program {
            source,
            now_ms: now_ms(),
            is_javascript_only: false,
            process: Process {
                arguments,
                environment: environment(&context),
                directory: context.cwd.to_string_lossy().into_owned(),
                stdin: None,
                prints_result,
            },
        };
        let mut begun = self.0.begin(&program);
        if matches!(&begun, Ok(progress) if progress.next == Next::WantsAll) {
            program.process.stdin = Some(match reads_input {
                true => whole_input(&context).await?,
                false => Vec::new(),
            });
            begun = self.0.begin(&program);
        }
        match self.followed(begun, &context).await? {
            Ok(code) => Ok(CommandStatus::with_code(code)),
            Err(error) => {
                let code = if error.code == ErrorCode::NotPermitted {
                    REFUSED
                } else {
                    1
                };
                let text = format!("{}\n", error.message);
                context.stderr.write_all(text.as_bytes()).await?;
                Ok(CommandStatus::with_code(code))
            }
        }
    }
}

/// A program that has stepped aside. If the command ends here, so does the program.
struct Aside<'a> {
    files: &'a Files,
    program: Option<u32>,
}

impl Drop for Aside<'_> {
    fn drop(&mut self) {
        if let Some(program) = self.program {
            self.files.end(program);
        }
    }
}

impl Js {
    /// Writes what a program prints, when it prints it, and gives it what it reads; gives its exit code.
    async fn followed(
        &self,
        begun: Result<Progress, StateError>,
        context: &CommandContext<'_>,
    ) -> bashkit::Result<Result<i32, StateError>> {
        let mut come = begun;
        loop {
            let Progress { printed, next } = match come {
                Ok(progress) => progress,
                Err(error) => return Ok(Err(error)),
            };
            let mut aside = Aside {
                files: &self.0,
                program: match next {
                    Next::GoesOn(program) | Next::WantsInput(program) => Some(program),
                    Next::Ended(_) | Next::WantsAll => None,
                },
            };
            for piece in printed {
                match piece.is_of_errors {
                    true => context.stderr.write_all(&piece.bytes).await?,
                    false => context.stdout.write_all(&piece.bytes).await?,
                }
            }
            let input = match next {
                Next::WantsInput(_) => context.stdin.read_chunk().await?,
                _ => None,
            };
            let Some(program) = aside.program else {
                return Ok(match next {
                    Next::Ended(code) => Ok(code),
                    _ => Err(malformed()),
                });
            };
            // What goes on beside it has its turn, as a program that ends this one.
            tokio::task::yield_now().await;
            aside.program = None;
            come = self.0.go_on(program, input.unwrap_or_default());
        }
    }

    /// The program that is wanted; otherwise what is said of it.
    async fn found(
        &self,
        wanted: Wanted,
        context: &CommandContext<'_>,
    ) -> bashkit::Result<Result<Found, String>> {
        let mut arguments = vec![PROGRAM.to_owned()];
        if let Some(source) = wanted.text {
            arguments.extend(wanted.words);
            return Ok(Ok(Found {
                reads_input: reads_input(&source),
                source,
                arguments,
            }));
        }
        let mut words = wanted.words.into_iter();
        let file = words.next();
        let Some(file) = file.filter(|file| file != "-") else {
            arguments.push("-".to_owned());
            arguments.extend(words);
            let text = whole_input(context).await?;
            return Ok(Ok(Found {
                source: String::from_utf8_lossy(&text).into_owned(),
                arguments,
                reads_input: false,
            }));
        };
        let (path, text) = match self.file(&file, context) {
            Ok(found) => found,
            Err(text) => return Ok(Err(text)),
        };
        let reads_input = reads_input(&text);
        let source = match is_module(&path) {
            // What it imports is found from where it is.
            true => format!("await import({})", quoted(&path)),
            false => text,
        };
        arguments.push(path);
        arguments.extend(words);
        Ok(Ok(Found {
            source,
            arguments,
            reads_input,
        }))
    }

    /// The path of a file without links, and its text.
    fn file(&self, file: &str, context: &CommandContext<'_>) -> Result<(String, String), String> {
        let whole = context.cwd.join(file);
        let whole = whole.to_string_lossy();
        let ask = |operation, path: &str, more: &[Argument<'_>]| {
            let arguments = [&[Argument::Text(path)], more].concat();
            let asked = self.0.asked(operation, &arguments);
            asked.map_err(|error| match error.code {
                ErrorCode::NotFound => format!("cannot find module '{whole}'"),
                _ => error.message,
            })
        };
        let Value::String(path) = ask(Operation::Realpath, &whole, &[])? else {
            return Err(format!("cannot find module '{whole}'"));
        };
        let path = path.text;
        let Value::String(text) = ask(Operation::Read, &path, &[Argument::Flag(true)])? else {
            return Err(format!("{whole} is a directory"));
        };
        // The first line may name what runs it.
        let text = text.text;
        let text = match text.strip_prefix("#!") {
            Some(rest) => format!("//{rest}"),
            None => text,
        };
        Ok((path, text))
    }
}

/// The variables of its environment, in the order of their names.
fn environment(context: &CommandContext<'_>) -> Vec<(String, String)> {
    let variables = context.env.iter();
    let mut variables: Vec<_> = variables
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    variables.sort_unstable();
    variables
}

/// Whether a text names something that reads standard input.
fn reads_input(text: &str) -> bool {
    READS_INPUT.iter().any(|word| text.contains(word))
}

/// Whether a file is imported. The main program has a name of its own, which a file cannot have as well.
fn is_module(path: &str) -> bool {
    let extension = path.rsplit_once('.').map(|(_, extension)| extension);
    path != "/main.js"
        && extension.is_some_and(|extension| {
            matches!(extension, "js" | "mjs" | "cjs" | "ts" | "mts" | "cts")
        })
}

/// A text as JavaScript quotes it.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            _ if letter.is_control() => quoted.push_str(&format!("\\u{{{:x}}}", u32::from(letter))),
            _ => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}

async fn whole_input(context: &CommandContext<'_>) -> bashkit::Result<Vec<u8>> {
    let mut whole = Vec::new();
    while let Some(bytes) = context.stdin.read_chunk().await? {
        whole.extend_from_slice(&bytes);
    }
    Ok(whole)
}

async fn say(
    context: &CommandContext<'_>,
    text: &str,
    code: i32,
) -> bashkit::Result<CommandStatus> {
    context.stdout.write_all(text.as_bytes()).await?;
    Ok(CommandStatus::with_code(code))
}

async fn fail(
    context: &CommandContext<'_>,
    text: &str,
    code: i32,
) -> bashkit::Result<CommandStatus> {
    let text = format!("{}: {text}\n", context.name);
    context.stderr.write_all(text.as_bytes()).await?;
    Ok(CommandStatus::with_code(code))
}

/// The time of the run, in milliseconds since 1970.
fn now_ms() -> f64 {
    // The clock of the guest is that of the run.
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0.0, |after| (after.as_secs_f64() * 1e3).floor())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(words: &[&str]) -> Line {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        line(&words)
    }

    fn run(text: Option<&str>, prints: bool, words: &[&str]) -> Line {
        Line::Run(Wanted {
            text: text.map(str::to_owned),
            prints,
            words: words.iter().map(|word| (*word).to_owned()).collect(),
        })
    }

    #[test]
    fn command_lines_are_those_of_node() {
        for (words, expected) in [
            (&["-e", "1"][..], run(Some("1"), false, &[])),
            (&["--eval=1", "a"], run(Some("1"), false, &["a"])),
            (
                &["-p", "1", "-x"],
                Line::Wrong("bad option: -x; see js --help".to_owned()),
            ),
            (&["-pe", "1", "--", "-x"], run(Some("1"), true, &["-x"])),
            (&["-p"], run(None, true, &[])),
            (&["a.js", "-e", "b"], run(None, false, &["a.js", "-e", "b"])),
            (&["-", "a"], run(None, false, &["-", "a"])),
            (&["-e"], Line::Wrong("-e requires an argument".to_owned())),
            (&["--no-warnings", "-v"], Line::Version),
        ] {
            assert_eq!(of(words), expected, "{words:?}");
        }
    }

    #[test]
    fn paths_are_quoted() {
        assert_eq!(quoted("/a\"b\\\n"), r#""/a\"b\\\u{a}""#);
    }
}
