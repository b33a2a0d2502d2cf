//! [`Objects`]: where a log is stored.
//!
//! Six operations on named bytes, which an object store, a database and a directory have alike. The
//! agreement of hosts needs one of them to be exact: [`Objects::create`].

mod conformance;
mod error;
mod folder;
mod memory;
mod names;
mod probe;

use std::future::Future;
use std::ops::Range;
use std::pin::Pin;

pub use conformance::{Nonconforming, conformance};
pub use error::{ObjectsError, ObjectsErrorKind};
pub use folder::FolderObjects;
pub use memory::MemoryObjects;
pub use names::{check_name, check_prefix};
pub use probe::{PROBE_PREFIX, ProbeError, probe};

/// What an operation returns: a future that is polled on a runtime of tokio.
pub type ObjectsFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, ObjectsError>> + Send + 'a>>;

/// How a create ended, where the store has said so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Created {
    /// The object has these bytes.
    Created,
    /// There is an object of that name, or there was a conflict with another create of it. A store
    /// may also say so of an object that this create has made, where an answer was lost on the way:
    /// who needs to know looks at it.
    Exists,
}

/// An object in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its whole name.
    pub name: String,
    /// Its bytes.
    pub size: u64,
    /// What the store calls the state of the object, another one after each change; `None` where a
    /// store has no such thing.
    pub version: Option<String>,
    /// When it was last changed, by the store's own clock: milliseconds since 1970.
    pub modified_ms: u64,
}

/// Where a log is stored.
///
/// Names are those that [`check_name`] accepts, every other one is [`ObjectsErrorKind::Invalid`]; they
/// are sorted by their bytes. `log/1` and `log/1/a` may both be there. An object has 0 bytes or more;
/// a store takes 64 MiB at least, and may refuse larger ones as [`ObjectsErrorKind::Invalid`]. It is
/// whole or not there: nobody reads a part of one that is being written. What was created or put is
/// read and listed at once, by everybody, and survives a failure of the machine, if the store is none
/// in memory.
///
/// A future that is dropped before it is ready may have done its work, or may still do it. A store
/// may repeat a [`get`](Self::get), a [`list`](Self::list) or a [`delete`](Self::delete) by itself,
/// and never a [`create`](Self::create) that may have reached it.
///
/// Errors are shown to people, and have no secrets in them.
///
/// [`conformance`] checks an implementation, and [`probe`] a store at the start of a host.
pub trait Objects: Send + Sync {
    /// What it is, for messages: `s3://bucket/prefix`.
    fn name(&self) -> &str;

    /// Makes an object, only if there is none of that name. Of all that try, exactly one succeeds,
    /// and has [`Created::Created`] or [`ObjectsErrorKind::Unclear`], or [`Created::Exists`] where its
    /// answer was lost.
    ///
    /// # Errors
    /// [`ObjectsErrorKind::Unclear`] if the object may have been made, or may still be; any other
    /// kind says that it was not.
    fn create<'a>(&'a self, name: &'a str, bytes: Vec<u8>) -> ObjectsFuture<'a, Created>;

    /// Makes an object, in place of the one that may be there.
    ///
    /// # Errors
    /// As those of [`create`](Self::create).
    fn put<'a>(&'a self, name: &'a str, bytes: Vec<u8>) -> ObjectsFuture<'a, ()>;

    /// The bytes of an object in `range`, or all of them; fewer where it has fewer, none where it
    /// ends before the range. `None` if there is no such object.
    ///
    /// # Errors
    /// The store could not answer.
    fn get<'a>(
        &'a self,
        name: &'a str,
        range: Option<Range<u64>>,
    ) -> ObjectsFuture<'a, Option<Vec<u8>>>;

    /// The objects whose names begin with `prefix` and come after `after`, in the order of their
    /// names: `limit` of them at most, and fewer only where there are no more. The prefix is one that
    /// [`check_prefix`] accepts; it may be empty and need not end at a `/`.
    ///
    /// # Errors
    /// The store could not answer.
    fn list<'a>(
        &'a self,
        prefix: &'a str,
        after: Option<&'a str>,
        limit: usize,
    ) -> ObjectsFuture<'a, Vec<Listed>>;

    /// Deletes objects. One that is not there is no error.
    ///
    /// # Errors
    /// Some of them may be left.
    fn delete<'a>(&'a self, names: &'a [String]) -> ObjectsFuture<'a, ()>;
}
