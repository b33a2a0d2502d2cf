//! [`Log`]: the entries, snapshots and packs of one workspace, as objects.
//!
//! | object | name |
//! |---|---|
//! | entry *n* | `log/` and 2⁶⁴ − 1 − *n* in 20 digits: a list begins with the newest |
//! | snapshot of *n* | `snapshot/` and the same |
//! | pack | `pack/`, the number in 20 digits, `-`, and the author in hexadecimal digits |

use std::sync::Arc;

use futures_util::future::{join_all, try_join_all};

use crate::collect::{ListedEntry, Removal};
use crate::objects::{Created, Objects, ObjectsError, ObjectsErrorKind, check_name};
use crate::{Author, Entry, EntryError, Hash, PackName, Position, Stored};

/// Names asked for at once.
const PAGE: usize = 1000;

/// Requests at once.
const AT_ONCE: usize = 64;

/// How often one of many requests is made, where the store does not answer.
const TRIES: u32 = 4;

/// The log of a workspace in a store.
#[derive(Clone)]
pub struct Log {
    objects: Arc<dyn Objects>,
    /// What the names of its objects begin with, `/` at its end.
    prefix: String,
}

/// Why something of a log could not be read or written.
#[derive(Debug)]
#[non_exhaustive]
pub enum LogError {
    /// The store failed.
    Objects(ObjectsError),
    /// What is stored under a name is no entry that this version can use.
    Entry {
        /// The name of the object, with that of the store.
        name: String,
        /// What is wrong with it.
        error: EntryError,
    },
}

impl std::fmt::Display for LogError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Objects(error) => error.fmt(f),
            Self::Entry { name, error } => write!(f, "{name}: {error}"),
        }
    }
}

impl std::error::Error for LogError {}

impl From<ObjectsError> for LogError {
    fn from(error: ObjectsError) -> Self {
        Self::Objects(error)
    }
}

/// What a log has, for [`crate::collect::plan`] and for people.
#[derive(Clone, Debug, Default)]
pub struct Inventory {
    /// The numbers of entries, ascending, with the bytes of each object.
    pub entries: Vec<(u64, u64)>,
    /// The numbers of snapshots, ascending, and when each was made by the store's clock.
    pub snapshots: Vec<(u64, u64)>,
    /// The packs.
    pub packs: Vec<PackName>,
    /// When the newest of all was made by the store's clock, in milliseconds since 1970.
    pub modified_ms: u64,
}

impl std::fmt::Debug for Log {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { objects, prefix } = self;
        write!(f, "Log({}/{prefix})", objects.name())
    }
}

/// Whether the same may succeed when it is asked for again.
fn is_passing(error: &ObjectsError) -> bool {
    matches!(
        error.kind(),
        ObjectsErrorKind::Unclear | ObjectsErrorKind::Unavailable
    )
}

/// The digits of a number, so that the newest comes first.
fn descending(number: u64) -> String {
    format!("{:020}", u64::MAX - number)
}

fn number_of(digits: &str) -> Option<u64> {
    let is_one = digits.len() == 20 && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_one.then(|| digits.parse::<u64>().ok()).flatten()
}

fn pack_of(name: &str) -> Option<PackName> {
    let (number, author) = name.split_once('-')?;
    let (instance, sequence) = author.split_once('-')?;
    Some(PackName {
        number: number_of(number)?,
        author: Author {
            instance: u128::from_str_radix(instance, 16).ok()?,
            sequence: u64::from_str_radix(sequence, 16).ok()?,
        },
    })
}

impl Log {
    /// The log whose objects have names below `prefix`, which ends without `/`.
    ///
    /// # Errors
    /// `Invalid` for a prefix that is no name of an object, or is longer than 400 bytes.
    pub fn new(objects: Arc<dyn Objects>, prefix: &str) -> Result<Self, ObjectsError> {
        let checked = match prefix.len() > 400 {
            true => Err("the prefix of a workspace is longer than 400 bytes"),
            false => check_name(prefix),
        };
        checked.map_err(|why| {
            ObjectsError::new(objects.name(), prefix, ObjectsErrorKind::Invalid, why)
        })?;
        Ok(Self {
            objects,
            prefix: format!("{prefix}/"),
        })
    }

    fn entry_name(&self, number: u64) -> String {
        format!("{}log/{}", self.prefix, descending(number))
    }

    fn snapshot_name(&self, number: u64) -> String {
        format!("{}snapshot/{}", self.prefix, descending(number))
    }

    fn pack_name(&self, pack: PackName) -> String {
        let PackName { number, author } = pack;
        let Author { instance, sequence } = author;
        format!(
            "{}pack/{number:020}-{instance:032x}-{sequence:x}",
            self.prefix
        )
    }

    /// What is stored as an entry, if there is one.
    ///
    /// # Errors
    /// The store failed, or it is no entry of this number.
    pub async fn entry(&self, number: u64) -> Result<Option<Stored>, LogError> {
        let name = self.entry_name(number);
        let Some(bytes) = self.objects.get(&name, None).await? else {
            return Ok(None);
        };
        let damaged = |error| LogError::Entry {
            name: format!("{}/{name}", self.objects.name()),
            error,
        };
        let stored = Stored::decode(&bytes).map_err(damaged)?;
        if stored.header().number != number {
            return Err(damaged(EntryError::Damaged(
                "it has the number of another one",
            )));
        }
        Ok(Some(stored))
    }

    /// As [`entry`](Self::entry), asked again where the store did not answer: among many at once there is
    /// one of those soon.
    async fn entry_of_many(&self, number: u64) -> Result<Option<Stored>, LogError> {
        for _ in 1..TRIES {
            match self.entry(number).await {
                Err(LogError::Objects(error)) if is_passing(&error) => {}
                found => return found,
            }
        }
        self.entry(number).await
    }

    /// The entries from a number on, without a gap, `count` at most.
    ///
    /// # Errors
    /// One of those before the gap could not be read.
    pub async fn entries(&self, from: u64, count: u64) -> Result<Vec<Stored>, LogError> {
        let mut found = Vec::new();
        let numbers: Vec<u64> = (0..count).map_while(|at| from.checked_add(at)).collect();
        for numbers in numbers.chunks(AT_ONCE) {
            let asked = numbers.iter().map(|number| self.entry_of_many(*number));
            for entry in join_all(asked).await {
                match entry? {
                    Some(entry) => found.push(entry),
                    None => return Ok(found),
                }
            }
        }
        Ok(found)
    }

    /// The hash of each of these entries, none where there is none.
    ///
    /// # Errors
    /// One of them could not be read.
    pub async fn hashes(&self, numbers: &[u64]) -> Result<Vec<Option<Hash>>, LogError> {
        let mut hashes = Vec::new();
        for numbers in numbers.chunks(AT_ONCE) {
            let asked = numbers.iter().map(|number| self.entry_of_many(*number));
            let found = try_join_all(asked).await?.into_iter();
            hashes.extend(found.map(|entry| entry.map(|entry| entry.header().hash())));
        }
        Ok(hashes)
    }

    /// Creates an entry, if its number is free.
    ///
    /// # Errors
    /// See [`Objects::create`].
    pub async fn append(&self, entry: &Entry) -> Result<Created, LogError> {
        let name = self.entry_name(entry.header.number);
        Ok(self.objects.create(&name, entry.encode()).await?)
    }

    /// Stores a pack.
    ///
    /// # Errors
    /// See [`Objects::put`].
    pub async fn put_pack(&self, pack: PackName, bytes: Vec<u8>) -> Result<(), LogError> {
        Ok(self.objects.put(&self.pack_name(pack), bytes).await?)
    }

    /// Bytes of a pack, if it is there.
    ///
    /// # Errors
    /// See [`Objects::get`].
    pub async fn pack(
        &self,
        pack: PackName,
        range: Option<std::ops::Range<u64>>,
    ) -> Result<Option<Vec<u8>>, LogError> {
        Ok(self.objects.get(&self.pack_name(pack), range).await?)
    }

    /// Stores the snapshot of a place.
    ///
    /// # Errors
    /// See [`Objects::put`].
    pub async fn put_snapshot(&self, place: Position, bytes: Vec<u8>) -> Result<(), LogError> {
        let name = self.snapshot_name(place.number);
        Ok(self.objects.put(&name, bytes).await?)
    }

    /// The number of the newest snapshot, if there is one.
    ///
    /// # Errors
    /// See [`Objects::list`].
    pub async fn newest_snapshot(&self) -> Result<Option<u64>, LogError> {
        self.newest("snapshot/").await
    }

    /// The number of the newest entry, if there is one.
    ///
    /// # Errors
    /// See [`Objects::list`].
    pub async fn newest_entry(&self) -> Result<Option<u64>, LogError> {
        self.newest("log/").await
    }

    async fn newest(&self, kind: &str) -> Result<Option<u64>, LogError> {
        let prefix = format!("{}{kind}", self.prefix);
        let listed = self.objects.list(&prefix, None, 1).await?;
        let first = listed
            .first()
            .and_then(|first| number_of(first.name.strip_prefix(&prefix)?));
        Ok(first.map(|digits| u64::MAX - digits))
    }

    /// The bytes of a snapshot, if it is there.
    ///
    /// # Errors
    /// See [`Objects::get`].
    pub async fn snapshot(&self, number: u64) -> Result<Option<Vec<u8>>, LogError> {
        Ok(self.objects.get(&self.snapshot_name(number), None).await?)
    }

    /// All that is stored of the workspace, by its names.
    ///
    /// # Errors
    /// See [`Objects::list`].
    pub async fn inventory(&self) -> Result<Inventory, LogError> {
        let mut inventory = Inventory::default();
        let mut after: Option<String> = None;
        loop {
            let listed = self
                .objects
                .list(&self.prefix, after.as_deref(), PAGE)
                .await?;
            for object in &listed {
                let Some(rest) = object.name.strip_prefix(&self.prefix) else {
                    continue;
                };
                inventory.modified_ms = inventory.modified_ms.max(object.modified_ms);
                let descending = |digits: &str| number_of(digits).map(|digits| u64::MAX - digits);
                match rest.split_once('/') {
                    Some(("log", digits)) => {
                        let number = descending(digits).map(|number| (number, object.size));
                        inventory.entries.extend(number);
                    }
                    Some(("snapshot", digits)) => {
                        let number = descending(digits).map(|number| (number, object.modified_ms));
                        inventory.snapshots.extend(number);
                    }
                    Some(("pack", name)) => inventory.packs.extend(pack_of(name)),
                    _ => {}
                }
            }
            if listed.len() < PAGE {
                break;
            }
            after = listed.last().map(|last| last.name.clone());
        }
        inventory.entries.sort_unstable();
        inventory.snapshots.sort_unstable();
        Ok(inventory)
    }

    /// The headers of entries, for [`crate::collect::plan`].
    ///
    /// # Errors
    /// One of them could not be read.
    pub async fn listed_entries(&self, numbers: &[u64]) -> Result<Vec<ListedEntry>, LogError> {
        let mut listed = Vec::new();
        for numbers in numbers.chunks(AT_ONCE) {
            let asked = numbers.iter().map(|number| self.entry_of_many(*number));
            let found = try_join_all(asked).await?.into_iter().flatten();
            listed.extend(found.map(|stored| ListedEntry {
                is_stub: matches!(stored, Stored::Stub(_)),
                header: stored.header().clone(),
            }));
        }
        Ok(listed)
    }

    /// Removes something that may be removed.
    ///
    /// # Errors
    /// It may be there still: the next collection finds it again.
    pub async fn remove(&self, removal: &Removal) -> Result<(), LogError> {
        match removal {
            Removal::Body(header) => {
                let name = self.entry_name(header.number);
                self.objects.put(&name, Stored::stub(header)).await?;
            }
            Removal::Snapshot(number) => {
                self.objects.delete(&[self.snapshot_name(*number)]).await?;
            }
            Removal::Pack(pack) => self.objects.delete(&[self.pack_name(*pack)]).await?,
        }
        Ok(())
    }
}
