//! A program that a tool runs: whoever called the tool awaits it without a thread, or waits on one.

use std::future::Future;
use std::pin::Pin;

use futures_executor::block_on;

use crate::context::Context;
use crate::error::ToolError;
use crate::reply::Answer;

/// How far a tool has come.
pub(crate) enum Step {
    Done(Answer),
    Program(Box<Program>),
}

/// A program, or a command, on its way.
pub(crate) struct Program(Pin<Box<dyn Future<Output = EndedProgram> + Send>>);

/// A program that has ended, with what its tool makes of that.
pub(crate) struct EndedProgram(Box<Answers>);

type Answers = dyn FnOnce(&Context<'_>) -> Result<Answer, ToolError> + Send;

impl Program {
    /// Awaits its end.
    pub(crate) async fn ended(self) -> EndedProgram {
        self.0.await
    }
}

impl EndedProgram {
    /// The answer of its tool, which may read and write the workspace.
    pub(crate) fn answer(self, context: &Context<'_>) -> Result<Answer, ToolError> {
        (self.0)(context)
    }
}

impl Step {
    /// A program on its way, and what its tool makes of its end.
    pub(crate) fn program<T: Send + 'static>(
        running: impl Future<Output = T> + Send + 'static,
        answers: impl FnOnce(&Context<'_>, T) -> Result<Answer, ToolError> + Send + 'static,
    ) -> Self {
        Self::Program(Box::new(Program(Box::pin(async move {
            let ended = running.await;
            EndedProgram(Box::new(move |context| answers(context, ended)))
        }))))
    }

    /// The answer; a program is waited for on this thread.
    pub(crate) fn answer(self, context: &Context<'_>) -> Result<Answer, ToolError> {
        match self {
            Self::Done(answer) => Ok(answer),
            Self::Program(program) => block_on(program.ended()).answer(context),
        }
    }
}
