//! Serves one client over a pipe, one message per line.
//!
//! Unlike the transport of `rmcp`, this one answers messages that it cannot parse. It reports the
//! end of the input only after all calls have ended, so that their responses are still sent.

use std::io;
use std::sync::Arc;

use rmcp::model::{ClientJsonRpcMessage, JsonRpcMessage, RequestId, ServerJsonRpcMessage};
use rmcp::service::RoleServer;
use rmcp::transport::Transport;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};
use tokio::sync::{Mutex, watch};

use super::ServerLimits;
use super::handler::Ending;
use super::message::{self, Refused};
use crate::sketch::{HEAD_BYTES, Sketch, id_in_tail, keep_tail};

/// The output for messages, and the size of those that wait to be written.
struct Output<W> {
    writer: Mutex<Option<W>>,
    unread: watch::Sender<usize>,
}

/// The transport for `rmcp`.
pub(super) struct Pipe<R, W> {
    input: BufReader<R>,
    output: Arc<Output<W>>,
    /// The part of a line that has been read. It is kept if the read is interrupted.
    line: Vec<u8>,
    bytes_max: usize,
    values_max: u64,
    unread_bytes: usize,
    /// Whether the rest of an oversized line is being skipped.
    is_skipping: bool,
    /// The end of an oversized line that is not answered yet: its id may be there.
    tail: Option<Vec<u8>>,
    /// The refusals to write before the next message is read.
    refusal: Option<ServerJsonRpcMessage>,
    /// Whether a session has begun. Before that, only requests are handled.
    has_begun: bool,
    has_ended: bool,
    ending: Ending,
}

/// The result of a read.
enum Line {
    Whole,
    /// A line exceeds the limit. Holds the id of the request, if it was found.
    TooLong(Option<RequestId>),
    End,
}

impl<R: AsyncRead + Unpin, W> Pipe<R, W> {
    pub(super) fn new(input: R, output: W, limits: &ServerLimits, ending: Ending) -> Self {
        Self {
            input: BufReader::with_capacity(64 << 10, input),
            output: Arc::new(Output {
                writer: Mutex::new(Some(output)),
                unread: watch::Sender::new(0),
            }),
            line: Vec::new(),
            bytes_max: limits.message_bytes,
            values_max: limits.message_values,
            unread_bytes: limits.unread_bytes,
            is_skipping: false,
            tail: None,
            refusal: None,
            has_begun: false,
            has_ended: false,
            ending,
        }
    }

    /// Reads to the end of a line. If this is dropped before it completes, no data is lost: bytes
    /// taken from the input are stored in the line at once.
    async fn next_line(&mut self) -> Line {
        loop {
            // Checked when there is input: responses may have accumulated while there was none.
            if self
                .input
                .fill_buf()
                .await
                .is_ok_and(|bytes| !bytes.is_empty())
            {
                let mut unread = self.output.unread.subscribe();
                let bytes_max = self.unread_bytes;
                let _ = unread.wait_for(|bytes| *bytes <= bytes_max).await;
            }
            // A broken pipe counts as the end of the input.
            let Ok(available) = self.input.fill_buf().await else {
                return Line::End;
            };
            if available.is_empty() {
                if let Some(tail) = self.tail.take() {
                    return Line::TooLong(id_in_tail(&tail));
                }
                // The last line may lack its terminator.
                return match self.line.is_empty() || self.is_skipping {
                    true => Line::End,
                    false => Line::Whole,
                };
            }
            let newline = available.iter().position(|byte| *byte == b'\n');
            let taken = newline.map_or(available.len(), |at| at + 1);
            let part = &available[..taken];
            let is_too_long = !self.is_skipping && self.line.len() + taken > self.bytes_max;
            if !self.is_skipping && !is_too_long {
                self.line.extend_from_slice(part);
                self.input.consume(taken);
                if newline.is_some() {
                    return Line::Whole;
                }
                continue;
            }
            let mut id = None;
            if is_too_long {
                let room = HEAD_BYTES.saturating_sub(self.line.len());
                self.line.extend_from_slice(&part[..taken.min(room)]);
                id = Sketch::of(&std::mem::take(&mut self.line)).id;
                // Without its id, it is answered at its end.
                self.tail = id.is_none().then(Vec::new);
            }
            if let Some(tail) = &mut self.tail {
                keep_tail(tail, part);
            }
            self.input.consume(taken);
            self.is_skipping = newline.is_none();
            if id.is_some() {
                return Line::TooLong(id);
            }
            if newline.is_some()
                && let Some(tail) = self.tail.take()
            {
                return Line::TooLong(id_in_tail(&tail));
            }
        }
    }

    fn parsed(&mut self) -> Option<ClientJsonRpcMessage> {
        let line = std::mem::take(&mut self.line);
        let text = line.trim_ascii();
        if text.is_empty() {
            return None;
        }
        match message::json(text, self.values_max).and_then(message::message) {
            Ok(message) => {
                let message = message?;
                self.has_begun |= message::begins(&message);
                let is_heard = self.has_begun || matches!(message, JsonRpcMessage::Request(_));
                is_heard.then_some(message)
            }
            Err(refused) => {
                self.refusal = Some(refused.into_message());
                None
            }
        }
    }
}

impl<R, W> Transport<RoleServer> for Pipe<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        item: ServerJsonRpcMessage,
    ) -> impl Future<Output = Result<(), io::Error>> + Send + 'static {
        write(Arc::clone(&self.output), item)
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            if let Some(refusal) = &self.refusal {
                // In a task of its own, so that it is written whole even if this future is dropped.
                let written = tokio::spawn(write(Arc::clone(&self.output), refusal.clone()));
                self.refusal = None;
                let _ = written.await;
            }
            if self.has_ended {
                self.ending.wait().await;
                return None;
            }
            match self.next_line().await {
                Line::Whole => {
                    if let Some(message) = self.parsed() {
                        return Some(message);
                    }
                }
                Line::TooLong(id) => {
                    self.refusal = Some(Refused::too_long(self.bytes_max, id).into_message());
                }
                Line::End => self.has_ended = true,
            }
        }
    }

    async fn close(&mut self) -> Result<(), io::Error> {
        self.output.writer.lock().await.take();
        Ok(())
    }
}

async fn write<W: AsyncWrite + Unpin>(
    output: Arc<Output<W>>,
    message: ServerJsonRpcMessage,
) -> io::Result<()> {
    let mut line = message::encoded(&message).map_err(io::Error::other)?;
    drop(message);
    line.push(b'\n');
    let _waits = Waits::new(&output.unread, line.len());
    let mut writer = output.writer.lock().await;
    let Some(writer) = writer.as_mut() else {
        return Err(io::ErrorKind::NotConnected.into());
    };
    writer.write_all(&line).await?;
    writer.flush().await
}

/// A message that was not written completely.
struct Waits<'a> {
    unread: &'a watch::Sender<usize>,
    bytes: usize,
}

impl<'a> Waits<'a> {
    fn new(unread: &'a watch::Sender<usize>, bytes: usize) -> Self {
        unread.send_modify(|sum| *sum += bytes);
        Self { unread, bytes }
    }
}

impl Drop for Waits<'_> {
    fn drop(&mut self) {
        self.unread.send_modify(|sum| *sum -= self.bytes);
    }
}
