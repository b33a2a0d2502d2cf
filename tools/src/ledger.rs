//! The parts of files that a toolbox has shown or written: a caller must read a file before it
//! changes it.

use std::collections::BTreeMap;

/// Files that are remembered; the least recently read is dropped first.
const FILES_MAX: usize = 2_000;

/// The parts of one file that were seen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Seen {
    /// The version that was seen.
    pub(crate) etag: String,
    /// The last run of the history when it was seen.
    pub(crate) run: i64,
    /// The byte ranges that were shown, sorted, apart from each other.
    pub(crate) shown: Vec<(u64, u64)>,
    /// The size of the file; of one that is shown decoded, of its text.
    pub(crate) size: u64,
    /// Its lines, once they have been counted.
    pub(crate) lines: Option<u64>,
    tick: u64,
}

impl Seen {
    pub(crate) fn new(etag: &str, run: i64, size: u64) -> Self {
        Self {
            etag: etag.to_owned(),
            run,
            size,
            ..Self::default()
        }
    }

    /// The whole file: the caller wrote it.
    pub(crate) fn whole(etag: &str, run: i64, size: u64) -> Self {
        let mut seen = Self::new(etag, run, size);
        seen.show(0, size);
        seen
    }

    /// Adds a range that was shown.
    pub(crate) fn show(&mut self, start: u64, end: u64) {
        self.shown.push((start, end));
        self.shown.sort_unstable();
        let mut joined: Vec<(u64, u64)> = Vec::with_capacity(self.shown.len());
        for &(start, end) in &self.shown {
            match joined.last_mut() {
                Some(last) if start <= last.1 => last.1 = last.1.max(end),
                _ => joined.push((start, end)),
            }
        }
        self.shown = joined;
    }

    pub(crate) fn is_whole(&self) -> bool {
        self.size == 0 || self.shown.first() == Some(&(0, self.size))
    }
}

/// The parts that were seen, by file.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    files: BTreeMap<String, Seen>,
    tick: u64,
}

impl Ledger {
    pub(crate) fn seen(&self, path: &str) -> Option<&Seen> {
        self.files.get(path)
    }

    /// The files that were seen last.
    pub(crate) fn recent(&self, count: usize) -> Vec<String> {
        let mut files: Vec<(u64, &String)> = self
            .files
            .iter()
            .map(|(path, seen)| (seen.tick, path))
            .collect();
        files.sort_unstable_by(|a, b| b.cmp(a));
        files
            .into_iter()
            .take(count)
            .map(|(_, path)| path.clone())
            .collect()
    }

    /// Adds what was read now to what was read of the same version.
    pub(crate) fn put(&mut self, path: &str, mut seen: Seen) {
        self.tick += 1;
        seen.tick = self.tick;
        if let Some(old) = self.files.get(path)
            && old.etag == seen.etag
        {
            for &(start, end) in &old.shown {
                seen.show(start, end);
            }
            seen.lines = seen.lines.or(old.lines);
        }
        self.files.insert(path.to_owned(), seen);
        if self.files.len() > FILES_MAX
            && let Some(oldest) = self
                .files
                .iter()
                .min_by_key(|(_, seen)| seen.tick)
                .map(|(path, _)| path.clone())
        {
            self.files.remove(&oldest);
        }
    }

    pub(crate) fn forget(&mut self, path: &str) {
        let below = format!("{path}/");
        self.files
            .retain(|known, _| known != path && !known.starts_with(&below));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_add_up_to_the_whole() {
        let mut ledger = Ledger::default();
        let mut seen = Seen::new("v", 1, 30);
        seen.show(0, 10);
        ledger.put("/a", seen);
        let mut seen = Seen::new("v", 1, 30);
        seen.show(20, 30);
        ledger.put("/a", seen.clone());
        assert!(!ledger.seen("/a").unwrap().is_whole());
        seen.show(9, 20);
        ledger.put("/a", seen);
        assert!(ledger.seen("/a").unwrap().is_whole());
        ledger.put("/a", Seen::new("w", 2, 5));
        assert!(!ledger.seen("/a").unwrap().is_whole());
        ledger.forget("/a");
        assert!(ledger.seen("/a").is_none());
    }
}
