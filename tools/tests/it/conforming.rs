//! The stores that ship keep to what a store is, and stores that do not are found.

use std::ops::Range;
use std::time::Duration;

use isolate_host::Workspace;
use isolate_host::text::VPath;
use isolate_tools::store::{
    Capabilities, DirectoryFiles, Expected, FileStore, ListRequest, Listing, MemoryFiles,
    SearchPage, SearchRequest, StoreBytes, StoreChange, StoreError, StoreErrorKind, StoreFuture,
    StoreKind, StorePage, StoreStat, Version, WorkspaceFiles, conformance, conformance_within,
};

#[test]
fn the_store_in_memory_conforms() {
    conformance(|| MemoryFiles::new("memory")).unwrap();
}

#[test]
fn a_store_in_memory_with_few_capabilities_conforms() {
    let few = Capabilities::new();
    for can in [
        few,
        few.versions(true),
        few.list(Listing::Directories).remove(true),
        few.versions(true).list(Listing::Subtrees).rename(true),
        few.modes(true).links(true),
        few.atomic(true).directories(true),
    ] {
        conformance(|| MemoryFiles::with_capabilities("few", can)).unwrap();
    }
}

#[test]
fn a_workspace_conforms() {
    conformance(|| WorkspaceFiles::new("workspace", &Workspace::memory().unwrap())).unwrap();
}

#[test]
fn a_directory_conforms() {
    let folder = tempfile::tempdir().unwrap();
    let mut number = 0;
    conformance(|| {
        number += 1;
        let own = folder.path().join(number.to_string());
        std::fs::create_dir(&own).unwrap();
        DirectoryFiles::open("directory", own).unwrap()
    })
    .unwrap();
}

/// What a store does wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wrong {
    LiesAboutSizes,
    ReadsOtherBytes,
    ReadsTooMuch,
    IgnoresVersions,
    IgnoresMissing,
    KeepsTheVersion,
    ListsTwice,
    ListsForever,
    ListsLess,
    ListsTooMuchAtOnce,
    WritesInParts,
    RemovesNothing,
    RenamesOver,
    ChangesHalf,
    NoVersionOfReads,
    Hangs,
    Panics,
    FollowsLinks,
    ForgetsModes,
    SearchesLess,
}

/// A store in memory with one fault.
struct Faulty(MemoryFiles, Wrong);

fn now<T>(future: StoreFuture<'_, T>) -> Result<T, StoreError> {
    futures_executor::block_on(future)
}

impl FileStore for Faulty {
    fn name(&self) -> &str {
        "faulty"
    }

    fn capabilities(&self) -> Capabilities {
        self.0.capabilities()
    }

    fn stat<'a>(&'a self, path: &'a VPath) -> StoreFuture<'a, Option<StoreStat>> {
        Box::pin(async move {
            let mut stat = self.0.stat(path).await?;
            if let Some(stat) = &mut stat {
                if self.1 == Wrong::LiesAboutSizes
                    && let StoreKind::File(bytes) = &mut stat.kind
                {
                    *bytes += 1;
                }
                if self.1 == Wrong::FollowsLinks
                    && let StoreKind::Link(_) = stat.kind
                {
                    stat.kind = StoreKind::File(1);
                }
            }
            Ok(stat)
        })
    }

    fn read<'a>(&'a self, path: &'a VPath, range: Range<u64>) -> StoreFuture<'a, StoreBytes> {
        Box::pin(async move {
            let mut read = self.0.read(path, range).await?;
            match self.1 {
                Wrong::ReadsOtherBytes => read.bytes.iter_mut().for_each(|byte| *byte ^= 1),
                Wrong::ReadsTooMuch => read.bytes.push(0),
                Wrong::NoVersionOfReads => read.version = None,
                Wrong::Panics => panic!("as it is to"),
                _ => {}
            }
            Ok(read)
        })
    }

    fn write<'a>(
        &'a self,
        path: &'a VPath,
        bytes: &'a [u8],
        expected: &'a Expected,
        mode: Option<u32>,
    ) -> StoreFuture<'a, Option<Version>> {
        Box::pin(async move {
            let any = match (self.1, expected) {
                (Wrong::IgnoresVersions, Expected::Version(_))
                | (Wrong::IgnoresMissing, Expected::Missing) => &Expected::Any,
                _ => expected,
            };
            match self.1 {
                Wrong::WritesInParts => {
                    let half = bytes.len() / 2;
                    self.0.write(path, &bytes[..half], any, mode).await?;
                    std::thread::yield_now();
                    self.0.write(path, bytes, &Expected::Any, mode).await
                }
                Wrong::KeepsTheVersion => {
                    self.0.write(path, bytes, any, mode).await?;
                    Ok(Some(Version::new("always")))
                }
                Wrong::ForgetsModes => self.0.write(path, bytes, any, None).await,
                Wrong::Hangs if bytes == b"longer than one" => std::future::pending().await,
                _ => self.0.write(path, bytes, any, mode).await,
            }
        })
    }

    fn list<'a>(&'a self, request: &'a ListRequest) -> StoreFuture<'a, StorePage> {
        Box::pin(async move {
            let mut page = self.0.list(request).await?;
            match self.1 {
                Wrong::ListsTwice => page.entries.extend(page.entries.first().cloned()),
                Wrong::ListsForever => page.next = Some("again".to_owned()),
                Wrong::ListsLess => drop(page.entries.pop()),
                Wrong::ListsTooMuchAtOnce => {
                    let mut all = request.clone();
                    all.count_max = 1_000;
                    page = self.0.list(&all).await?;
                }
                _ => {}
            }
            Ok(page)
        })
    }

    fn search<'a>(&'a self, request: &'a SearchRequest) -> StoreFuture<'a, SearchPage> {
        Box::pin(async move {
            let mut page = self.0.search(request).await?;
            if self.1 == Wrong::SearchesLess {
                page.paths.retain(|path| path.as_str() != "/d/b");
            }
            Ok(page)
        })
    }

    fn remove<'a>(&'a self, path: &'a VPath, expected: &'a Expected) -> StoreFuture<'a, ()> {
        match self.1 {
            Wrong::RemovesNothing => Box::pin(async { Ok(()) }),
            _ => self.0.remove(path, expected),
        }
    }

    fn rename<'a>(
        &'a self,
        from: &'a VPath,
        to: &'a VPath,
        expected: &'a Expected,
    ) -> StoreFuture<'a, Option<Version>> {
        if self.1 == Wrong::RenamesOver {
            let _ = now(self.0.remove(to, &Expected::Any));
        }
        self.0.rename(from, to, expected)
    }

    fn make_directory<'a>(&'a self, path: &'a VPath) -> StoreFuture<'a, ()> {
        self.0.make_directory(path)
    }

    fn make_link<'a>(
        &'a self,
        path: &'a VPath,
        target: &'a str,
    ) -> StoreFuture<'a, Option<Version>> {
        self.0.make_link(path, target)
    }

    fn change_all<'a>(
        &'a self,
        changes: &'a [StoreChange],
    ) -> StoreFuture<'a, Vec<Option<Version>>> {
        Box::pin(async move {
            if self.1 == Wrong::ChangesHalf {
                self.0.change_all(&changes[..1]).await?;
                return Err(StoreError::new(StoreErrorKind::Changed, "too late"));
            }
            self.0.change_all(changes).await
        })
    }
}

/// The first line of what is wrong with a store.
fn first_failure(wrong: Wrong) -> String {
    let patience = Duration::from_millis(200);
    let found = conformance_within(patience, || Faulty(MemoryFiles::new("faulty"), wrong));
    let Err(found) = found else {
        panic!("{wrong:?} was not found");
    };
    found.failures()[0].clone()
}

#[test]
fn a_store_with_a_fault_is_found_and_the_fault_is_named() {
    let found = |wrong| (wrong, first_failure(wrong));
    let expected = [
        (
            Wrong::LiesAboutSizes,
            "write and read: stat /a.txt says File(9) of a file of 8 bytes",
        ),
        (
            Wrong::ReadsOtherBytes,
            "write and read: read /a.txt gives 8 bytes \"nod\\u{b}uvn\\u{b}\", and 8 bytes \"one\\ntwo\\n\" were written",
        ),
        (
            Wrong::ReadsTooMuch,
            "write and read: read /a.txt gives 9 bytes \"one\\ntwo\\n\\u{0}\", and 8 bytes \"one\\ntwo\\n\" were written",
        ),
        (
            Wrong::IgnoresVersions,
            "versions: write as Version(Version(\"1\")) of what has the version Some(Version(\"2\")) works, and must fail with Changed",
        ),
        (
            Wrong::IgnoresMissing,
            "what must not exist: write as Missing of what exists works, and must fail with Changed",
        ),
        (
            Wrong::KeepsTheVersion,
            "write and read: write /a.txt gives the version Some(Version(\"always\")), and stat Some(Version(\"1\"))",
        ),
        (
            Wrong::ListsTwice,
            "list: list / (Entries, 1 entries) gives 2 entries",
        ),
        (
            Wrong::ListsForever,
            "list: list / does not come to an end in 1000 pages",
        ),
        (
            Wrong::ListsLess,
            "list: list / gives the files , and must give /a.txt, /a0, /b",
        ),
        (
            Wrong::ListsTooMuchAtOnce,
            "list: list / (Entries, 1 entries) gives 5 entries",
        ),
        (
            Wrong::RemovesNothing,
            "remove: remove of an old version works, and must fail with Changed",
        ),
        (
            Wrong::RenamesOver,
            "rename: rename to where something is works, and must fail with Changed",
        ),
        (
            Wrong::ChangesHalf,
            "several changes as one: stat /new says Some(StoreStat { kind: File(3), version: Some(Version(\"3\")), mtime_ms: None, mode: Some(420) }), and nothing is to be there",
        ),
        (
            Wrong::NoVersionOfReads,
            "write and read: read /a.txt gives the version None, and stat Some(Version(\"1\"))",
        ),
        (Wrong::Panics, "an empty store: it panics"),
        (
            Wrong::FollowsLinks,
            "links: stat /to-file says Some(File(1)), and it is a link to d/file",
        ),
        (
            Wrong::SearchesLess,
            "search: search \"needle\" below / leaves out /d/b, which has it",
        ),
        (
            Wrong::ForgetsModes,
            "modes: the mode is Some(420), and 755 was given",
        ),
    ];
    for (wrong, message) in expected {
        let (_, mut first) = found(wrong);
        // The time of the moment.
        if let (Some(start), Some(end)) = (first.find("mtime_ms: Some("), first.find("), mode")) {
            first.replace_range(start..=end, "mtime_ms: None");
        }
        if wrong == Wrong::Panics {
            // What does not exist is asked for first, and its reading panics.
            assert!(first.ends_with("it panics"), "{first}");
            continue;
        }
        assert_eq!(first, message, "{wrong:?}");
    }
    assert!(first_failure(Wrong::WritesInParts).contains("whole files"));
}

#[test]
fn a_store_that_hangs_does_not_hang_the_checks() {
    let first = first_failure(Wrong::Hangs);
    assert!(first.contains("has not answered for 0.2 s"), "{first}");
}
