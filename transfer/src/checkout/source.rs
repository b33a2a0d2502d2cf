//! Bytes of files of the disk, read when they are needed.

use std::fs::File;
use std::hash::{DefaultHasher, Hasher as _};
use std::io;
use std::os::unix::fs::FileExt as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use isolate_vfs::{ContentSource, Error, ErrorKind, Result, Seed, SeedKind};

use super::disk::{Disk, Now};
use super::journal::Journal;
use crate::compare::CHUNK_BYTES;
use crate::directory::Stamp;

/// The files of a directory of the disk, as they were when it was scanned.
#[derive(Debug)]
pub(super) struct DiskFiles {
    disk: Arc<Disk>,
    files: Mutex<Files>,
}

#[derive(Debug, Default)]
struct Files {
    /// The number of the first entry.
    first: u64,
    places: Vec<Option<Place>>,
    /// The journal that keeps what was replaced.
    journal: Option<Journal>,
}

/// Where the bytes of a file are.
#[derive(Debug, Clone)]
struct Place {
    path: Arc<str>,
    stamp: Stamp,
    /// A sum of the bytes, when they have been read.
    sum: Option<u64>,
    /// Where they are kept after the file was replaced: the number of the write-back and of its step.
    kept: Option<(u64, usize)>,
}

impl DiskFiles {
    pub(super) fn new(disk: Arc<Disk>) -> Self {
        Self {
            disk,
            files: Mutex::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Files> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes the entries that a tree was seeded with.
    pub(super) fn fill(&self, first: u64, entries: &[Seed], stamps: &[Stamp]) {
        let places = entries.iter().zip(stamps).map(|(entry, stamp)| {
            matches!(entry.kind, SeedKind::File(_)).then(|| Place {
                path: entry.path.as_str().into(),
                stamp: *stamp,
                sum: None,
                kept: None,
            })
        });
        let mut files = self.lock();
        files.places = places.collect();
        files.first = first;
    }

    /// The sum of the bytes of the file at a path, if they have been read.
    pub(super) fn sum_of(&self, entry: usize) -> Option<u64> {
        self.lock().places.get(entry)?.as_ref()?.sum
    }

    /// Notes that the bytes of an entry are kept by a step of a write-back.
    pub(super) fn keep(&self, entry: usize, journal: &Journal, write_back: u64, step: usize) {
        let mut files = self.lock();
        files.journal = Some(journal.clone());
        if let Some(Some(place)) = files.places.get_mut(entry) {
            place.kept = Some((write_back, step));
        }
    }

    /// Whether the file with a number has holes; `false` where that is not known.
    pub(super) fn has_holes(&self, number: u64) -> bool {
        let Some((place, journal)) = self.place(number) else {
            return false;
        };
        match (place.kept, journal) {
            (Some((write_back, step)), Some(journal)) => {
                journal.has_holes_before(write_back, step).unwrap_or(false)
            }
            _ => matches!(self.disk.look(&place.path), Ok(Now::File(there)) if there.has_holes()),
        }
    }

    fn place(&self, number: u64) -> Option<(Place, Option<Journal>)> {
        let files = self.lock();
        let index = usize::try_from(number.checked_sub(files.first)?).ok()?;
        let place = files.places.get(index)?.clone()?;
        Some((place, files.journal.clone()))
    }

    /// Why a file could not be opened: something else is there by now, or the disk refuses.
    fn unopened(&self, place: &Place, cause: &io::Error) -> Error {
        match self.disk.look(&place.path) {
            Ok(now) if now.stamp() != Some(place.stamp) => stale(),
            _ => unread(cause),
        }
    }

    fn note_sum(&self, number: u64, sum: u64) {
        let mut files = self.lock();
        let index = number.checked_sub(files.first).map(usize::try_from);
        if let Some(Ok(index)) = index
            && let Some(Some(place)) = files.places.get_mut(index)
        {
            place.sum = Some(sum);
        }
    }
}

impl ContentSource for DiskFiles {
    fn read(
        &self,
        number: u64,
        start: u64,
        length: u64,
        sink: &mut dyn FnMut(&[u8]) -> Result<()>,
    ) -> Result<()> {
        let (place, journal) = self
            .place(number)
            .ok_or_else(|| Error::new(ErrorKind::Storage).with_detail("a file of no directory"))?;
        if let (Some((write_back, step)), Some(journal)) = (place.kept, journal) {
            let read = journal.read_before(write_back, step, start, length, sink);
            return read.map_err(|error| match error.kind() {
                ErrorKind::NotFound => Error::new(ErrorKind::Unreadable)
                    .with_detail("what the file held earlier is no longer kept"),
                _ => error,
            });
        }
        let opened = self.disk.open(&place.path);
        let (file, metadata) = opened.map_err(|cause| self.unopened(&place, &cause))?;
        if metadata.stamp() != place.stamp {
            return Err(stale());
        }
        let is_whole = start == 0 && length == metadata.size;
        let mut sum = is_whole.then(DefaultHasher::new);
        read_pieces(&file, start, length, &mut |piece| {
            if let Some(sum) = &mut sum {
                sum.write(piece);
            }
            sink(piece)
        })?;
        // It may have been written meanwhile.
        let after = self.disk.open(&place.path).map_err(|_| stale())?.1;
        let sum = sum.map(|sum| sum.finish());
        if after.stamp() != place.stamp
            || sum.is_some() && place.sum.is_some_and(|known| Some(known) != sum)
        {
            return Err(stale());
        }
        if let Some(sum) = sum {
            self.note_sum(number, sum);
        }
        Ok(())
    }
}

fn read_pieces(
    file: &File,
    start: u64,
    length: u64,
    sink: &mut dyn FnMut(&[u8]) -> Result<()>,
) -> Result<()> {
    let part_of = |left: u64| usize::try_from(left).map_or(CHUNK_BYTES, |it| it.min(CHUNK_BYTES));
    let mut buffer = vec![0; part_of(length)];
    let (mut at, mut left) = (start, length);
    while left > 0 {
        let part = part_of(left);
        match file.read_exact_at(&mut buffer[..part], at) {
            Ok(()) => {}
            Err(cause) if cause.kind() == io::ErrorKind::UnexpectedEof => return Err(stale()),
            Err(cause) => return Err(unread(&cause)),
        }
        sink(&buffer[..part])?;
        at += part as u64;
        left -= part as u64;
    }
    Ok(())
}

fn stale() -> Error {
    Error::new(ErrorKind::Stale)
        .with_detail("the file on the disk has changed since the directory was opened; run again")
}

fn unread(cause: &io::Error) -> Error {
    Error::new(ErrorKind::Unreadable).with_detail(format!(
        "the file on the disk cannot be read: {}",
        crate::error::reason(cause)
    ))
}
