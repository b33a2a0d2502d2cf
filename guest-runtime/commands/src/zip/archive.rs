//! Archives that are read: the directory at their end, and the contents of members.

use super::member::{
    BZIPPED, DEFLATED, END, END_64, END_64_BYTES, END_BYTES, LOCAL, LOCAL_BYTES, LOCATOR_64,
    LOCATOR_64_BYTES, Member, STORED, number_16, number_32, number_64,
};
use crate::Errno;
use crate::codec::{Bunzip, Decode, Fault, Inflate, Plain};
use crate::run::Run;
use crate::streams::PIECE_BYTES;

/// Why an archive, or a member of one, cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Bad {
    Read(Errno),
    /// There is no directory.
    NoArchive,
    /// The record of that number in the directory is none.
    Record(u64),
    /// It is one of several files.
    Parts,
    /// A member begins at no such place.
    Offset(u64),
    /// Two members have the same bytes.
    Overlap,
    /// What is compressed cannot be understood.
    Data,
    /// What is compressed ends too early.
    Short,
    /// It is compressed in a way that is not known here.
    Method(u16),
    /// The first checksum is that of the content, the second that of the directory.
    Checksum(u32, u32),
    /// The content has another length than the directory says.
    Length,
}

/// An archive, whose directory was found.
#[derive(Clone, Debug)]
pub(crate) struct Archive {
    pub(crate) path: Vec<u8>,
    pub(crate) bytes: u64,
    /// What has to be added to offsets of members.
    pub(crate) shift: i64,
    /// Where the directory begins and ends.
    start: u64,
    end: u64,
    pub(crate) count: u64,
    pub(crate) comment: Vec<u8>,
    /// Parts of the file that belong to members: where they begin, with where they end.
    taken: std::collections::BTreeMap<u64, u64>,
}

impl Archive {
    /// Looks at the end of a file. `path` is absolute.
    pub(crate) fn open(run: &Run<'_, '_>, path: Vec<u8>) -> Result<Self, Bad> {
        /// The comment of an archive is no longer.
        const COMMENT_MAX: u64 = 65_535;
        let stat = run.files().stat(&path, true).map_err(Bad::Read)?;
        if stat.is_directory() {
            return Err(Bad::Read(Errno::IsDirectory));
        }
        let bytes = stat.size;
        let tail_bytes = bytes.min(COMMENT_MAX + (END_BYTES + LOCATOR_64_BYTES) as u64);
        let tail_at = bytes - tail_bytes;
        let tail = read(run, &path, tail_at, tail_bytes)?;
        let places = tail.windows(END.len()).enumerate();
        let found = places
            .rev()
            .find(|(at, window)| *window == END && tail.len() >= at + END_BYTES);
        let Some((at, _)) = found else {
            return Err(Bad::NoArchive);
        };
        let end = &tail[at..];
        let comment_end = (END_BYTES + usize::from(number_16(end, 20))).min(end.len());
        let mut archive = Self {
            path,
            bytes,
            shift: 0,
            start: u64::from(number_32(end, 16)),
            end: u64::from(number_32(end, 12)),
            count: u64::from(number_16(end, 10)),
            comment: end[END_BYTES..comment_end].to_vec(),
            taken: std::collections::BTreeMap::new(),
        };
        let mut disk = u32::from(number_16(end, 4));
        let mut limit = tail_at + at as u64;
        let locator = at
            .checked_sub(LOCATOR_64_BYTES)
            .map(|start| &tail[start..at]);
        if let Some(locator) = locator.filter(|locator| locator.starts_with(&LOCATOR_64)) {
            disk = 0;
            limit = archive.read_64(run, limit, number_64(locator, 8))?;
        }
        if disk != 0 && disk != u32::from(u16::MAX) {
            return Err(Bad::Parts);
        }
        let (said, length) = (archive.start, archive.end);
        let start = limit.checked_sub(length).ok_or(Bad::NoArchive)?;
        archive.shift = i64::try_from(start)
            .ok()
            .zip(i64::try_from(said).ok())
            .map_or(Err(Bad::NoArchive), |(start, said)| Ok(start - said))?;
        (archive.start, archive.end) = (start, limit);
        Ok(archive)
    }

    /// The record with numbers of 64 bits; answers where it begins.
    fn read_64(&mut self, run: &Run<'_, '_>, limit: u64, said: u64) -> Result<u64, Bad> {
        let before = limit.saturating_sub((LOCATOR_64_BYTES + END_64_BYTES) as u64);
        for at in [said, before] {
            if at > before {
                continue;
            }
            let record = read(run, &self.path, at, END_64_BYTES as u64)?;
            if record.starts_with(&END_64) {
                self.count = number_64(&record, 32);
                self.end = number_64(&record, 40);
                self.start = number_64(&record, 48);
                return Ok(at);
            }
        }
        Err(Bad::NoArchive)
    }

    /// The directory, from its beginning on.
    pub(crate) fn directory(&self) -> Directory {
        Directory {
            path: self.path.clone(),
            at: self.start,
            end: self.end,
            pending: Vec::new(),
            used: 0,
            number: 0,
            count: self.count,
        }
    }

    /// Where the record before the bytes of a member lies.
    pub(crate) fn place(&self, member: &Member) -> Result<u64, Bad> {
        let at = member.offset.checked_add_signed(self.shift);
        at.filter(|at| *at < self.start)
            .ok_or(Bad::Offset(member.offset))
    }

    /// The record before the bytes of a member, with its name and extra part.
    pub(crate) fn local(&self, run: &Run<'_, '_>, member: &Member) -> Result<Vec<u8>, Bad> {
        let wrong = Bad::Offset(member.offset);
        let at = self.place(member)?;
        let fixed = read(run, &self.path, at, LOCAL_BYTES as u64).map_err(|_| wrong.clone())?;
        if !fixed.starts_with(&LOCAL) {
            return Err(wrong);
        }
        let length = LOCAL_BYTES as u64
            + u64::from(number_16(&fixed, 26))
            + u64::from(number_16(&fixed, 28));
        read(run, &self.path, at, length).map_err(|_| wrong)
    }

    /// Notes that bytes belong to a member; they must not belong to another one.
    fn take(&mut self, start: u64, end: u64) -> Result<(), Bad> {
        let before = self.taken.range(..end).next_back();
        if before.is_some_and(|(_, last)| *last > start) {
            return Err(Bad::Overlap);
        }
        let joined = before
            .filter(|(_, last)| **last == start)
            .map_or(start, |(first, _)| *first);
        self.taken.insert(joined, end);
        Ok(())
    }

    /// The content of a member. Answers an error where it cannot be read, and where its bytes are those of
    /// another member that was opened before.
    pub(crate) fn open_member(
        &mut self,
        run: &Run<'_, '_>,
        member: &Member,
    ) -> Result<Content, Bad> {
        let place = self.place(member)?;
        let local = self.local(run, member)?;
        let start = place + local.len() as u64;
        let end = start
            .checked_add(member.packed)
            .filter(|end| *end <= self.start)
            .ok_or(Bad::Short)?;
        self.take(place, end)?;
        Content::new(self.path.clone(), start, end, member)
    }
}

fn read(run: &Run<'_, '_>, path: &[u8], at: u64, length: u64) -> Result<Vec<u8>, Bad> {
    let wanted = usize::try_from(length).map_err(|_| Bad::Short)?;
    let bytes = run.files().read(path, at, wanted).map_err(Bad::Read)?;
    if bytes.len() < wanted {
        return Err(Bad::Short);
    }
    Ok(bytes)
}

/// The records of a directory, one after the other.
pub(crate) struct Directory {
    path: Vec<u8>,
    at: u64,
    end: u64,
    pending: Vec<u8>,
    used: usize,
    number: u64,
    count: u64,
}

impl Directory {
    /// The next member; none at the end.
    pub(crate) fn next(&mut self, run: &Run<'_, '_>) -> Result<Option<Member>, Bad> {
        loop {
            let rest = &self.pending[self.used..];
            let number = self.number + 1;
            if rest.is_empty() && self.at == self.end {
                // An archive of many members may have 16 bits of their number alone.
                let is_right = self.number & 0xffff == self.count & 0xffff;
                return if is_right {
                    Ok(None)
                } else {
                    Err(Bad::Record(number))
                };
            }
            if !rest.is_empty() {
                let read = Member::read(rest).map_err(|()| Bad::Record(number))?;
                if let Some((member, bytes)) = read {
                    self.used += bytes;
                    self.number = number;
                    return Ok(Some(member));
                }
                if self.at == self.end {
                    return Err(Bad::Record(number));
                }
            }
            let length = (self.end - self.at).min(PIECE_BYTES as u64);
            let more = read(run, &self.path, self.at, length)?;
            self.at += length;
            self.pending.drain(..self.used);
            self.used = 0;
            self.pending.extend(more);
        }
    }
}

/// The content of a member, in pieces.
pub(crate) struct Content {
    path: Vec<u8>,
    at: u64,
    end: u64,
    pending: Vec<u8>,
    used: usize,
    decoder: Box<dyn Decode>,
    checksum: flate2::Crc,
    size: u64,
    expected: (u64, u32),
}

impl Content {
    fn new(path: Vec<u8>, at: u64, end: u64, member: &Member) -> Result<Self, Bad> {
        let decoder: Box<dyn Decode> = match member.method {
            STORED => Box::new(Plain),
            DEFLATED => Box::new(Inflate::new()),
            BZIPPED => Box::new(Bunzip::new()),
            method => return Err(Bad::Method(method)),
        };
        Ok(Self {
            path,
            at,
            end,
            pending: Vec::new(),
            used: 0,
            decoder,
            checksum: flate2::Crc::new(),
            size: 0,
            expected: (member.size, member.checksum),
        })
    }

    /// Replaces `out` by the next bytes, of which there are none at the end alone. Length and checksum were
    /// checked then. With an error, `out` has the bytes before it.
    pub(crate) fn next(&mut self, run: &Run<'_, '_>, out: &mut Vec<u8>) -> Result<(), Bad> {
        out.clear();
        loop {
            let is_last = self.at == self.end;
            let decoded = self
                .decoder
                .decode(&self.pending[self.used..], is_last, out);
            let room = usize::try_from(self.expected.0 - self.size).unwrap_or(usize::MAX);
            if out.len() > room {
                out.truncate(room);
                return Err(Bad::Length);
            }
            self.size += out.len() as u64;
            self.checksum.update(out);
            let taken = decoded.map_err(|fault| match fault {
                Fault::Truncated => Bad::Short,
                _ => Bad::Data,
            })?;
            self.used += taken;
            if !out.is_empty() {
                return Ok(());
            }
            if taken > 0 {
                continue;
            }
            if !is_last {
                let length = (self.end - self.at).min(PIECE_BYTES as u64);
                let more = read(run, &self.path, self.at, length)?;
                self.at += length;
                self.pending.drain(..self.used);
                self.used = 0;
                self.pending.extend(more);
                continue;
            }
            return match self.expected {
                _ if self.used < self.pending.len() => Err(Bad::Data),
                (size, _) if size != self.size => Err(Bad::Length),
                (_, checksum) if checksum != self.checksum.sum() => {
                    Err(Bad::Checksum(self.checksum.sum(), checksum))
                }
                _ => Ok(()),
            };
        }
    }
}
