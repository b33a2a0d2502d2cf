//! What a connection asks the driver of its copy, and waits for.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};

use isolate_ledger::JobId;
use isolate_vfs::{Error, ErrorKind, Publisher, Result, RowChanges};
use tokio::sync::mpsc::UnboundedSender;

use crate::body::Body;
use crate::cache::InUse;

/// An answer of the driver.
pub(crate) type Reply<T> = SyncSender<Result<T>>;

/// What is asked of the driver.
pub(crate) enum Message {
    /// A transaction waits for its turn.
    Begin { job: JobId, reply: Reply<()> },
    /// It is to be committed with these changes; the answer is the place of the copy then.
    Publish {
        job: JobId,
        body: Body,
        reply: Reply<Vec<u8>>,
    },
    /// It has changed nothing.
    Unchanged { job: JobId, reply: Reply<()> },
    /// It has ended.
    End { job: JobId, is_committed: bool },
    /// The copy is to have all that is in the log now.
    Refresh(Reply<()>),
    /// As [`Message::Refresh`], where it is known that there is something to take in.
    Behind(Reply<()>),
    /// Answered when everything before is done.
    Barrier(Reply<()>),
    /// Who has opened the copy knows what it has: a removal ends it from now on.
    Settled,
    /// A snapshot was stored, or not.
    Snapshot,
}

/// The publisher of one connection.
pub(crate) struct ReplicaPublisher {
    pub(crate) driver: UnboundedSender<Message>,
    pub(crate) _in_use: Arc<InUse>,
    /// Whether there is no workspace yet, as far as this copy knows.
    pub(crate) is_absent: Arc<AtomicBool>,
    pub(crate) next_job: Arc<dyn Fn() -> JobId + Send + Sync>,
    /// The transaction that has begun and not ended.
    pub(crate) job: Option<JobId>,
    /// Whether another host was faster.
    pub(crate) is_raced: bool,
}

impl ReplicaPublisher {
    fn ask<T>(&self, message: impl FnOnce(Reply<T>) -> Message) -> Result<T> {
        ask(&self.driver, message)
    }
}

impl ReplicaPublisher {
    fn note<T>(&mut self, answer: Result<T>) -> Result<T> {
        self.is_raced = (answer.as_ref()).is_err_and(|error| error.kind() == ErrorKind::Raced);
        answer
    }
}

/// Asks the driver, and waits for its answer.
pub(crate) fn ask<T>(
    driver: &UnboundedSender<Message>,
    message: impl FnOnce(Reply<T>) -> Message,
) -> Result<T> {
    let (reply, answer) = sync_channel(1);
    let sent = driver.send(message(reply));
    let answer = sent.ok().and_then(|()| answer.recv().ok());
    answer.unwrap_or_else(|| {
        Err(Error::new(ErrorKind::Unavailable)
            .with_detail("the copy of the workspace is closed: open it again"))
    })
}

impl Publisher for ReplicaPublisher {
    fn begin(&mut self) -> Result<()> {
        let job = (self.next_job)();
        self.ask(|reply| Message::Begin { job, reply })?;
        self.job = Some(job);
        Ok(())
    }

    fn wants_all(&self) -> bool {
        self.is_absent.load(Ordering::Acquire)
    }

    fn publish(&mut self, changes: RowChanges) -> Result<Option<Vec<u8>>> {
        let Some(job) = self.job else {
            return Err(out_of_turn());
        };
        // Compressed here, so that the driver is free for others.
        let body = Body::of(&changes.encode());
        drop(changes);
        let place = self.ask(|reply| Message::Publish { job, body, reply });
        self.note(place).map(Some)
    }

    fn unchanged(&mut self) -> Result<()> {
        let job = self.job.ok_or_else(out_of_turn)?;
        let answer = self.ask(|reply| Message::Unchanged { job, reply });
        self.note(answer)
    }

    fn end(&mut self, is_committed: bool) {
        if let Some(job) = self.job.take() {
            // A driver that is gone does not need to know.
            let _ = self.driver.send(Message::End { job, is_committed });
            // Whoever tries again reads what the other has changed.
            if std::mem::take(&mut self.is_raced) {
                let _ = self.ask(Message::Barrier);
            }
        }
    }
}

impl Drop for ReplicaPublisher {
    fn drop(&mut self) {
        self.end(false);
    }
}

fn out_of_turn() -> Error {
    Error::new(ErrorKind::Invalid).with_detail("a transaction that has not begun")
}
