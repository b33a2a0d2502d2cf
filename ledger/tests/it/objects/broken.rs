//! Stores that are broken in one way each.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use isolate_ledger::objects::{
    Created, Listed, MemoryObjects, Objects, ObjectsError, ObjectsErrorKind, ObjectsFuture,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A create replaces what is there.
    Overwrites,
    /// A create looks, waits, and writes.
    LooksFirst,
    /// A create that is refused writes all the same.
    LosersWrite,
    /// A create is refused, whatever is there.
    NobodyWins,
    /// A put does not replace.
    PutKeeps,
    /// What was made last is not listed.
    ListsLate,
    /// A list is in the order of making.
    Unsorted,
    /// A list begins at its start.
    IgnoresAfter,
    /// A list has more than is asked for.
    IgnoresLimit,
    /// A prefix is taken for a folder.
    PrefixIsFolder,
    /// A list has wrong sizes.
    WrongSize,
    /// A version is the same after a change.
    OldVersion,
    /// A range has one byte more.
    LongRange,
    /// A range after the end is an error.
    StrictRange,
    /// An empty object is none.
    NoEmpty,
    /// A delete of what is not there fails.
    StrictDelete,
    /// A delete leaves the last one.
    LeavesOne,
    /// Small letters are capital letters.
    OneCase,
    /// Any name will do.
    AnyName,
    /// Creates are not implemented.
    NoConditions,
    /// Nothing is answered.
    NoAnswer,
    /// The winner is not told.
    WinnerUnclear,
    /// The winner is told that there is one.
    WinnerExists,
    /// Not broken: objects named `old` are of 1970.
    OldLeft,
}

impl Fault {
    /// Those that conformance has to find.
    pub(crate) const ALL: &'static [Self] = &[
        Self::Overwrites,
        Self::LooksFirst,
        Self::LosersWrite,
        Self::NobodyWins,
        Self::PutKeeps,
        Self::ListsLate,
        Self::Unsorted,
        Self::IgnoresAfter,
        Self::IgnoresLimit,
        Self::PrefixIsFolder,
        Self::WrongSize,
        Self::OldVersion,
        Self::LongRange,
        Self::StrictRange,
        Self::NoEmpty,
        Self::StrictDelete,
        Self::LeavesOne,
        Self::OneCase,
        Self::AnyName,
        Self::NoConditions,
        Self::NoAnswer,
        Self::WinnerUnclear,
        Self::WinnerExists,
    ];
}

pub(crate) struct Broken {
    fault: Fault,
    inner: MemoryObjects,
    order: Mutex<Vec<String>>,
    creates: AtomicUsize,
}

impl Broken {
    pub(crate) fn new(fault: Fault) -> Self {
        Self {
            fault,
            inner: MemoryObjects::new(),
            order: Mutex::default(),
            creates: AtomicUsize::new(0),
        }
    }

    fn is(&self, fault: Fault) -> bool {
        self.fault == fault
    }

    fn cased(&self, name: &str) -> String {
        if self.is(Fault::OneCase) {
            name.to_ascii_lowercase()
        } else if self.is(Fault::AnyName) && name.contains([' ', 'é']) {
            name.replace([' ', 'é'], "x")
        } else {
            name.to_owned()
        }
    }
}

fn failed<T>(kind: ObjectsErrorKind, what: &str, why: &str) -> Result<T, ObjectsError> {
    Err(ObjectsError::new("broken", what, kind, why))
}

impl Objects for Broken {
    fn name(&self) -> &str {
        "broken"
    }

    fn create<'a>(&'a self, name: &'a str, bytes: Vec<u8>) -> ObjectsFuture<'a, Created> {
        Box::pin(async move {
            let name = self.cased(name);
            match self.fault {
                Fault::NoConditions => {
                    return failed(ObjectsErrorKind::Invalid, "create", "not implemented");
                }
                Fault::NoAnswer => {
                    return failed(ObjectsErrorKind::Unavailable, "create", "throttled");
                }
                Fault::NobodyWins => return Ok(Created::Exists),
                Fault::Overwrites => {
                    self.inner.put(&name, bytes).await?;
                    return Ok(Created::Created);
                }
                Fault::LooksFirst => {
                    let found = self.inner.get(&name, None).await?;
                    tokio::task::yield_now().await;
                    if found.is_some() {
                        return Ok(Created::Exists);
                    }
                    self.inner.put(&name, bytes).await?;
                    return Ok(Created::Created);
                }
                _ => {}
            }
            let created = self.inner.create(&name, bytes.clone()).await?;
            self.creates.fetch_add(1, Ordering::Relaxed);
            if created == Created::Created {
                self.order.lock().unwrap().push(name.clone());
                match self.fault {
                    Fault::WinnerUnclear => {
                        return failed(ObjectsErrorKind::Unclear, "create", "reset");
                    }
                    Fault::WinnerExists => return Ok(Created::Exists),
                    _ => {}
                }
            } else if self.is(Fault::LosersWrite) {
                self.inner.put(&name, bytes).await?;
            }
            Ok(created)
        })
    }

    fn put<'a>(&'a self, name: &'a str, bytes: Vec<u8>) -> ObjectsFuture<'a, ()> {
        Box::pin(async move {
            let name = self.cased(name);
            let was = self.inner.get(&name, None).await?;
            if was.is_some() && self.is(Fault::PutKeeps) {
                return Ok(());
            }
            if was.is_none() {
                self.order.lock().unwrap().push(name.clone());
            }
            self.inner.put(&name, bytes).await
        })
    }

    fn get<'a>(
        &'a self,
        name: &'a str,
        range: Option<Range<u64>>,
    ) -> ObjectsFuture<'a, Option<Vec<u8>>> {
        Box::pin(async move {
            let mut range = range;
            if let (Fault::LongRange, Some(range)) = (self.fault, &mut range) {
                range.end = range.end.saturating_add(1);
            }
            let found = self.inner.get(&self.cased(name), range.clone()).await?;
            let is_empty = found.as_ref().is_some_and(Vec::is_empty);
            if is_empty && self.is(Fault::StrictRange) && range.is_some() {
                return failed(ObjectsErrorKind::Invalid, name, "416");
            }
            if is_empty && self.is(Fault::NoEmpty) && range.is_none() {
                return Ok(None);
            }
            Ok(found)
        })
    }

    fn list<'a>(
        &'a self,
        prefix: &'a str,
        after: Option<&'a str>,
        limit: usize,
    ) -> ObjectsFuture<'a, Vec<Listed>> {
        Box::pin(async move {
            let prefix = self.cased(prefix);
            let after = after.filter(|_| !self.is(Fault::IgnoresAfter));
            let limit_ = match self.fault {
                Fault::IgnoresLimit => usize::MAX,
                _ => limit,
            };
            let mut listed = self.inner.list(&prefix, after, limit_).await?;
            let order = self.order.lock().unwrap().clone();
            match self.fault {
                Fault::Unsorted => {
                    listed.sort_by_key(|listed| order.iter().position(|name| *name == listed.name));
                }
                Fault::ListsLate => listed.retain(|listed| order.last() != Some(&listed.name)),
                Fault::PrefixIsFolder => {
                    let folder = prefix.rfind('/').map_or("", |end| &prefix[..=end]);
                    listed = self.inner.list(folder, after, limit).await?;
                    let is_whole = |listed: &Listed| {
                        listed.name[folder.len()..].starts_with(&prefix[folder.len()..])
                            && (prefix.ends_with('/')
                                || listed.name.as_bytes().get(prefix.len()) == Some(&b'/'))
                    };
                    listed.retain(is_whole);
                }
                Fault::WrongSize => listed.iter_mut().for_each(|listed| listed.size += 1),
                Fault::OldVersion => listed
                    .iter_mut()
                    .for_each(|listed| listed.version = Some("1".to_owned())),
                Fault::OldLeft => listed
                    .iter_mut()
                    .filter(|listed| listed.name.contains("/old/"))
                    .for_each(|listed| listed.modified_ms = 0),
                _ => {}
            }
            Ok(listed)
        })
    }

    fn delete<'a>(&'a self, names: &'a [String]) -> ObjectsFuture<'a, ()> {
        Box::pin(async move {
            let mut names: Vec<String> = names.iter().map(|name| self.cased(name)).collect();
            if self.is(Fault::StrictDelete) {
                for name in &names {
                    if self.inner.get(name, None).await?.is_none() {
                        return failed(ObjectsErrorKind::Invalid, name, "404");
                    }
                }
            }
            if self.is(Fault::LeavesOne) {
                names.pop();
            }
            self.inner.delete(&names).await
        })
    }
}
