//! Checks that any implementation of [`FileStore`] has to pass.

mod changes;
mod extras;
mod reading;

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use isolate_host::CancelToken;
use isolate_text::VPath;

use super::wait::{Ended, wait};
use super::{
    Capabilities, Expected, FileStore, StoreBytes, StoreError, StoreErrorKind, StoreFuture,
    StoreKind, StoreStat, Version,
};

/// How long one question may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// Checks a store: that it keeps to what [`FileStore`] says, as far as its capabilities go. `make` makes a
/// store without any files, for each check a new one.
///
/// It takes about a second for a store in memory. It needs no runtime; a store whose futures need one brings
/// its own, as for tools.
///
/// ```
/// use isolate_tools::store::{MemoryFiles, conformance};
///
/// conformance(|| MemoryFiles::new("mine"))?;
/// # Ok::<(), isolate_tools::store::Nonconforming>(())
/// ```
///
/// # Errors
/// Every check that failed, with what was wrong.
pub fn conformance<S: FileStore>(make: impl FnMut() -> S) -> Result<(), Nonconforming> {
    conformance_within(PATIENCE, make)
}

/// The same, where a question may take so long.
#[doc(hidden)]
pub fn conformance_within<S: FileStore>(
    patience: Duration,
    mut make: impl FnMut() -> S,
) -> Result<(), Nonconforming> {
    let mut failures = Vec::new();
    let checks = reading::CHECKS
        .iter()
        .chain(changes::CHECKS)
        .chain(extras::CHECKS);
    for (name, needs, check) in checks {
        // A store whose making fails is none to be checked.
        let store = make();
        let checked = Checked {
            can: store.capabilities(),
            store: &store,
            patience,
        };
        if !needs(checked.can) {
            continue;
        }
        let result = catch_unwind(AssertUnwindSafe(|| check(&checked)));
        match result.unwrap_or_else(|_| Err("it panics".to_owned())) {
            Ok(()) => {}
            Err(what) => failures.push(format!("{name}: {what}")),
        }
    }
    match failures.is_empty() {
        true => Ok(()),
        false => Err(Nonconforming { failures }),
    }
}

/// The checks that a store has failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nonconforming {
    failures: Vec<String>,
}

impl Nonconforming {
    /// What was wrong, a line for each check that failed: `write and read: …`.
    #[must_use]
    pub fn failures(&self) -> &[String] {
        &self.failures
    }
}

impl fmt::Display for Nonconforming {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the store does not keep to what FileStore says:")?;
        for failure in &self.failures {
            write!(f, "\n- {failure}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Nonconforming {}

/// A name, which capabilities are needed, and the check.
type Check = (
    &'static str,
    fn(Capabilities) -> bool,
    fn(&Checked<'_>) -> Checking,
);
type Checking = Result<(), String>;

/// A store that is checked.
struct Checked<'s> {
    store: &'s dyn FileStore,
    can: Capabilities,
    patience: Duration,
}

fn always(_: Capabilities) -> bool {
    true
}

fn path(text: &str) -> VPath {
    VPath::from_normal(text)
}

/// A check that fails unless something holds.
fn ensure(holds: bool, what: impl FnOnce() -> String) -> Checking {
    match holds {
        true => Ok(()),
        false => Err(what()),
    }
}

impl Checked<'_> {
    /// Waits for an answer, for a bounded time.
    fn answer<T>(
        &self,
        doing: &str,
        future: StoreFuture<'_, T>,
    ) -> Result<Result<T, StoreError>, String> {
        match wait(future, &CancelToken::new(), self.patience) {
            Ok(answer) => Ok(answer),
            Err(Ended::Late | Ended::Cancelled) => Err(format!(
                "{doing} has not answered for {} s",
                self.patience.as_secs_f32()
            )),
        }
    }

    /// An answer that is no error.
    fn done<T>(&self, doing: &str, future: StoreFuture<'_, T>) -> Result<T, String> {
        self.answer(doing, future)?
            .map_err(|error| format!("{doing} fails: {:?}: {error}", error.kind()))
    }

    /// An error of one of some kinds.
    fn refused<T>(
        &self,
        doing: &str,
        kinds: &[StoreErrorKind],
        future: StoreFuture<'_, T>,
    ) -> Checking {
        match self.answer(doing, future)? {
            Ok(_) => Err(format!("{doing} works, and must fail with {:?}", kinds[0])),
            Err(error) if kinds.contains(&error.kind()) => Ok(()),
            Err(error) => Err(format!(
                "{doing} fails with {:?} ({error}), and must fail with {:?}",
                error.kind(),
                kinds[0]
            )),
        }
    }

    fn stat(&self, at: &str) -> Result<Option<StoreStat>, String> {
        self.done(&format!("stat {at}"), self.store.stat(&path(at)))
    }

    fn read(&self, at: &str, start: u64, end: u64) -> Result<StoreBytes, String> {
        let doing = format!("read {at} {start}..{end}");
        self.done(&doing, self.store.read(&path(at), start..end))
    }

    fn write(
        &self,
        at: &str,
        bytes: &[u8],
        expected: &Expected,
    ) -> Result<Option<Version>, String> {
        let doing = format!("write {at} as {expected:?}");
        let version = self.done(&doing, self.store.write(&path(at), bytes, expected, None))?;
        ensure(version.is_some() == self.can.versions, || {
            format!(
                "{doing} gives {version:?}, and the capability versions is {}",
                self.can.versions
            )
        })?;
        Ok(version)
    }

    /// What a path has to be for a change of the version that was given for it.
    fn expecting(version: Option<&Version>) -> Expected {
        version.map_or(Expected::Any, |version| Expected::Version(version.clone()))
    }

    /// A file has these bytes, and its size and version are said everywhere in the same way.
    fn has(&self, at: &str, bytes: &[u8]) -> Checking {
        let stat = self
            .stat(at)?
            .ok_or_else(|| format!("stat {at} says that nothing is there"))?;
        ensure(stat.kind == StoreKind::File(bytes.len() as u64), || {
            format!(
                "stat {at} says {:?} of a file of {} bytes",
                stat.kind,
                bytes.len()
            )
        })?;
        ensure(stat.version.is_some() == self.can.versions, || {
            format!(
                "stat {at} has the version {:?}, and the capability versions is {}",
                stat.version, self.can.versions
            )
        })?;
        let read = self.read(at, 0, bytes.len() as u64 + 100)?;
        ensure(read.bytes == bytes, || {
            format!(
                "read {at} gives {} bytes {}, and {} bytes {} were written",
                read.bytes.len(),
                shown(&read.bytes),
                bytes.len(),
                shown(bytes)
            )
        })?;
        ensure(read.version == stat.version, || {
            format!(
                "read {at} gives the version {:?}, and stat {:?}",
                read.version, stat.version
            )
        })
    }

    /// Nothing is at a path.
    fn has_nothing(&self, at: &str) -> Checking {
        let stat = self.stat(at)?;
        ensure(stat.is_none(), || {
            format!("stat {at} says {stat:?}, and nothing is to be there")
        })
    }
}

/// The beginning of some bytes.
fn shown(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(20)]);
    crate::text::shown(&text)
}

/// Bytes that differ at every place from those a few places on.
fn pattern(length: usize) -> Vec<u8> {
    (0..length)
        .map(|at| u8::try_from((at * 7 + at / 251) % 251).unwrap_or(0))
        .collect()
}
