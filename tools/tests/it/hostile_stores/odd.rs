//! A store in memory whose answers a test can change.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use isolate_host::text::VPath;
use isolate_tools::store::{
    Capabilities, Expected, FileStore, ListRequest, MemoryFiles, SearchPage, SearchRequest,
    StoreBytes, StoreChange, StoreError, StoreFuture, StoreKind, StorePage, StoreStat, Version,
};

/// What is done before a question is answered; an error is the answer.
pub(super) type Hook = Box<dyn Fn(&MemoryFiles, &str, &VPath) -> Option<StoreError> + Send + Sync>;

/// Pages as a hostile store gives them.
pub(super) type Pages = fn(&ListRequest) -> StorePage;

/// A store in memory whose answers a test can change.
pub(super) struct Odd {
    pub(super) files: MemoryFiles,
    pub(super) can: Capabilities,
    pub(super) hook: Hook,
    pub(super) hangs: AtomicBool,
    /// What `stat` and `list` add to the size of each file.
    pub(super) more_bytes: u64,
    /// What `read` adds.
    pub(super) more_read: Vec<u8>,
    pub(super) pages: Mutex<Option<Pages>>,
    pub(super) asked: AtomicU64,
}

impl Odd {
    pub(super) fn new(files: &MemoryFiles) -> Self {
        Self {
            files: files.clone(),
            can: files.capabilities(),
            hook: Box::new(|_, _, _| None),
            hangs: AtomicBool::new(false),
            more_bytes: 0,
            more_read: Vec::new(),
            pages: Mutex::new(None),
            asked: AtomicU64::new(0),
        }
    }

    pub(super) fn hook(
        mut self,
        hook: impl Fn(&MemoryFiles, &str, &VPath) -> Option<StoreError> + Send + Sync + 'static,
    ) -> Self {
        self.hook = Box::new(hook);
        self
    }

    async fn asked(&self, doing: &str, path: &VPath) -> Result<(), StoreError> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        if self.hangs.load(Ordering::Relaxed) {
            std::future::pending::<()>().await;
        }
        match (self.hook)(&self.files, doing, path) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    fn larger(&self, mut stat: StoreStat) -> StoreStat {
        if let StoreKind::File(bytes) = &mut stat.kind {
            *bytes += self.more_bytes;
        }
        stat
    }
}

impl FileStore for Odd {
    fn name(&self) -> &str {
        "odd"
    }

    fn capabilities(&self) -> Capabilities {
        self.can
    }

    fn stat<'a>(&'a self, path: &'a VPath) -> StoreFuture<'a, Option<StoreStat>> {
        Box::pin(async move {
            self.asked("stat", path).await?;
            let stat = self.files.stat(path).await?;
            Ok(stat.map(|stat| self.larger(stat)))
        })
    }

    fn read<'a>(&'a self, path: &'a VPath, range: Range<u64>) -> StoreFuture<'a, StoreBytes> {
        Box::pin(async move {
            self.asked("read", path).await?;
            let mut read = self.files.read(path, range).await?;
            read.bytes.extend_from_slice(&self.more_read);
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
            self.asked("write", path).await?;
            self.files.write(path, bytes, expected, mode).await
        })
    }

    fn list<'a>(&'a self, request: &'a ListRequest) -> StoreFuture<'a, StorePage> {
        Box::pin(async move {
            self.asked("list", &request.directory).await?;
            let pages = *self.pages.lock().unwrap();
            if let Some(pages) = pages {
                return Ok(pages(request));
            }
            let mut page = self.files.list(request).await?;
            for entry in &mut page.entries {
                entry.stat = self.larger(entry.stat.clone());
            }
            Ok(page)
        })
    }

    fn search<'a>(&'a self, request: &'a SearchRequest) -> StoreFuture<'a, SearchPage> {
        Box::pin(async move {
            self.asked("search", &request.directory).await?;
            self.files.search(request).await
        })
    }

    fn remove<'a>(&'a self, path: &'a VPath, expected: &'a Expected) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            self.asked("remove", path).await?;
            self.files.remove(path, expected).await
        })
    }

    fn make_directory<'a>(&'a self, path: &'a VPath) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            self.asked("make_directory", path).await?;
            self.files.make_directory(path).await
        })
    }

    fn change_all<'a>(
        &'a self,
        changes: &'a [StoreChange],
    ) -> StoreFuture<'a, Vec<Option<Version>>> {
        Box::pin(async move {
            self.asked("change_all", changes[0].path()).await?;
            self.files.change_all(changes).await
        })
    }
}
