//! A program that a tool runs: whoever called the tool awaits it without a thread, or waits on one.

use futures_executor::block_on;
use isolate_host::{Error, Run, RunHandle};

use crate::context::Context;
use crate::error::ToolError;
use crate::heard::Heard;
use crate::reply::Answer;

/// How far a tool has come.
pub(crate) enum Step {
    Done(Answer),
    Program(Box<Program>),
}

/// A program on its way.
pub(crate) struct Program {
    running: RunHandle,
    heard: Heard,
    answers: Box<Answers>,
}

/// What a tool makes of the end of its program.
type Answers = dyn FnOnce(&Context<'_>, Result<Run, Error>) -> Result<Answer, ToolError> + Send;

/// A program that has ended.
pub(crate) struct EndedProgram {
    ended: Result<Run, Error>,
    answers: Box<Answers>,
}

impl Program {
    /// Awaits its end.
    pub(crate) async fn ended(self) -> EndedProgram {
        let ended = self.running.await;
        self.heard.tell(&ended);
        EndedProgram {
            ended,
            answers: self.answers,
        }
    }
}

impl EndedProgram {
    /// The answer of its tool, which may read and write the workspace.
    pub(crate) fn answer(self, context: &Context<'_>) -> Result<Answer, ToolError> {
        (self.answers)(context, self.ended)
    }
}

impl Step {
    /// A program on its way, and what its tool makes of its end.
    pub(crate) fn program(
        running: RunHandle,
        heard: &Heard,
        answers: impl FnOnce(&Context<'_>, Result<Run, Error>) -> Result<Answer, ToolError>
        + Send
        + 'static,
    ) -> Self {
        Self::Program(Box::new(Program {
            running,
            heard: heard.clone(),
            answers: Box::new(answers),
        }))
    }

    /// The answer; a program is waited for on this thread.
    pub(crate) fn answer(self, context: &Context<'_>) -> Result<Answer, ToolError> {
        match self {
            Self::Done(answer) => Ok(answer),
            Self::Program(program) => block_on(program.ended()).answer(context),
        }
    }
}
