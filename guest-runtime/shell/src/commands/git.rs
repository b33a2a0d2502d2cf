//! What `git` asks of the history of the host, and `git grep`, which is `grep`.

use bashkit::{Builtin, BuiltinContext, ExecResult, ExecutionPlan, SubCommand, async_trait};
use isolate_protocol::Value;
use isolate_shell_commands::{Answer, Branches, Difference, Errno, History, Point, Side};

use super::system::{System, number, text, whole, words};
use super::umask::Masked;
use crate::calls::{Argument, Operation};

/// The directory of the points that have names.
const MARKS: &str = "/.checkpoints/";

/// The numbers of a kind in an answer.
const LINK: u64 = 3;
const NOTHING: u64 = 0;

/// A point as the host reads it.
const fn named(point: Point<'_>) -> Argument<'_> {
    match point {
        Point::Start => Argument::Text(""),
        Point::Mark(name) => Argument::Text(name),
        Point::Now => Argument::Nothing,
    }
}

fn listed(value: Value) -> Answer<Vec<Value>> {
    match value {
        Value::Array(values) => Ok(values),
        _ => Err(Errno::Io),
    }
}

fn string(value: Value) -> Answer<String> {
    match value {
        Value::String(text) => Ok(text.text),
        _ => Err(Errno::Io),
    }
}

/// The three numbers of a side.
fn side(values: &mut impl Iterator<Item = Value>) -> Answer<Option<Side>> {
    let mut next = || number(&values.next().ok_or(Errno::Io)?);
    let (kind, mode, size) = (whole(next()?), whole(next()?), whole(next()?));
    Ok((kind != NOTHING).then(|| Side {
        is_link: kind == LINK,
        mode: u32::try_from(mode).unwrap_or_default(),
        size,
    }))
}

impl History for System {
    fn branches(&self) -> Answer<Branches> {
        let mut answer = listed(self.ask(Operation::Branches, &[])?)?.into_iter();
        let kind = string(answer.next().ok_or(Errno::Io)?)?;
        let own = string(answer.next().ok_or(Errno::Io)?)?;
        let is_folder = kind == "folder";
        Ok(Branches {
            is_folder,
            tells_of_folder: is_folder && self.host().tells_once(),
            own,
            others: answer.map(string).collect::<Answer<_>>()?,
        })
    }

    fn notes(&self) -> Answer<Vec<(String, String)>> {
        let mut answer = listed(self.ask(Operation::Notes, &[])?)?.into_iter();
        let mut notes = Vec::with_capacity(answer.len() / 2);
        while let (Some(name), Some(note)) = (answer.next(), answer.next()) {
            notes.push((string(name)?, string(note)?));
        }
        Ok(notes)
    }

    fn mark(&self, name: &str, note: &str) -> Answer<()> {
        self.done(
            Operation::Mark,
            &[Argument::Text(name), Argument::Text(note)],
        )
    }

    fn unmark(&self, name: &str) -> Answer<()> {
        let path = format!("{MARKS}{name}");
        self.done(Operation::Unlink, &[Argument::Text(&path)])
    }

    fn differences(&self, from: Point<'_>, to: Point<'_>) -> Answer<Vec<Difference>> {
        let answer = self.ask(Operation::Differences, &[named(from), named(to)])?;
        let mut answer = listed(answer)?.into_iter();
        let mut found = Vec::new();
        while let Some(path) = answer.next() {
            found.push(Difference {
                path: words(path)?,
                before: side(&mut answer)?,
                after: side(&mut answer)?,
            });
        }
        Ok(found)
    }

    fn read_at(&self, point: Point<'_>, paths: &[Vec<u8>]) -> Answer<Vec<Option<Vec<u8>>>> {
        let texts = paths.iter().map(|path| text(path));
        let texts = texts.collect::<Answer<Vec<&str>>>()?;
        let arguments = [Argument::Texts(&texts), named(point)];
        let read = listed(self.ask(Operation::ReadAtPoint, &arguments)?)?;
        let bytes = |value| match value {
            Value::Bytes(bytes) => Ok(Some(bytes)),
            Value::Null => Ok(None),
            _ => Err(Errno::Io),
        };
        read.into_iter().map(bytes).collect()
    }
}

/// `git`.
pub(super) struct Git(pub(super) Masked);

#[async_trait]
impl Builtin for Git {
    fn streams_io(&self) -> bool {
        self.0.streams_io()
    }

    async fn execution_plan(
        &self,
        context: &BuiltinContext<'_>,
    ) -> bashkit::Result<Option<ExecutionPlan>> {
        let Some(args) = grep_of(context.args) else {
            return Ok(None);
        };
        let command = SubCommand {
            name: "grep".to_owned(),
            args,
            stdin: None,
            assignments: Vec::new(),
        };
        let commands = vec![command];
        Ok(Some(ExecutionPlan::Batch { commands }))
    }

    async fn execute(&self, context: BuiltinContext<'_>) -> bashkit::Result<ExecResult> {
        self.0.execute(context).await
    }
}

/// The arguments of `grep` for those of `git grep`: all files are tracked, so that it goes through the working
/// directory. Patterns of paths are names of files.
fn grep_of(arguments: &[String]) -> Option<Vec<String>> {
    let mut rest = arguments
        .iter()
        .skip_while(|word| matches!(word.as_str(), "--no-pager" | "-P" | "-p"));
    if rest.next()? != "grep" {
        return None;
    }
    let mut grep = vec!["-r".to_owned()];
    let (mut has_pattern, mut paths, mut only_paths) = (false, Vec::new(), false);
    while let Some(word) = rest.next() {
        match word.as_str() {
            "--" if !only_paths => only_paths = true,
            "-e" if !only_paths => {
                grep.push("-e".to_owned());
                grep.extend(rest.next().cloned());
                has_pattern = true;
            }
            "-A" | "-B" | "-C" | "-m" | "--max-count" if !only_paths => {
                grep.push(word.clone());
                grep.extend(rest.next().cloned());
            }
            "--cached" | "--untracked" | "--no-index" | "--full-name" if !only_paths => {}
            option if option.starts_with('-') && !only_paths => grep.push(word.clone()),
            _ if !has_pattern => {
                grep.extend(["-e".to_owned(), word.clone()]);
                has_pattern = true;
            }
            _ => paths.push(word.clone()),
        }
    }
    let (patterns, names): (Vec<String>, Vec<String>) = paths
        .into_iter()
        .partition(|path| path.contains(['*', '?', '[']));
    for pattern in patterns {
        let name = pattern.rsplit('/').next().unwrap_or_default().to_owned();
        grep.push(format!("--include={name}"));
    }
    if !names.is_empty() {
        grep.push("--".to_owned());
        grep.extend(names);
    }
    Some(grep)
}

#[cfg(test)]
mod tests {
    use super::grep_of;

    #[test]
    fn arguments_of_git_grep_are_those_of_grep() {
        let of = |line: &str| {
            let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            grep_of(&words).map(|words| words.join(" "))
        };
        assert_eq!(of("grep -n TODO").as_deref(), Some("-r -n -e TODO"));
        assert_eq!(
            of("--no-pager grep -e a -e b -- *.rs src").as_deref(),
            Some("-r -e a -e b --include=*.rs -- src")
        );
        assert_eq!(
            of("grep -A 2 x lib").as_deref(),
            Some("-r -A 2 -e x -- lib")
        );
        assert_eq!(of("status"), None);
    }
}
