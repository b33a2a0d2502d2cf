//! The store: what requests do to it, at the moment when they reach it.

use std::collections::BTreeMap;

use isolate_ledger::collect::{ListedEntry, ListedSnapshot, Listing, Removal};
use isolate_ledger::{
    Append, Entry, Fetch, Fetched, Hash, Header, Loaded, PackName, Stored, Variant,
};

use super::replica::{HARM, Op, Replica, encode};

/// A request, with all that it needs when it arrives.
#[derive(Clone, Debug)]
pub(crate) enum Request {
    Load,
    Fetch { from: u64, count: u64 },
    Check(Vec<u64>),
    Upload(PackName, Vec<u64>),
    Append(Box<Entry>),
    Snapshot(Box<Replica>),
    Remove(Removal),
}

/// What a request answers.
#[derive(Clone, Debug)]
pub(crate) enum Reply {
    Loaded(Loaded, Option<Box<Replica>>),
    Fetched(Fetched, Vec<Stored>),
    Checked(Option<Vec<Option<Hash>>>),
    Uploaded(bool),
    Appended(Append),
    Nothing,
}

impl Request {
    /// What its sender is told where the answer does not come.
    pub(crate) fn unclear(&self) -> Reply {
        match self {
            Self::Load => Reply::Loaded(Loaded::Unclear, None),
            Self::Fetch { .. } => Reply::Fetched(Fetched::Unclear, Vec::new()),
            Self::Check(_) => Reply::Checked(None),
            Self::Upload(..) => Reply::Uploaded(false),
            Self::Append(_) => Reply::Appended(Append::Unclear),
            Self::Snapshot(_) | Self::Remove(_) => Reply::Nothing,
        }
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Store {
    pub(crate) entries: BTreeMap<u64, Stored>,
    pub(crate) snapshots: BTreeMap<u64, (Replica, u64)>,
    pub(crate) packs: BTreeMap<PackName, Vec<u64>>,
    /// Every entry that was ever created, in the order of creation.
    pub(crate) created: Vec<Entry>,
    pub(crate) variant: Option<Variant>,
}

impl Store {
    pub(crate) fn apply(&mut self, request: &Request, now: u64) -> Reply {
        match request {
            Request::Load => match self.snapshots.last_key_value() {
                Some((_, (replica, _))) => {
                    let loaded = Loaded::At(replica.position);
                    Reply::Loaded(loaded, Some(Box::new(replica.clone())))
                }
                None => Reply::Loaded(Loaded::Absent, None),
            },
            Request::Fetch { from, count } => {
                let numbers = *from..from + count;
                let stored = numbers.map_while(|number| self.entries.get(&number).cloned());
                let stored: Vec<Stored> = stored.collect();
                let fetches = stored.iter().map(|stored| Fetch {
                    header: stored.header().clone(),
                    is_stub: matches!(stored, Stored::Stub(_)),
                });
                Reply::Fetched(Fetched::Entries(fetches.collect()), stored)
            }
            Request::Check(numbers) => {
                let stored = numbers.iter().map(|number| self.entries.get(number));
                let found = stored.map(|stored| stored.map(|stored| stored.header().hash()));
                Reply::Checked(Some(found.collect()))
            }
            Request::Upload(name, values) => {
                self.packs.insert(*name, values.clone());
                Reply::Uploaded(true)
            }
            Request::Append(entry) => {
                let number = entry.header.number;
                if self.entries.contains_key(&number) {
                    return Reply::Appended(Append::Exists);
                }
                // What is stored is read as it would be from bytes.
                let stored = Stored::decode(&entry.encode()).unwrap();
                self.entries.insert(number, stored);
                self.created.push(*entry.clone());
                Reply::Appended(Append::Created(entry.header.hash()))
            }
            Request::Snapshot(replica) => {
                let number = replica.position.number;
                self.snapshots.insert(number, (*replica.clone(), now));
                Reply::Nothing
            }
            Request::Remove(removal) => {
                match removal {
                    Removal::Body(header) => self.collect(header),
                    Removal::Snapshot(number) => {
                        self.snapshots.remove(number);
                    }
                    Removal::Pack(name) => {
                        self.packs.remove(name);
                    }
                }
                Reply::Nothing
            }
        }
    }

    fn collect(&mut self, header: &Header) {
        if self.variant == Some(Variant::NumberFreed) {
            self.entries.remove(&header.number);
            return;
        }
        let mut stub = header.clone();
        if self.variant == Some(Variant::StubWithoutAuthor) {
            stub.author.instance = 0;
        }
        let stub = Stored::decode(&Stored::stub(&stub)).unwrap();
        self.entries.insert(header.number, stub);
    }

    /// Its operator puts back an older state: nothing after this entry.
    pub(crate) fn roll_back_to(&mut self, number: u64) {
        self.entries.retain(|other, _| *other <= number);
        self.snapshots.retain(|other, _| *other <= number);
    }

    /// Somebody changes an entry, with a header that agrees.
    pub(crate) fn tamper(&mut self, number: u64) {
        if let Some(Stored::Entry(entry)) = self.entries.get_mut(&number) {
            entry.body = encode(&[Op::Set(0, HARM)]);
            entry.header.body_size = entry.body.len() as u64;
            entry.header.body = Hash::of(&entry.body);
        }
    }

    pub(crate) fn listing(&self, now: u64) -> Listing {
        Listing {
            entries: self
                .entries
                .values()
                .map(|stored| ListedEntry {
                    header: stored.header().clone(),
                    is_stub: matches!(stored, Stored::Stub(_)),
                })
                .collect(),
            snapshots: self
                .snapshots
                .iter()
                .map(|(number, (replica, made))| ListedSnapshot {
                    number: *number,
                    age_ms: now - made,
                    packs: replica.packs(),
                })
                .collect(),
            packs: self.packs.keys().copied().collect(),
        }
    }
}
