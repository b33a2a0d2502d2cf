//! What a host asks of a store, counted.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use isolate_ledger::objects::{Created, Listed, Objects, ObjectsFuture};

/// What a host has asked of a store since it was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Requests {
    /// Objects to be made only if there was none of the name.
    pub creates: u64,
    /// Objects to be made or replaced.
    pub puts: u64,
    /// Objects to be read.
    pub gets: u64,
    /// Lists of names.
    pub lists: u64,
    /// Deletions, of one object or of several.
    pub deletes: u64,
    /// Requests that failed, of any kind.
    pub failed: u64,
    /// Bytes sent.
    pub bytes_sent: u64,
    /// Bytes received.
    pub bytes_received: u64,
}

/// The counters behind [`Requests`].
#[derive(Debug, Default)]
struct Counters {
    creates: AtomicU64,
    puts: AtomicU64,
    gets: AtomicU64,
    lists: AtomicU64,
    deletes: AtomicU64,
    failed: AtomicU64,
    bytes_sent: AtomicU64,
    bytes_received: AtomicU64,
}

/// A store whose requests are counted.
pub(crate) struct Counted {
    objects: Arc<dyn Objects>,
    counters: Counters,
}

fn add(counter: &AtomicU64, count: usize) {
    counter.fetch_add(count as u64, Ordering::Relaxed);
}

impl Counted {
    pub(crate) fn over(objects: Arc<dyn Objects>) -> Self {
        Self {
            objects,
            counters: Counters::default(),
        }
    }

    pub(crate) fn requests(&self) -> Requests {
        let of = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let counters = &self.counters;
        Requests {
            creates: of(&counters.creates),
            puts: of(&counters.puts),
            gets: of(&counters.gets),
            lists: of(&counters.lists),
            deletes: of(&counters.deletes),
            failed: of(&counters.failed),
            bytes_sent: of(&counters.bytes_sent),
            bytes_received: of(&counters.bytes_received),
        }
    }

    /// Notes a request that is made, and what it is answered.
    fn noted<'a, T: 'a>(
        &'a self,
        counter: &'a AtomicU64,
        received: impl Fn(&T) -> usize + Send + 'a,
        asked: ObjectsFuture<'a, T>,
    ) -> ObjectsFuture<'a, T> {
        Box::pin(async move {
            add(counter, 1);
            let answer = asked.await;
            match &answer {
                Ok(answer) => add(&self.counters.bytes_received, received(answer)),
                Err(_) => add(&self.counters.failed, 1),
            }
            answer
        })
    }
}

impl Objects for Counted {
    fn name(&self) -> &str {
        self.objects.name()
    }

    fn create<'a>(&'a self, name: &'a str, bytes: Vec<u8>) -> ObjectsFuture<'a, Created> {
        add(&self.counters.bytes_sent, bytes.len());
        let asked = self.objects.create(name, bytes);
        self.noted(&self.counters.creates, |_| 0, asked)
    }

    fn put<'a>(&'a self, name: &'a str, bytes: Vec<u8>) -> ObjectsFuture<'a, ()> {
        add(&self.counters.bytes_sent, bytes.len());
        let asked = self.objects.put(name, bytes);
        self.noted(&self.counters.puts, |()| 0, asked)
    }

    fn get<'a>(
        &'a self,
        name: &'a str,
        range: Option<Range<u64>>,
    ) -> ObjectsFuture<'a, Option<Vec<u8>>> {
        let received = |bytes: &Option<Vec<u8>>| bytes.as_ref().map_or(0, Vec::len);
        let asked = self.objects.get(name, range);
        self.noted(&self.counters.gets, received, asked)
    }

    fn list<'a>(
        &'a self,
        prefix: &'a str,
        after: Option<&'a str>,
        limit: usize,
    ) -> ObjectsFuture<'a, Vec<Listed>> {
        let asked = self.objects.list(prefix, after, limit);
        self.noted(&self.counters.lists, |_| 0, asked)
    }

    fn delete<'a>(&'a self, names: &'a [String]) -> ObjectsFuture<'a, ()> {
        let asked = self.objects.delete(names);
        self.noted(&self.counters.deletes, |()| 0, asked)
    }
}
