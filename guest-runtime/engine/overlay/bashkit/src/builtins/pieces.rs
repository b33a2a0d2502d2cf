//! Input that is handled in pieces, and output that is passed on while there is more.

use std::collections::HashMap;
use std::sync::Arc;

use async_trait::async_trait;

use super::arg_parser::{OptArg, gnu_getopt};
use super::{Builtin, Context, ExecutionPlan, InputChunks, cut_records};
use crate::error::Result;
use crate::interpreter::ExecResult;

impl Context<'_> {
    /// Passes on what is ready, where the output of this command is read as it is written, and empties
    /// it. False once nobody reads any more: the command ends with 141.
    pub(crate) async fn pass_on(&self, ready: &mut String) -> Result<bool> {
        let Some(stream) = self.stdout_stream() else {
            return Ok(true);
        };
        let is_read = ready.is_empty() || stream.write(&crate::raw::encode(ready)).await?;
        ready.clear();
        Ok(is_read)
    }

    /// Whether input or output of this command is a pipe that is open.
    pub(crate) fn is_streamed(&self) -> bool {
        self.stdin_stream().is_some() || self.stdout_stream().is_some()
    }
}

/// Adds the commands that do the same with each line.
pub(crate) fn by_lines(commands: &mut HashMap<String, Arc<dyn Builtin>>) {
    use OptArg::{No, Required};
    let mut add = |name: &str, command: Arc<dyn Builtin>| commands.insert(name.to_owned(), command);
    let cut = ByLines::new(
        super::Cut,
        "b:c:d:f:nsz",
        [
            ("bytes", Required, 'b'),
            ("characters", Required, 'c'),
            ("complement", No, 'C'),
            ("delimiter", Required, 'd'),
            ("fields", Required, 'f'),
            ("only-delimited", No, 's'),
            ("output-delimiter", Required, 'O'),
            ("zero-terminated", No, 'z'),
        ],
    );
    add("cut", Arc::new(cut));
    add("rev", Arc::new(ByLines::new(super::Rev, "", [])));
    let fold = [
        ("bytes", No, 'b'),
        ("spaces", No, 's'),
        ("width", Required, 'w'),
    ];
    add("fold", Arc::new(ByLines::new(super::Fold, "bsw:", fold)));
    let tabs = [("initial", No, 'i'), ("tabs", Required, 't')];
    add("expand", Arc::new(ByLines::new(super::Expand, "it:", tabs)));
    let tabs = [
        ("all", No, 'a'),
        ("first-only", No, 'f'),
        ("tabs", Required, 't'),
    ];
    add(
        "unexpand",
        Arc::new(ByLines::new(super::Unexpand, "at:", tabs)),
    );
}

/// A command that does the same with each line, whatever the lines before it were: it runs once for each
/// piece of its input.
pub(crate) struct ByLines<B> {
    command: B,
    /// Its short options, as `getopt` has them, and its long ones that take a value.
    short: &'static str,
    long: Vec<(&'static str, OptArg, char)>,
}

impl<B> ByLines<B> {
    pub(crate) fn new(
        command: B,
        short: &'static str,
        long: impl Into<Vec<(&'static str, OptArg, char)>>,
    ) -> Self {
        Self {
            command,
            short,
            long: long.into(),
        }
    }

    /// What ends a line of standard input, if that is all that is read.
    fn separator(&self, args: &[String]) -> Option<u8> {
        let (options, files) = gnu_getopt("", args, self.short, &self.long, true, 1).ok()?;
        let is_standard = files.iter().all(|file| file == "-") && files.len() < 2;
        let is_zero = options.iter().any(|option| option.key == 'z');
        is_standard.then_some(if is_zero { 0 } else { b'\n' })
    }
}

#[async_trait]
impl<B: Builtin> Builtin for ByLines<B> {
    async fn execute(&self, ctx: Context<'_>) -> Result<ExecResult> {
        if !ctx.is_streamed() {
            return self.command.execute(ctx).await;
        }
        let Some(separator) = self.separator(ctx.args) else {
            let all = ctx.stdin_to_end().await?;
            return self
                .command
                .execute(Context {
                    stdin: Some(&all),
                    ..ctx
                })
                .await;
        };
        let mut input = InputChunks::stdin(&ctx)?;
        let output = ctx.stdout_stream();
        let mut all = ExecResult::default();
        let mut is_first = true;
        loop {
            let piece = match input.next(cut_records(separator)).await? {
                Some(piece) => crate::StreamData::from(piece.to_vec()),
                // It may have something to say of no input too.
                None if is_first => crate::StreamData::new(),
                None => break,
            };
            is_first = false;
            let mut part = self
                .command
                .execute(Context {
                    args: ctx.args,
                    env: ctx.env,
                    variables: &mut *ctx.variables,
                    cwd: &mut *ctx.cwd,
                    fs: ctx.fs.clone(),
                    stdin: Some(&piece),
                    shell: None,
                })
                .await?;
            if let Some(output) = &output {
                let ready = std::mem::take(&mut part.stdout);
                if !ready.is_empty() && !output.write(ready.as_bytes()).await? {
                    all.exit_code = 141;
                    break;
                }
            }
            all.stdout.append(&part.stdout);
            all.stderr.append(&part.stderr);
            if part.exit_code != 0 {
                all.exit_code = part.exit_code;
                break;
            }
        }
        Ok(all)
    }

    async fn execution_plan(&self, ctx: &Context<'_>) -> Result<Option<ExecutionPlan>> {
        self.command.execution_plan(ctx).await
    }

    fn llm_hint(&self) -> Option<&'static str> {
        self.command.llm_hint()
    }

    fn reset_session_state(&self) {
        self.command.reset_session_state();
    }
}
