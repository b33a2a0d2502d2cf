//! The effects of the protocol, one by one.

use std::sync::atomic::Ordering;

use isolate_ledger::log::LogError;
use isolate_ledger::objects::{Created, ObjectsErrorKind};
use isolate_ledger::{
    Answer, Append, Author, Effect, Entry, Event, Hash, Header, JobId, Outcome, PackName, Part,
    Position,
};
use isolate_vfs::{ErrorKind, OpenOptions, Tree};

use super::{Driver, Job, grant};
use crate::place::Place;
use crate::publisher::Message;
use crate::snapshot;

/// What an entry is made of, beside its body.
struct Making {
    number: u64,
    previous: Hash,
    author: Author,
    parts: Vec<Part>,
    pack: Option<PackName>,
}

impl Driver {
    pub(super) async fn carry_out(&mut self, effect: Effect) {
        if let Effect::Apply { number } = effect {
            self.to_apply.push(number);
            return;
        }
        if !self.to_apply.is_empty() && !self.apply().await {
            return;
        }
        if let Some(asked) = self.caught_up.take() {
            self.shown.set_looked(asked);
        }
        match effect {
            Effect::Apply { .. } => {}
            Effect::Load => self.load().await,
            Effect::Fetch { from, count } => self.fetch(from, count).await,
            Effect::Check { numbers } => self.check(&numbers).await,
            Effect::Execute { job } => self.execute(job),
            Effect::Upload(pack) => self.upload(pack).await,
            Effect::Append {
                number,
                previous,
                author,
                parts,
                pack,
            } => {
                self.append(Making {
                    number,
                    previous,
                    author,
                    parts,
                    pack,
                })
                .await;
            }
            Effect::Commit(place) => self.commit(place).await,
            Effect::Rollback => self.roll_back().await,
            // No transaction of a copy says that it calls functions.
            Effect::Call { job } => drop(self.jobs.remove(&job)),
            Effect::Answer { job, answer } => self.answer(job, &answer),
            Effect::Snapshot(_) => self.make_snapshot(),
        }
    }

    /// Gives a transaction its turn.
    fn execute(&mut self, id: JobId) {
        let goes_on = match self.jobs.get_mut(&id) {
            Some(job @ Job::Queued(_)) => match std::mem::replace(job, Job::Running) {
                Job::Queued(reply) => grant(&reply, Ok(())),
                _ => false,
            },
            Some(Job::Fresh(reply, since)) => {
                // Unless the copy has caught up since it was asked for.
                if !self.shown.has_looked(*since) {
                    return self.event(Event::Executed(Outcome::Read));
                }
                grant(reply, Ok(()));
                false
            }
            _ => false,
        };
        if !goes_on {
            self.jobs.remove(&id);
            self.event(Event::Executed(Outcome::Dropped));
        }
    }

    async fn upload(&mut self, pack: PackName) {
        self.paced().await;
        let bytes = self.current().and_then(|job| match self.jobs.get(&job) {
            Some(Job::Publishing { body, .. }) => body.pack.clone(),
            _ => None,
        });
        let bytes = bytes.unwrap_or_default();
        let size = bytes.len() as u64;
        let stored = self.log.put_pack(pack, bytes).await;
        match stored {
            Ok(()) => {
                self.failures = 0;
                self.shown.bytes_stored.fetch_add(size, Ordering::Relaxed);
                self.event(Event::Uploaded(true));
            }
            Err(error) => {
                self.unclear(error.to_string());
                self.event(Event::Uploaded(false));
            }
        }
    }

    async fn append(&mut self, making: Making) {
        self.paced().await;
        let current = self.current();
        if let Err(append) = self.named(current).await {
            return self.event(Event::Appended(append));
        }
        let body = match current.and_then(|job| self.jobs.get_mut(&job)) {
            Some(Job::Publishing { body, was_sent, .. }) => {
                *was_sent = true;
                body.bytes.clone()
            }
            _ => Vec::new(),
        };
        let entry = Entry {
            header: Header {
                number: making.number,
                previous: making.previous,
                author: making.author,
                parts: making.parts,
                has_pack: making.pack.is_some(),
                body_size: body.len() as u64,
                body: Hash::of(&body),
            },
            body,
        };
        let size = entry.body.len() as u64;
        let append = match self.log.append(&entry).await {
            Ok(Created::Created) => {
                self.failures = 0;
                self.shown.set_looked(self.asked);
                self.shown.bytes_stored.fetch_add(size, Ordering::Relaxed);
                Append::Created(entry.header.hash())
            }
            Ok(Created::Exists) => Append::Exists,
            Err(error) => {
                self.unclear(error.to_string());
                match Self::is_refused(&error) {
                    true => Append::Refused,
                    false => Append::Unclear,
                }
            }
        };
        self.event(Event::Appended(append));
    }

    /// Before the entry that makes a workspace: its name is listed.
    async fn named(&mut self, job: Option<JobId>) -> Result<(), Append> {
        let makes = match job.and_then(|job| self.jobs.get(&job)) {
            Some(Job::Publishing { body, .. }) => !body.is_removal(),
            _ => false,
        };
        if !makes || !self.is_absent.load(Ordering::Acquire) {
            return Ok(());
        }
        match self.names.add().await {
            Ok(()) => Ok(()),
            Err(error) => {
                let error = LogError::from(error);
                self.unclear(error.to_string());
                Err(match Self::is_refused(&error) {
                    true => Append::Refused,
                    false => Append::Unclear,
                })
            }
        }
    }

    /// The entry is in the log: its transaction is committed.
    async fn commit(&mut self, place: Position) {
        self.shown.appended.fetch_add(1, Ordering::Relaxed);
        let Some(id) = self.current() else {
            return self.begin_again();
        };
        let reply = match self.jobs.remove(&id) {
            Some(Job::Publishing { reply, .. }) => Some(reply),
            _ => None,
        };
        let bytes = self.place();
        if self.is_absent.load(Ordering::Acquire) {
            // Who has removed it may have removed its name just now.
            self.names.keep(place.number).await;
        }
        self.is_at(place, false);
        if reply.is_some_and(|reply| grant(&reply, Ok(bytes))) && self.ended(id).await {
            return;
        }
        // The disk has failed, or who wrote is gone: the entry is taken in as one of anybody.
        self.begin_again();
    }

    /// The transaction is rolled back: it is answered, or to be made again.
    async fn roll_back(&mut self) {
        let Some(id) = self.current() else {
            return;
        };
        let answer = self.effects.iter().find_map(|effect| match effect {
            Effect::Answer { job, answer } if *job == id => Some(answer.clone()),
            _ => None,
        });
        let Some(job) = self.jobs.remove(&id) else {
            return;
        };
        match (job, answer) {
            (Job::Reading(reply), Some(Answer::Done)) => drop(grant(&reply, Ok(()))),
            (job, answer) => {
                let answer = answer.unwrap_or(Answer::Busy);
                if answer == Answer::Busy {
                    self.shown.raced.fetch_add(1, Ordering::Relaxed);
                }
                let (kind, text) = self.failure(&answer);
                job.fail(kind, &text);
            }
        }
        self.ended(id).await;
        // Who made it makes it again, as another transaction.
        self.event(Event::Withdrawn(id));
    }

    fn answer(&mut self, id: JobId, answer: &Answer) {
        let Some(job) = self.jobs.remove(&id) else {
            return;
        };
        match (job, answer) {
            (Job::Fresh(reply, _), Answer::Done) => drop(grant(&reply, Ok(()))),
            (job, answer) => {
                let (kind, text) = self.failure(answer);
                job.fail(kind, &text);
            }
        }
    }

    /// Makes a snapshot beside everything else, of the state that the file has when it is read.
    fn make_snapshot(&mut self) {
        let Some(own) = self.own.upgrade().filter(|_| !self.makes_snapshot) else {
            return;
        };
        self.makes_snapshot = true;
        let (log, file) = (self.log.clone(), self.slot.file.clone());
        let shown = std::sync::Arc::clone(&self.shown);
        tokio::spawn(async move {
            let read = tokio::task::spawn_blocking(move || snapshot_of(&file)).await;
            let stored = match read {
                Ok(Ok(Some((place, bytes)))) => match log.put_snapshot(place, bytes).await {
                    Ok(()) => {
                        shown.snapshots.fetch_add(1, Ordering::Relaxed);
                        Ok(())
                    }
                    Err(error) => Err(error.to_string()),
                },
                Ok(Ok(None)) => Ok(()),
                Ok(Err(error)) => Err(error.to_string()),
                Err(error) => Err(error.to_string()),
            };
            if let Err(error) = stored {
                tracing::warn!(error, "a snapshot of a workspace was not stored");
            }
            let _ = own.send(Message::Snapshot);
        });
    }

    /// Whether the store says that it did not do what it was asked for, and will not.
    pub(super) fn is_refused(error: &LogError) -> bool {
        matches!(error, LogError::Objects(error) if matches!(
            error.kind(),
            ObjectsErrorKind::Denied | ObjectsErrorKind::Invalid
        ))
    }
}

/// The snapshot of what a file has now, if it is a copy with a place.
fn snapshot_of(file: &std::path::Path) -> isolate_vfs::Result<Option<(Position, Vec<u8>)>> {
    let tree = Tree::open(file, &OpenOptions::new().read_only())?;
    tree.snapshot(|txn| {
        let Some(bytes) = txn.place()? else {
            return Ok(None);
        };
        let place = Place::decode(&bytes).ok_or_else(|| {
            isolate_vfs::Error::new(ErrorKind::Corrupt).with_detail("the place of the copy")
        })?;
        let rows = match place.is_removed {
            true => Vec::new(),
            false => txn.all_rows()?.encode(),
        };
        Ok(Some((place.head, snapshot::encode(place.head, &rows))))
    })
}
