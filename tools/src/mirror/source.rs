//! The bytes of the files of a store, read when something reads them in the mirror.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use isolate_host::CancelToken;
use isolate_text::VPath;
use isolate_text::hash::{Algorithm, hash};
use isolate_vfs::{ContentSource, Error, ErrorKind};

use super::ask::{Cause, Fault, Link};
use crate::store::{StoreError, StoreErrorKind, StoreKind, StoreStat, Version};

/// A file of at most so many bytes is read whole when a part of it is wanted.
const WHOLE_BYTES_MAX: u64 = 1 << 20;
/// Bytes of a larger file that the store is asked for at a time.
const RANGE_BYTES: u64 = 1 << 20;
/// Bytes of a piece that is given on: between two of them the deadline is looked at.
const PIECE_BYTES: usize = 64 << 10;

/// The bytes of the files of a store.
pub(super) struct Source {
    link: Link,
    cache_bytes: u64,
    state: Mutex<State>,
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source").finish_non_exhaustive()
    }
}

#[derive(Default)]
struct State {
    /// Where the bytes of a number are: a copy in the mirror may have been written to several files.
    origins: HashMap<u64, Vec<Origin>>,
    cache: Cache,
    /// What cancels the call that uses the mirror.
    cancel: CancelToken,
    /// Files that were not as they were when they were looked at.
    changed: Vec<VPath>,
    /// The first thing that the store could not give in this call.
    fault: Option<Fault>,
}

/// A file of the store that has the bytes of a number.
#[derive(Clone, Debug)]
pub(super) struct Origin {
    pub(super) path: VPath,
    pub(super) size: u64,
    pub(super) version: Option<Version>,
    /// The digest of the bytes, in a store without versions; `None` until they are read.
    pub(super) digest: Option<String>,
}

impl Origin {
    /// Whether a store says now what it has said before.
    fn is_as_in(&self, stat: Option<&StoreStat>) -> bool {
        stat.is_some_and(|stat| {
            stat.version == self.version && stat.kind == StoreKind::File(self.size)
        })
    }
}

#[derive(Default)]
struct Cache {
    contents: HashMap<u64, (Arc<[u8]>, u64)>,
    by_use: BTreeMap<u64, u64>,
    bytes: u64,
    uses: u64,
}

impl Cache {
    fn get(&mut self, number: u64) -> Option<Arc<[u8]>> {
        self.uses += 1;
        let (bytes, used) = self.contents.get_mut(&number)?;
        self.by_use.remove(used);
        *used = self.uses;
        self.by_use.insert(self.uses, number);
        Some(Arc::clone(bytes))
    }

    fn put(&mut self, number: u64, bytes: Arc<[u8]>, bytes_max: u64) {
        self.remove(number);
        if bytes.len() as u64 > bytes_max {
            return;
        }
        self.uses += 1;
        self.bytes += bytes.len() as u64;
        self.by_use.insert(self.uses, number);
        self.contents.insert(number, (bytes, self.uses));
        while self.bytes > bytes_max
            && let Some((_, oldest)) = self.by_use.pop_first()
        {
            if let Some((bytes, _)) = self.contents.remove(&oldest) {
                self.bytes -= bytes.len() as u64;
            }
        }
    }

    fn remove(&mut self, number: u64) {
        if let Some((bytes, used)) = self.contents.remove(&number) {
            self.by_use.remove(&used);
            self.bytes -= bytes.len() as u64;
        }
    }
}

impl Source {
    pub(super) fn new(link: Link, cache_bytes: u64) -> Self {
        Self {
            link,
            cache_bytes,
            state: Mutex::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn begin_call(&self, cancel: &CancelToken) {
        let mut state = self.lock();
        state.cancel = cancel.clone();
        state.changed.clear();
        state.fault = None;
        if !self.link.can.versions {
            // Nobody knows whether they are still the same.
            state.cache = Cache::default();
        }
    }

    /// Forgets all numbers.
    pub(super) fn clear(&self) {
        let mut state = self.lock();
        state.origins.clear();
        state.cache = Cache::default();
    }

    pub(super) fn end_call(&self) {
        self.lock().cancel = CancelToken::default();
    }

    pub(super) fn cancel(&self) -> CancelToken {
        self.lock().cancel.clone()
    }

    pub(super) fn has_changed(&self) -> bool {
        !self.lock().changed.is_empty()
    }

    pub(super) fn take_changed(&self) -> Vec<VPath> {
        std::mem::take(&mut self.lock().changed)
    }

    pub(super) fn take_fault(&self) -> Option<Fault> {
        self.lock().fault.take()
    }

    /// Says where the bytes of a number are.
    pub(super) fn add(&self, number: u64, origin: Origin) {
        if number == 0 {
            return;
        }
        let mut state = self.lock();
        let origins = state.origins.entry(number).or_default();
        origins.retain(|known| known.path != origin.path);
        origins.push(origin);
    }

    /// Says that a path does not have the bytes of a number any more.
    pub(super) fn remove(&self, number: u64, path: &VPath) {
        let mut state = self.lock();
        let Some(origins) = state.origins.get_mut(&number) else {
            return;
        };
        origins.retain(|known| known.path != *path);
        if origins.is_empty() {
            state.origins.remove(&number);
            state.cache.remove(number);
        }
    }

    /// The digest of the bytes of a number, if they were read.
    pub(super) fn digest(&self, number: u64) -> Option<String> {
        let state = self.lock();
        let origins = state.origins.get(&number)?;
        origins.iter().find_map(|origin| origin.digest.clone())
    }

    /// Whether the bytes of a number are in memory.
    pub(super) fn has(&self, number: u64) -> bool {
        self.lock().cache.contents.contains_key(&number)
    }

    /// All bytes of a number.
    pub(super) fn whole(&self, number: u64) -> Result<Arc<[u8]>, Fault> {
        let (origins, cancel) = {
            let mut state = self.lock();
            if let Some(bytes) = state.cache.get(number) {
                return Ok(bytes);
            }
            let origins = state.origins.get(&number).cloned().unwrap_or_default();
            (origins, state.cancel.clone())
        };
        let mut failed = None;
        for origin in origins {
            match self.fetch(&origin, &cancel) {
                Ok(bytes) => {
                    let mut state = self.lock();
                    if !self.link.can.versions {
                        let digest = hash(Algorithm::Sha256, &bytes);
                        for known in state.origins.entry(number).or_default() {
                            known.digest = Some(digest.clone());
                        }
                    }
                    state
                        .cache
                        .put(number, Arc::clone(&bytes), self.cache_bytes);
                    return Ok(bytes);
                }
                Err(fault) => failed = Some(fault),
            }
        }
        Err(failed.unwrap_or_else(|| {
            self.link.fault(
                "read",
                &VPath::root(),
                Cause::Said(
                    StoreErrorKind::Changed,
                    "the earlier bytes of a file are gone".to_owned(),
                ),
            )
        }))
    }

    /// Reads a whole file of the store, which must be what it was.
    pub(super) fn fetch(&self, origin: &Origin, cancel: &CancelToken) -> Result<Arc<[u8]>, Fault> {
        let link = &self.link;
        if origin.size > link.options.file_bytes {
            let what = format!(
                "it has {} bytes, and at most {} are read as a whole",
                origin.size, link.options.file_bytes
            );
            return Err(link.fault("read", &origin.path, Cause::TooMuch(what)));
        }
        let size = usize::try_from(origin.size).unwrap_or(usize::MAX);
        let mut bytes = Vec::new();
        let mut is_over = false;
        let mut sink = |piece: &[u8]| {
            if bytes.len() + piece.len() > size {
                is_over = true;
                return Err(StoreError::new(
                    StoreErrorKind::Failed,
                    "more than it has said",
                ));
            }
            bytes.extend_from_slice(piece);
            Ok(())
        };
        let read = link.ask("read", &origin.path, cancel, || {
            link.store.read_chunks(&origin.path, &mut sink)
        });
        let version = match read {
            Err(_) if is_over => None,
            read => read?,
        };
        if link.can.versions && !is_over && version != origin.version {
            return Err(self.changed(origin));
        }
        if is_over || bytes.len() != size {
            return Err(self.wrong_size(origin, bytes.len(), is_over, cancel));
        }
        if let Some(digest) = &origin.digest
            && *digest != hash(Algorithm::Sha256, &bytes)
        {
            return Err(self.changed(origin));
        }
        Ok(bytes.into())
    }

    fn changed(&self, origin: &Origin) -> Fault {
        let cause = Cause::Said(
            StoreErrorKind::Changed,
            "it has changed since it was looked at".to_owned(),
        );
        self.link.fault("read", &origin.path, cause)
    }

    /// The error for a file that has another number of bytes than was said: it has changed, or the store
    /// lies.
    fn wrong_size(
        &self,
        origin: &Origin,
        bytes: usize,
        is_over: bool,
        cancel: &CancelToken,
    ) -> Fault {
        let link = &self.link;
        let now = link.ask("look at", &origin.path, cancel, || {
            link.store.stat(&origin.path)
        });
        match now {
            Err(fault) => fault,
            Ok(stat) if !origin.is_as_in(stat.as_ref()) => self.changed(origin),
            Ok(_) => {
                let size = origin.size;
                let what = match is_over {
                    true => format!("it has said that there are {size} bytes, and gave more"),
                    false => format!("it has said that there are {size} bytes, and gave {bytes}"),
                };
                link.lie("read", &origin.path, what)
            }
        }
    }

    /// Gives a part of a large file on, without keeping it.
    fn ranges(
        &self,
        origin: &Origin,
        start: u64,
        length: u64,
        cancel: &CancelToken,
        sink: &mut dyn FnMut(&[u8]) -> isolate_vfs::Result<()>,
    ) -> Result<isolate_vfs::Result<()>, Fault> {
        let link = &self.link;
        let end = start.saturating_add(length).min(origin.size);
        let mut at = start;
        while at < end {
            let next = at.saturating_add(RANGE_BYTES).min(end);
            let piece = link.ask("read", &origin.path, cancel, || {
                link.store.read(&origin.path, at..next)
            })?;
            if piece.version != origin.version {
                return Err(self.changed(origin));
            }
            let (wanted, given) = (next - at, piece.bytes.len() as u64);
            if wanted != given {
                return Err(self.wrong_part(origin, at, wanted, given, cancel));
            }
            for part in piece.bytes.chunks(PIECE_BYTES) {
                if let Err(error) = sink(part) {
                    return Ok(Err(error));
                }
            }
            at = next;
        }
        Ok(Ok(()))
    }

    fn wrong_part(
        &self,
        origin: &Origin,
        at: u64,
        wanted: u64,
        given: u64,
        cancel: &CancelToken,
    ) -> Fault {
        let fault = self.wrong_size(origin, 0, false, cancel);
        match fault.cause {
            Cause::Lie(_) => self.link.lie(
                "read",
                &origin.path,
                format!("of {wanted} bytes from {at} on, it gave {given}"),
            ),
            _ => fault,
        }
    }

    /// Notes a fault of a call, and makes the error for the mirror of it.
    fn failed(&self, fault: Fault) -> Error {
        let mut state = self.lock();
        let kind = match () {
            () if fault.is_change() => {
                state.changed.push(fault.path().clone());
                ErrorKind::Stale
            }
            () if fault.ends_call() => ErrorKind::Deadline,
            () => ErrorKind::Unreadable,
        };
        let text = fault.to_string();
        state.fault.get_or_insert(fault);
        Error::new(kind).with_detail(text)
    }
}

impl ContentSource for Source {
    /// What the store holds has no history here.
    fn keeps_history(&self) -> bool {
        false
    }

    fn read(
        &self,
        number: u64,
        start: u64,
        length: u64,
        sink: &mut dyn FnMut(&[u8]) -> isolate_vfs::Result<()>,
    ) -> isolate_vfs::Result<()> {
        let (origin, cancel) = {
            let state = self.lock();
            let origin = state.origins.get(&number).and_then(|known| known.first());
            (origin.cloned(), state.cancel.clone())
        };
        if let Some(origin) = origin
            && origin.size > WHOLE_BYTES_MAX
            && self.link.can.versions
            && !self.lock().cache.contents.contains_key(&number)
        {
            return match self.ranges(&origin, start, length, &cancel, sink) {
                Ok(given) => given,
                Err(fault) => Err(self.failed(fault)),
            };
        }
        let bytes = self.whole(number).map_err(|fault| self.failed(fault))?;
        let at = |place: u64| {
            usize::try_from(place)
                .unwrap_or(usize::MAX)
                .min(bytes.len())
        };
        let (start, end) = (at(start), at(start.saturating_add(length)));
        for piece in bytes[start..end.max(start)].chunks(PIECE_BYTES) {
            sink(piece)?;
        }
        Ok(())
    }
}
