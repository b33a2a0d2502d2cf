//! Messages over the standard streams of a server.
//!
//! A message that cannot be read fails the call that it answers, if its id can be read. A message far
//! beyond the limit closes the connection. The memory for messages is bounded.

use std::io;
use std::sync::Arc;

use isolate_host::{JsonCount, integer_beyond_64_bits, without_half_surrogates};
use rmcp::RoleClient;
use rmcp::model::{ClientJsonRpcMessage, ErrorData, JsonRpcError, RequestId, ServerJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::io::AsyncWriteExt as _;
use tokio::process::ChildStdout;
use tokio::sync::Semaphore;
use tokio_util::sync::DropGuard;

use super::answer::VALUES_MAX;
use super::child::{Input, Process};
use super::lines::{Line, Lines};
use super::mend;
use super::notes::Notes;
use crate::sketch::Sketch;

/// The maximum number of messages that wait to be written. While it is reached, the client does not
/// read from the server.
const QUEUE_MAX: usize = 256;

/// The standard streams of a server as a transport.
pub(super) struct Pipe {
    lines: Lines<ChildStdout>,
    bytes_max: usize,
    input: Input,
    room: Arc<Semaphore>,
    notes: Arc<Notes>,
    end: Option<DropGuard>,
}

impl Pipe {
    pub(super) fn new(process: Process, bytes_max: usize, notes: Arc<Notes>) -> Self {
        Self {
            lines: Lines::new(process.output, bytes_max),
            bytes_max,
            input: process.input,
            room: Arc::new(Semaphore::new(QUEUE_MAX)),
            notes,
            end: Some(process.end),
        }
    }

    /// The message of a line, or an error response instead. `None` if the line is ignored.
    fn message(&self) -> Option<ServerJsonRpcMessage> {
        let line = &*without_half_surrogates(self.lines.line());
        if line.is_empty() {
            return None;
        }
        let cause = match JsonCount::of(line).values {
            values if values > VALUES_MAX => format!(
                "it has more than {VALUES_MAX} values: ask for less, such as a page or fewer fields"
            ),
            _ => match (integer_beyond_64_bits(line), mend::message(line)) {
                (None, Ok(message)) => return Some(message),
                (Some(inexact), _) => inexact.to_string(),
                (None, Err(cause)) => cause.to_string(),
            },
        };
        match Sketch::of(line) {
            Sketch {
                id: Some(id),
                has_method: false,
            } => Some(failure(id, format!("its answer cannot be read: {cause}"))),
            Sketch {
                id: Some(id),
                has_method: true,
            } => {
                let text = format!("the request cannot be read: {cause}");
                let error = ErrorData::invalid_request(text, None);
                tokio::spawn(write(
                    Arc::clone(&self.input),
                    Arc::clone(&self.room),
                    ClientJsonRpcMessage::Error(JsonRpcError::new(Some(id), error)),
                ));
                None
            }
            // An unknown notification.
            Sketch {
                has_method: true, ..
            } => None,
            Sketch { .. } => {
                self.notes.add_nonsense(line);
                None
            }
        }
    }
}

/// An error response for a message that cannot be read.
pub(super) fn failure(id: RequestId, text: String) -> ServerJsonRpcMessage {
    let error = ErrorData::internal_error(text, None);
    ServerJsonRpcMessage::Error(JsonRpcError::new(Some(id), error))
}

impl Transport<RoleClient> for Pipe {
    type Error = io::Error;

    fn send(
        &mut self,
        message: ClientJsonRpcMessage,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        write(Arc::clone(&self.input), Arc::clone(&self.room), message)
    }

    async fn receive(&mut self) -> Option<ServerJsonRpcMessage> {
        loop {
            // A server that asks and does not read the answers is not read either.
            drop(self.room.acquire().await);
            match self.lines.next().await {
                Line::Whole => {
                    if let Some(message) = self.message() {
                        return Some(message);
                    }
                }
                Line::TooLong(Some(id)) => {
                    let text = format!(
                        "its answer has more than {} bytes: ask for less, such as a page or fewer fields",
                        self.bytes_max
                    );
                    return Some(failure(id, text));
                }
                Line::TooLong(None) => {
                    self.notes.add_fault(format!(
                        "It sent a message of more than {} bytes",
                        self.bytes_max
                    ));
                    return None;
                }
                Line::Endless => {
                    self.notes.add_fault(format!(
                        "It sent a message without an end, far beyond {} bytes",
                        self.bytes_max
                    ));
                    return None;
                }
                Line::End => return None,
            }
        }
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        // The supervisor of the process does the rest.
        self.end.take();
        Ok(())
    }
}

async fn write(
    input: Input,
    room: Arc<Semaphore>,
    message: ClientJsonRpcMessage,
) -> Result<(), io::Error> {
    let mut line = serde_json::to_vec(&message)?;
    line.push(b'\n');
    let _permit = room.acquire().await.map_err(io::Error::other)?;
    let mut input = input.lock().await;
    let Some(open) = input.as_mut() else {
        return Err(io::Error::from(io::ErrorKind::BrokenPipe));
    };
    let written = async {
        open.write_all(&line).await?;
        open.flush().await
    };
    let written = written.await;
    if written.is_err() {
        // A part of the message may have been written.
        input.take();
    }
    written
}
