//! Reading an archive of any size, entry by entry, from where it lies.
//!
//! What [`open`](super::open) and [`Entries`] hold in memory is read here as it comes: one entry is
//! known at a time, and its content goes past.

use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};

use flate2::bufread::GzDecoder;
use tar::{EntryType, Header};

use super::form::{Form, refused};
use super::limited::Limited;
use super::read::damaged;
use super::zipped::{self, END_BYTES_MAX};
use super::{ArchiveError, ArchiveErrorKind, BLOCK_BYTES, Entries, Entry, Limits};
use crate::compress::{RATIO_FREE_BYTES, RATIO_MAX};
use crate::stop::Stopped;

/// Most bytes of what the headers before an entry say about it: names and times.
const EXTRA_BYTES_MAX: u64 = 1 << 20;

/// Reads a tar, tar.gz or zip archive, and calls `each` with every entry, whose `data` is empty, and
/// with its content. What `each` leaves of a content is passed over. An entry whose name is not UTF-8
/// is [`Unsupported`](super::EntryKind::Unsupported).
///
/// An error of the content is an [`ArchiveError`] within an [`io::Error`];
/// [`ArchiveError::of_content`] takes it out.
///
/// # Errors
/// The archive is damaged or past a limit, or `each` returned an error.
pub fn stream<R: Read + Seek, E: From<ArchiveError>>(
    mut from: R,
    limits: &Limits,
    mut each: impl FnMut(&Entry<'_>, &mut dyn Read) -> Result<(), E>,
) -> Result<(), E> {
    let (form, bytes) = form_of(&mut from).map_err(ArchiveError::of_content)?;
    let bytes_max = limits.bytes_max as u64;
    match form {
        Form::Foreign(format) => Err(refused(format).into()),
        Form::Zip => zipped::each(from, limits, each),
        Form::Gzip => {
            let ratio_max = bytes.saturating_mul(RATIO_MAX as u64);
            let bytes_max = bytes_max.min(ratio_max.max(RATIO_FREE_BYTES as u64));
            let from = Gunzip::new(BufReader::new(from));
            Tar::new(from, bytes_max, limits).each(&mut each)
        }
        Form::Tar => Tar::new(BufReader::new(from), bytes_max, limits).each(&mut each),
    }
}

/// What an archive is, and how many bytes it has.
fn form_of(from: &mut (impl Read + Seek)) -> io::Result<(Form, u64)> {
    let bytes = from.seek(SeekFrom::End(0))?;
    let (mut start, mut end) = ([0; BLOCK_BYTES], vec![0; END_BYTES_MAX]);
    from.rewind()?;
    let started = read_up_to(from, &mut start)?;
    from.seek(SeekFrom::Start(bytes.saturating_sub(END_BYTES_MAX as u64)))?;
    let ended = read_up_to(from, &mut end)?;
    from.rewind()?;
    Ok((Form::of(&start[..started], &end[..ended]), bytes))
}

/// Reads until a buffer is full or the end has come.
fn read_up_to(from: &mut impl Read, into: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < into.len() {
        match from.read(&mut into[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

/// All members of gzip data. Zeros after the last are padding.
struct Gunzip<R: BufRead> {
    /// Taken only while a member follows another.
    member: Option<GzDecoder<R>>,
}

impl<R: BufRead> Gunzip<R> {
    fn new(from: R) -> Self {
        Self {
            member: Some(GzDecoder::new(from)),
        }
    }

    /// Goes to the next member. Returns whether there is one.
    fn next_member(&mut self) -> io::Result<bool> {
        let Some(member) = self.member.take() else {
            return Ok(false);
        };
        let mut rest = member.into_inner();
        loop {
            let bytes = rest.fill_buf()?;
            let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
            match (bytes.len(), bytes.get(zeros)) {
                (0, _) => return Ok(false),
                (_, None) => rest.consume(zeros),
                (_, Some(0x1f)) if zeros == 0 => {
                    self.member = Some(GzDecoder::new(rest));
                    return Ok(true);
                }
                (_, Some(_)) => {
                    let problem = "the gzip data is followed by something else";
                    return Err(io::Error::other(damaged(None, problem)));
                }
            }
        }
    }
}

impl<R: BufRead> Read for Gunzip<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            match member.read(into) {
                Ok(0) if into.is_empty() => return Ok(0),
                Ok(0) => {
                    self.next_member()?;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.raw_os_error().is_some() => return Err(error),
                Err(_) => {
                    let problem = "the gzip data is damaged or cut off";
                    return Err(io::Error::other(damaged(None, problem)));
                }
                read => return read,
            }
        }
        Ok(0)
    }
}

/// A tar archive that is read.
struct Tar<R> {
    from: R,
    limited: Limited,
    entries: usize,
    entries_max: usize,
    is_start: bool,
}

impl<R: Read> Tar<R> {
    fn new(from: R, bytes_max: u64, limits: &Limits) -> Self {
        Self {
            from,
            limited: Limited::new(bytes_max),
            entries: 0,
            entries_max: limits.entries_max,
            is_start: true,
        }
    }

    fn each<E: From<ArchiveError>>(
        mut self,
        each: &mut impl FnMut(&Entry<'_>, &mut dyn Read) -> Result<(), E>,
    ) -> Result<(), E> {
        while let Some((entry, size)) = self.head()? {
            self.entries += 1;
            if self.entries > self.entries_max {
                let problem = format!("the archive has more than {} entries", self.entries_max);
                return Err(ArchiveError::new(ArchiveErrorKind::TooLarge, None, problem).into());
            }
            let mut content = Content {
                tar: &mut self,
                name: &entry.path,
                left: size,
            };
            each(&entry, &mut content)?;
            io::copy(&mut content, &mut io::sink()).map_err(ArchiveError::of_content)?;
            self.pass_padding(size).map_err(ArchiveError::of_content)?;
        }
        // What follows is padding; at the end of gzip data, its checksum is compared.
        io::copy(&mut self, &mut io::sink()).map_err(ArchiveError::of_content)?;
        Ok(())
    }

    /// The next entry, from its header and those before it that say more about it.
    fn head(&mut self) -> Result<Option<(Entry<'static>, u64)>, ArchiveError> {
        let mut headers = Vec::new();
        loop {
            let mut block = [0; BLOCK_BYTES];
            let filled = self.fill(&mut block).map_err(ArchiveError::of_content)?;
            if filled < BLOCK_BYTES {
                if filled == 0 && !self.is_start && headers.is_empty() {
                    return Ok(None);
                }
                // Too short for a header: what is said of that depends on where it is.
                headers.extend_from_slice(&block[..filled]);
                break;
            }
            headers.extend_from_slice(&block);
            let mut header = Header::new_old();
            header.as_mut_bytes().copy_from_slice(&block);
            let is_about_next = matches!(
                header.entry_type(),
                EntryType::XHeader
                    | EntryType::XGlobalHeader
                    | EntryType::GNULongName
                    | EntryType::GNULongLink
            );
            let size = header.entry_size();
            let (true, Ok(size)) = (is_about_next, size) else {
                break;
            };
            if headers.len() as u64 + size > EXTRA_BYTES_MAX {
                return Err(damaged(None, "the headers of an entry are too long"));
            }
            let padded = usize::try_from(size)
                .unwrap_or(usize::MAX)
                .next_multiple_of(BLOCK_BYTES);
            let start = headers.len();
            headers.resize(start + padded, 0);
            let filled = self.fill(&mut headers[start..]);
            let filled = filled.map_err(ArchiveError::of_content)?;
            if filled < padded {
                headers.truncate(start + filled);
                break;
            }
        }
        let head = Entries::head(&headers, self.is_start);
        self.is_start = false;
        head
    }

    fn fill(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let filled = read_up_to(&mut self.from, into)?;
        self.limited.take(filled)?;
        Ok(filled)
    }

    /// Passes over what fills the last block of a content, which may be missing at the end.
    fn pass_padding(&mut self, size: u64) -> io::Result<()> {
        let beyond = usize::try_from(size % BLOCK_BYTES as u64).unwrap_or(0);
        if beyond > 0 {
            let mut padding = [0; BLOCK_BYTES];
            self.fill(&mut padding[beyond..])?;
        }
        Ok(())
    }
}

/// The bytes of the archive, which are counted.
impl<R: Read> Read for Tar<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.from.read(into)?;
        self.limited.take(count)?;
        Ok(count)
    }
}

/// The content of an entry.
struct Content<'a, R> {
    tar: &'a mut Tar<R>,
    name: &'a str,
    left: u64,
}

impl<R: Read> Read for Content<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let length = into
            .len()
            .min(usize::try_from(self.left).unwrap_or(usize::MAX));
        if length == 0 {
            return Ok(0);
        }
        let count = self.tar.read(&mut into[..length])?;
        if count == 0 {
            let problem = "the archive ends before its content does";
            return Err(io::Error::other(damaged(Some(self.name), problem)));
        }
        self.left -= count as u64;
        Ok(count)
    }
}

impl ArchiveError {
    /// What an error that reading a content gave says of the archive.
    #[must_use]
    pub fn of_content(error: io::Error) -> Self {
        if error.get_ref().is_some_and(|inner| inner.is::<Stopped>()) {
            return Self::stopped();
        }
        error
            .downcast::<Self>()
            .unwrap_or_else(|error| damaged(None, &format!("the archive cannot be read: {error}")))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::super::{NewKind, Writer, open, to_zip};
    use super::*;
    use crate::compress::{gzip, is_gzip};

    /// Each entry with its content, or the error.
    fn listed(data: &[u8], limits: &Limits) -> Result<Vec<String>, ArchiveError> {
        let mut found = Vec::new();
        stream(Cursor::new(data), limits, |entry, content| {
            let mut bytes = Vec::new();
            content
                .read_to_end(&mut bytes)
                .map_err(ArchiveError::of_content)?;
            found.push(format!(
                "{} {:?} {:o} {}",
                entry.path,
                entry.kind,
                entry.mode,
                bytes.len()
            ));
            Ok::<(), ArchiveError>(())
        })?;
        Ok(found)
    }

    /// The same, as the archive is read in memory.
    fn listed_in_memory(data: &[u8], limits: &Limits) -> Result<Vec<String>, ArchiveError> {
        let tar = open(data, limits)?;
        Entries::new(&tar, limits)
            .map(|entry| {
                entry.map(|entry| {
                    let size = entry.data.len();
                    format!("{} {:?} {:o} {size}", entry.path, entry.kind, entry.mode)
                })
            })
            .collect()
    }

    fn sample() -> Vec<u8> {
        let mut writer = Writer::new(1 << 22);
        let long = format!("d/{}", "x".repeat(300));
        let large = vec![b'y'; 100_000];
        writer.add("d", NewKind::Directory, 0o755, 0).unwrap();
        writer.add(&long, NewKind::File(&large), 0o644, 7).unwrap();
        writer
            .add("d/l", NewKind::Symlink(&long), 0o777, 0)
            .unwrap();
        writer.add("é", NewKind::File(b"1"), 0o755, 0).unwrap();
        writer.finish().unwrap()
    }

    #[test]
    fn both_ways_to_read_an_archive_agree() {
        let tar = sample();
        let limits = Limits::default();
        let members = [
            gzip(&tar[..1000]).unwrap(),
            gzip(&tar[1000..]).unwrap(),
            vec![0; 9],
        ];
        let forms = [
            tar.clone(),
            gzip(&tar).unwrap(),
            members.concat(),
            to_zip(&tar, 1 << 22).unwrap(),
        ];
        for data in &forms {
            let found = listed(data, &limits).unwrap();
            assert_eq!(found.len(), 4);
            assert_eq!(Ok(found), listed_in_memory(data, &limits));
        }
    }

    /// Cut off or changed at any place, both agree on whether it is an archive, and for tar also why not:
    /// of gzip data the one sees the damage of the tar data first, the other that of the gzip data.
    #[test]
    fn both_ways_to_read_a_damaged_archive_agree() {
        let tar = sample();
        let limits = Limits::default();
        for data in [tar.clone(), gzip(&tar).unwrap()] {
            for at in (0..data.len()).step_by(data.len() / 200 + 1) {
                let mut changed = data.clone();
                changed[at] ^= 0x55;
                for damaged in [&data[..at], &changed] {
                    let (one, other) =
                        (listed(damaged, &limits), listed_in_memory(damaged, &limits));
                    match (&one, &other) {
                        (Err(_), Err(_)) if is_gzip(&data) => {}
                        (Err(one), Err(other)) => assert_eq!(one.kind(), other.kind(), "{at}"),
                        _ => assert_eq!(one, other, "{at}"),
                    }
                }
            }
        }
    }

    #[test]
    fn what_comes_is_bounded() {
        let tar = sample();
        let kind = |data: &[u8], bytes_max, entries_max| {
            let limits = Limits {
                bytes_max,
                entries_max,
            };
            listed(data, &limits).unwrap_err().kind()
        };
        let zip = to_zip(&tar, 1 << 22).unwrap();
        for data in [&tar, &gzip(&tar).unwrap(), &zip] {
            assert_eq!(kind(data, 50_000, 9), ArchiveErrorKind::TooLarge);
            assert_eq!(kind(data, 1 << 22, 3), ArchiveErrorKind::TooLarge);
        }
        // A header that says that gigabytes of names follow reserves nothing.
        let mut header = Header::new_ustar();
        header.set_entry_type(EntryType::XHeader);
        header.set_size(1 << 40);
        header.set_cksum();
        assert_eq!(
            kind(header.as_bytes(), 1 << 22, 9),
            ArchiveErrorKind::Damaged
        );
    }

    #[test]
    fn a_name_that_is_not_text_is_one_entry_and_no_end() {
        let mut tar = Vec::new();
        for name in [&b"\xff"[..], b"b"] {
            let mut header = Header::new_ustar();
            header.as_old_mut().name[..name.len()].copy_from_slice(name);
            header.set_size(3);
            header.set_mode(0o644);
            header.set_cksum();
            tar.extend_from_slice(header.as_bytes());
            tar.extend_from_slice(b"abc");
            tar.resize(tar.len().next_multiple_of(BLOCK_BYTES), 0);
        }
        let found = listed(&tar, &Limits::default()).unwrap();
        assert_eq!(
            found,
            [
                "\u{fffd} Unsupported(\"an entry whose name is not UTF-8\") 644 3",
                "b File 644 3"
            ]
        );
    }
}
