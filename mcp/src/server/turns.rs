//! Turns of programs, given by the embedder.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use isolate_host::{Error, Pauses, Run};
use isolate_tools::ToolError;

/// A turn, or why there is none.
pub type TurnFuture<'a> =
    Pin<Box<dyn Future<Output = Result<Box<dyn ProgramTurn>, ToolError>> + Send + 'a>>;

/// Gives turns to calls that run programs: [`Server::with_turns`](crate::Server::with_turns).
pub trait ProgramTurns: Send + Sync + 'static {
    /// Waits for the turn of a call whose arguments have so many bytes of JSON. The future is dropped when
    /// the call is cancelled. An error is the result of the call.
    fn turn(&self, bytes: usize) -> TurnFuture<'_>;
}

/// The turn of a call, which ends when this is dropped.
pub trait ProgramTurn: Send + 'static {
    /// The program of the call has ended, or could not be run to its end.
    fn ended(&mut self, program: Result<&Run, &Error>);

    /// Who is told when the program waits, and asked before it goes on. Default: nobody, and the turn is kept.
    fn pauses(&self) -> Option<Arc<dyn Pauses>> {
        None
    }
}
