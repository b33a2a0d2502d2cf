//! [`FileStore`]: files of anybody, for tools and programs.
//!
//! A store has files under absolute paths: an object store, a database, a remote machine, a directory. It
//! answers what a file is, gives its bytes, and replaces it as a whole.
//! [`Toolbox::over_store`](crate::Toolbox::over_store) drives any store with the tools of a workspace. Three
//! stores ship: [`MemoryFiles`], [`DirectoryFiles`], and [`WorkspaceFiles`].
//!
//! What a store can do beyond that is said by its [`Capabilities`], before it is asked for it: a tool that
//! needs more says which capability is missing, and changes nothing.
//!
//! [`conformance`] checks an implementation. `docs/stores.md` shows how to write one.
//!
//! Invariant: nothing that a store answers is trusted. Names, sizes, numbers of bytes and pages are checked
//! before a tool sees them.

mod conformance;
mod directory;
mod error;
mod memory;
mod options;
mod types;
pub(crate) mod wait;
mod workspace;

use std::future::Future;
use std::ops::Range;
use std::pin::Pin;

use isolate_text::VPath;

pub use conformance::{Nonconforming, conformance, conformance_within};
pub use directory::DirectoryFiles;
pub use error::{StoreError, StoreErrorKind};
pub use memory::MemoryFiles;
pub use options::StoreOptions;
pub use types::{
    Capabilities, Depth, Expected, ListRequest, Listing, SearchPage, SearchRequest, StoreBytes,
    StoreChange, StoreEntry, StoreKind, StorePage, StoreStat, Version,
};
pub use workspace::WorkspaceFiles;

/// What a call of a store returns: a future that needs no particular runtime to be polled.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// What takes the bytes of a file, piece by piece. An error ends the reading, and is its result.
pub type ChunkSink<'a> = &'a mut (dyn FnMut(&[u8]) -> Result<(), StoreError> + Send);

/// Bytes that [`read_in_ranges`] asks for at a time.
const RANGE_BYTES: u64 = 256 << 10;

/// Files of anybody.
///
/// Futures are polled on the thread that calls a tool, or on one of the threads that run programs. A future
/// that needs a runtime, such as a timer or a connection of tokio, must bring its own, for example by
/// spawning there and awaiting the handle. One that blocks its thread cannot be cancelled. A future that is
/// dropped before it is ready has been cancelled: its change has happened as a whole or not at all.
///
/// Paths are absolute and have no links but at their end, `.` or `..`. A store that has links shows them
/// and does not follow them: whoever calls does that.
///
/// A name in an error is that of [`FileStore::name`]. Errors of a store are shown to models and people, so
/// they have no secrets in them.
pub trait FileStore: Send + Sync {
    /// The name of the store, for errors and notes: `team bucket`. At most 100 characters are shown.
    fn name(&self) -> &str;

    /// What the store can do. It is asked once, when a toolbox is made.
    fn capabilities(&self) -> Capabilities;

    /// What is at a path; `None` if nothing is, also where a file is in the place of a directory of the
    /// path. The root is always a directory.
    ///
    /// # Errors
    /// The store could not answer.
    fn stat<'a>(&'a self, path: &'a VPath) -> StoreFuture<'a, Option<StoreStat>>;

    /// The bytes of a file in a range: exactly those of it that the file has, and the version that they
    /// are of, if the store has versions.
    ///
    /// # Errors
    /// [`NotFound`](StoreErrorKind::NotFound) for what is no file; or the store could not answer.
    fn read<'a>(&'a self, path: &'a VPath, range: Range<u64>) -> StoreFuture<'a, StoreBytes>;

    /// Gives a sink all bytes of a file, in pieces of any size, and returns the version that they are of.
    /// Without an implementation, ranges of 256 KiB are read.
    ///
    /// # Errors
    /// As [`FileStore::read`]; [`Changed`](StoreErrorKind::Changed) if the file changes meanwhile; what the
    /// sink returns.
    fn read_chunks<'a>(
        &'a self,
        path: &'a VPath,
        sink: ChunkSink<'a>,
    ) -> StoreFuture<'a, Option<Version>> {
        Box::pin(read_in_ranges(self, path, sink))
    }

    /// Replaces a file as a whole, or makes it with the directories above it, and returns its new version,
    /// if the store has versions. Whoever reads meanwhile sees the old bytes or the new ones.
    ///
    /// A file that is replaced keeps its permission bits, and `mode` is given for one that is to get other
    /// ones: it is `None` unless the store has [modes](Capabilities::modes).
    ///
    /// # Errors
    /// [`Changed`](StoreErrorKind::Changed) if the path is not as expected, which a store without versions
    /// checks for [`Expected::Missing`] alone; [`NotADirectory`](StoreErrorKind::NotADirectory) and
    /// [`IsADirectory`](StoreErrorKind::IsADirectory). The file is as it was.
    fn write<'a>(
        &'a self,
        path: &'a VPath,
        bytes: &'a [u8],
        expected: &'a Expected,
        mode: Option<u32>,
    ) -> StoreFuture<'a, Option<Version>>;

    /// A page of the entries of a directory, or of everything below it
    /// ([`Capabilities::list`]), in any order that is the same for each page. Directories come with what is
    /// below them, or not at all: those above a file are known by its path.
    ///
    /// # Errors
    /// [`NotFound`](StoreErrorKind::NotFound) for what is no directory; or the store could not answer.
    fn list<'a>(&'a self, request: &'a ListRequest) -> StoreFuture<'a, StorePage> {
        let _ = request;
        unsupported("list")
    }

    /// A page of the files in which a text may occur ([`Capabilities::search`]): all that have its bytes in
    /// UTF-8, at any place, and perhaps others. Those that are left out are not read, so one that has them
    /// must not be.
    ///
    /// # Errors
    /// [`NotFound`](StoreErrorKind::NotFound) for what is no directory; or the store could not answer.
    fn search<'a>(&'a self, request: &'a SearchRequest) -> StoreFuture<'a, SearchPage> {
        let _ = request;
        unsupported("search")
    }

    /// Removes a file, a link, or an empty directory ([`Capabilities::remove`]).
    ///
    /// # Errors
    /// [`Changed`](StoreErrorKind::Changed) if the path is not as expected, or nothing is there;
    /// [`NotEmpty`](StoreErrorKind::NotEmpty).
    fn remove<'a>(&'a self, path: &'a VPath, expected: &'a Expected) -> StoreFuture<'a, ()> {
        let _ = (path, expected);
        unsupported("remove")
    }

    /// Gives a file another path, where nothing is ([`Capabilities::rename`]), and returns the version that
    /// it has there. The directories above the new path are made.
    ///
    /// # Errors
    /// [`Changed`](StoreErrorKind::Changed) if the file is not as expected, or something is at the new path.
    fn rename<'a>(
        &'a self,
        from: &'a VPath,
        to: &'a VPath,
        expected: &'a Expected,
    ) -> StoreFuture<'a, Option<Version>> {
        let _ = (from, to, expected);
        unsupported("rename")
    }

    /// Makes an empty directory with those above it ([`Capabilities::directories`]). One that is there is no
    /// error.
    ///
    /// # Errors
    /// [`NotADirectory`](StoreErrorKind::NotADirectory) if something else is in its place.
    fn make_directory<'a>(&'a self, path: &'a VPath) -> StoreFuture<'a, ()> {
        let _ = path;
        unsupported("directories")
    }

    /// Makes a link with the directories above it, where nothing is ([`Capabilities::links`]).
    ///
    /// # Errors
    /// [`Changed`](StoreErrorKind::Changed) if something is there.
    fn make_link<'a>(
        &'a self,
        path: &'a VPath,
        target: &'a str,
    ) -> StoreFuture<'a, Option<Version>> {
        let _ = (path, target);
        unsupported("links")
    }

    /// Makes several changes in their order, all of them or none ([`Capabilities::atomic`]). Returns a
    /// version for each, `None` where its method would return none.
    ///
    /// # Errors
    /// That of the first change that cannot be made, with its path ([`StoreError::at`]). Nothing has changed.
    fn change_all<'a>(
        &'a self,
        changes: &'a [StoreChange],
    ) -> StoreFuture<'a, Vec<Option<Version>>> {
        let _ = changes;
        unsupported("atomic")
    }
}

fn unsupported<'a, T: Send + 'a>(capability: &'static str) -> StoreFuture<'a, T> {
    Box::pin(async move { Err(StoreError::unsupported(capability)) })
}

/// Gives a sink all bytes of a file by [`FileStore::read`].
async fn read_in_ranges<S: FileStore + ?Sized>(
    store: &S,
    path: &VPath,
    sink: ChunkSink<'_>,
) -> Result<Option<Version>, StoreError> {
    let mut start = 0;
    let mut version: Option<Version> = None;
    loop {
        let end = start + RANGE_BYTES;
        let piece = store.read(path, start..end).await?;
        if start > 0 && piece.version != version {
            return Err(StoreError::changed());
        }
        version = piece.version;
        let length = piece.bytes.len() as u64;
        if length > 0 {
            sink(&piece.bytes)?;
        }
        // Less than was asked for is the end.
        if length < RANGE_BYTES {
            return Ok(version);
        }
        start = end;
    }
}
