//! What the log has: asked for, and taken in.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::time::Instant;

use futures_util::future::join;
use isolate_ledger::log::{Log, LogError};
use isolate_ledger::{Event, Fetch, Fetched, Hash, Loaded, PackName, Position, Stored};
use isolate_vfs::{ErrorKind, MemoryStore, OpenOptions, RowChanges, Tree};

use super::Driver;
use crate::body::{self, Content};
use crate::place::Place;
use crate::snapshot::{self, Refused};

/// Bytes of rows that are taken in by one transaction, at least: no more of them are held.
const APPLIED_BYTES: usize = 32 << 20;

/// What could not be had.
enum Missing {
    /// It may be there when it is asked for again.
    Unclear(String),
    /// The store refuses to be asked, until its operator has mended that.
    Refused(String),
    /// It is not there, or not whole.
    Lasting(String),
}

impl From<LogError> for Missing {
    fn from(error: LogError) -> Self {
        match &error {
            LogError::Entry { .. } => Self::Lasting(error.to_string()),
            _ if Driver::is_refused(&error) => Self::Refused(error.to_string()),
            _ => Self::Unclear(error.to_string()),
        }
    }
}

/// Entries that are asked for at once with a snapshot, at most.
const AHEAD_MAX: u64 = 512;

/// Entries that were asked for before the protocol wants them.
pub(super) struct Ahead {
    entries: BTreeMap<u64, Stored>,
    /// The newest entry of the log, by a list that was asked for then.
    newest: u64,
    asked: Instant,
}

impl Ahead {
    /// What the log had from a number on, if that is known.
    fn take(&mut self, from: u64, count: u64) -> Option<Vec<Stored>> {
        let numbers = from..from.saturating_add(count);
        let found: Vec<Stored> = numbers
            .map_while(|number| self.entries.remove(&number))
            .collect();
        // Fewer than asked for say that there are no more.
        let is_known = found.len() as u64 == count || from + found.len() as u64 > self.newest;
        is_known.then_some(found)
    }
}

impl Driver {
    /// The entries from a number on, and when that was asked for.
    async fn entries(&mut self, from: u64, count: u64) -> Result<(Vec<Stored>, Instant), LogError> {
        if let Some(mut ahead) = self.ahead.take()
            && let Some(found) = ahead.take(from, count)
        {
            let asked = ahead.asked;
            if found.len() as u64 == count {
                self.ahead = Some(ahead);
            }
            return Ok((found, asked));
        }
        self.paced().await;
        let found = self.log.entries(from, count).await?;
        Ok((found, self.asked))
    }

    pub(super) async fn fetch(&mut self, from: u64, count: u64) {
        match self.entries(from, count).await {
            Ok((found, asked)) => {
                self.failures = 0;
                // Fewer than asked for say that there are no more.
                self.caught_up = ((found.len() as u64) < count).then_some(asked);
                let fetches = found.iter().map(|stored| Fetch {
                    header: stored.header().clone(),
                    is_stub: matches!(stored, Stored::Stub(_)),
                });
                let fetches = fetches.collect();
                self.fetched = found
                    .into_iter()
                    .map(|stored| (stored.header().number, stored))
                    .collect();
                self.event(Event::Fetched(Fetched::Entries(fetches)));
            }
            Err(error) => match Missing::from(error) {
                Missing::Lasting(text) => self.fail_all(&text),
                Missing::Refused(text) => self.refused(text).await,
                Missing::Unclear(text) => {
                    self.unclear(text);
                    self.event(Event::Fetched(Fetched::Unclear));
                }
            },
        }
    }

    pub(super) async fn check(&mut self, numbers: &[u64]) {
        self.paced().await;
        match self.log.hashes(numbers).await {
            Ok(hashes) => {
                self.failures = 0;
                self.event(Event::Checked(Some(hashes)));
            }
            Err(error) => match Missing::from(error) {
                Missing::Lasting(text) => self.fail_all(&text),
                Missing::Refused(text) => self.refused(text).await,
                Missing::Unclear(text) => {
                    self.unclear(text);
                    self.event(Event::Checked(None));
                }
            },
        }
    }

    /// Replaces the copy by the newest snapshot.
    pub(super) async fn load(&mut self) {
        self.paced().await;
        self.ahead = None;
        let found = newest_snapshot(&self.log, self.asked)
            .await
            .map(|(bytes, ahead)| {
                let newest = ahead.newest;
                self.ahead = Some(ahead);
                self.shown.newest.fetch_max(newest, Ordering::Relaxed);
                bytes
            });
        match found {
            Ok(None) => {
                self.failures = 0;
                self.event(Event::Loaded(Loaded::Absent));
            }
            Ok(Some(bytes)) => {
                self.failures = 0;
                let loaded = tokio::task::block_in_place(|| self.take_snapshot(&bytes));
                match loaded {
                    Ok((_, true)) => self.end(ErrorKind::Removed, ""),
                    Ok((loaded, _)) => self.event(Event::Loaded(loaded)),
                    Err(text) => self.fail_all(&text),
                }
            }
            Err(Missing::Lasting(text)) => self.fail_all(&text),
            Err(Missing::Refused(text)) => self.refused(text).await,
            Err(Missing::Unclear(text)) => {
                self.unclear(text);
                self.event(Event::Loaded(Loaded::Unclear));
            }
        }
    }

    /// Takes a snapshot in. Answers also whether it says that the workspace was removed, which who has it open
    /// has to be told.
    fn take_snapshot(&mut self, bytes: &[u8]) -> Result<(Loaded, bool), String> {
        let (head, rows) = snapshot::decode(bytes).map_err(|refused| match refused {
            Refused::Damaged => "its newest snapshot is damaged".to_owned(),
            Refused::Newer(format) => format!(
                "its newest snapshot has format {format}, which this version does not read: install a newer one"
            ),
        })?;
        let mut is_told = false;
        // An older one than what the copy has is of no use, which the protocol says.
        if self.machine.head().number < head.number {
            let is_removed = rows.is_empty();
            is_told = is_removed && self.is_settled && !self.is_absent.load(Ordering::Acquire);
            let rows = match is_removed {
                true => nothing(),
                false => RowChanges::decode(&rows),
            };
            let rows = rows.map_err(|error| error.to_string())?;
            let place = Place {
                head,
                unchecked: self.machine.unchecked().to_vec(),
                is_removed,
            };
            let applied = self.tree.apply_up_to(&[rows], &place.encode());
            applied.map_err(|error| error.to_string())?;
            self.is_at(head, is_removed);
        }
        Ok((Loaded::At(head), is_told))
    }

    /// Takes in the entries that are to be applied. Where that fails, the protocol begins again or ends.
    pub(super) async fn apply(&mut self) -> bool {
        let numbers = std::mem::take(&mut self.to_apply);
        let (mut all, mut bytes) = (Vec::new(), 0);
        let mut head = None;
        let was_absent = self.is_absent.load(Ordering::Acquire);
        let (mut is_removed, mut was_removed) = (was_absent, false);
        for number in numbers {
            let read = match self.fetched.remove(&number) {
                Some(Stored::Entry(entry)) => {
                    head = Some(entry.header.position());
                    let pack = PackName {
                        number,
                        author: entry.header.author,
                    };
                    rows(&self.log, &entry.body, pack).await
                }
                _ => Err(Missing::Lasting(format!("entry {number} is not there"))),
            };
            match read {
                Ok((rows, size)) => {
                    is_removed = rows.is_none();
                    was_removed |= is_removed;
                    let Ok(rows) = rows.map_or_else(nothing, Ok) else {
                        self.fail_all("there is no memory for an empty workspace");
                        return false;
                    };
                    all.push(rows);
                    bytes += size;
                    if bytes >= APPLIED_BYTES {
                        bytes = 0;
                        if !self.put(std::mem::take(&mut all), head, is_removed) {
                            return false;
                        }
                    }
                }
                Err(Missing::Unclear(text)) => {
                    self.unclear(text);
                    if self.failures > self.config.patience {
                        self.fail_waiting();
                    }
                    self.paced().await;
                    self.begin_again();
                    return false;
                }
                Err(Missing::Refused(text)) => {
                    self.refused(text).await;
                    return false;
                }
                Err(Missing::Lasting(text)) => {
                    self.fail_all(&text);
                    return false;
                }
            }
        }
        if !all.is_empty() && !self.put(all, head, is_removed) {
            return false;
        }
        if self.is_settled && was_removed && !was_absent {
            self.end(ErrorKind::Removed, "");
            return false;
        }
        true
    }

    /// Takes in entries, after which the copy is at a place.
    fn put(&mut self, all: Vec<RowChanges>, head: Option<Position>, is_removed: bool) -> bool {
        let Some(head) = head else { return true };
        let place = Place {
            head,
            unchecked: self.machine.unchecked().to_vec(),
            is_removed,
        };
        let tree = &self.tree;
        let applied = tokio::task::block_in_place(|| tree.apply_up_to(&all, &place.encode()));
        match applied {
            Ok(()) => {
                self.shown
                    .applied
                    .fetch_add(all.len() as u64, Ordering::Relaxed);
                self.is_at(head, is_removed);
                true
            }
            Err(error) if error.kind() == ErrorKind::Newer => {
                self.fail_all(&format!("{error}: install a newer version of isolate"));
                false
            }
            Err(error) => {
                self.fail_all(&format!(
                    "what others have changed cannot be taken in: {error}"
                ));
                false
            }
        }
    }
}

/// The newest snapshot, if there is one, and the entries after it, in two rounds of requests.
async fn newest_snapshot(log: &Log, asked: Instant) -> Result<(Option<Vec<u8>>, Ahead), Missing> {
    let (snapshot, newest) = join(log.newest_snapshot(), log.newest_entry()).await;
    let (snapshot, newest) = (snapshot?, newest?.unwrap_or(0));
    let after = snapshot.unwrap_or(0);
    let bytes = async {
        match snapshot {
            None => Ok(None),
            Some(number) => match log.snapshot(number).await? {
                Some(bytes) => Ok(Some(bytes)),
                // Collected meanwhile: there is a newer one.
                None => Err(Missing::Unclear(format!("snapshot {number} is gone"))),
            },
        }
    };
    let count = newest.saturating_sub(after).min(AHEAD_MAX);
    let (bytes, entries) = join(bytes, log.entries(after + 1, count)).await;
    // What is wrong with an entry, is told when it is wanted.
    let entries = entries.unwrap_or_default().into_iter();
    let ahead = Ahead {
        entries: entries
            .map(|stored| (stored.header().number, stored))
            .collect(),
        newest,
        asked,
    };
    Ok((bytes?, ahead))
}

/// The rows of an entry, and of its pack; none of a removal.
async fn rows(
    log: &Log,
    body: &[u8],
    pack: PackName,
) -> Result<(Option<RowChanges>, usize), Missing> {
    let number = pack.number;
    let damaged = |what: &str| Missing::Lasting(format!("{what} of entry {number} is damaged"));
    let rows = match body::read(body).ok_or_else(|| damaged("the body"))? {
        Content::Removed => return Ok((None, 0)),
        Content::Rows(rows) => rows,
        Content::Pack(hash) => {
            let bytes = log.pack(pack, None).await?;
            // Collected since the entry was fetched: it is a header now, which says so.
            let bytes = bytes
                .ok_or_else(|| Missing::Unclear(format!("the pack of entry {number} is gone")))?;
            if Hash::of(&bytes) != hash {
                return Err(damaged("the pack"));
            }
            body::unpack(&bytes).ok_or_else(|| damaged("the pack"))?
        }
    };
    let changes = RowChanges::decode(&rows).map_err(|_| damaged("what is"))?;
    Ok((Some(changes), rows.len()))
}

/// The rows of a workspace that has nothing.
pub(crate) fn nothing() -> isolate_vfs::Result<RowChanges> {
    Tree::open_memory(&MemoryStore::new()?, &OpenOptions::new())?.all_rows()
}
