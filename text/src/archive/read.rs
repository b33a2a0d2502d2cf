//! From bytes to entries.

use tar::{EntryType, Header};

use super::{ArchiveError, ArchiveErrorKind, BLOCK_BYTES, Entry, EntryKind, Limits};

/// The entries of an archive, in its order. Ends after the first error.
#[derive(Debug)]
pub struct Entries<'a> {
    data: &'a [u8],
    at: usize,
    entries: usize,
    entries_max: usize,
    is_done: bool,
    /// Whether headers stand alone, without contents behind them: those of a part of an archive.
    is_headers: bool,
    /// Whether this is the start of an archive.
    is_start: bool,
    /// The bytes of content that the last header states.
    size: u64,
}

/// Records before an entry that apply to it.
#[derive(Default)]
struct Extra {
    path: Option<Vec<u8>>,
    link: Option<Vec<u8>>,
    size: Option<u64>,
    mtime: Option<u64>,
    is_sparse: bool,
}

impl<'a> Entries<'a> {
    /// Reads tar data, which [`open`](super::open) gives.
    #[must_use]
    pub fn new(data: &'a [u8], limits: &Limits) -> Self {
        Self {
            data,
            at: 0,
            entries: 0,
            entries_max: limits.entries_max,
            is_done: false,
            is_headers: false,
            is_start: true,
            size: 0,
        }
    }

    /// Reads one entry from its headers alone, as [`stream`](super::stream) collects them, and returns
    /// it with the size of its content. A name that is not UTF-8 does not end the archive.
    pub(super) fn head(
        headers: &[u8],
        is_start: bool,
    ) -> Result<Option<(Entry<'static>, u64)>, ArchiveError> {
        let mut entries = Entries {
            is_headers: true,
            is_start,
            ..Entries::new(headers, &Limits::default())
        };
        let entry = entries.read()?;
        Ok(entry.map(|entry| {
            let entry = Entry {
                path: entry.path,
                kind: entry.kind,
                data: &[],
                mode: entry.mode,
                mtime: entry.mtime,
            };
            (entry, entries.size)
        }))
    }

    fn read(&mut self) -> Result<Option<Entry<'a>>, ArchiveError> {
        let mut extra = Extra::default();
        loop {
            let Some(header) = self.header()? else {
                return Ok(None);
            };
            let kind = header.entry_type();
            let name = || String::from_utf8_lossy(&header.path_bytes()).into_owned();
            let is_about_next = kind.is_pax_local_extensions()
                || kind.is_pax_global_extensions()
                || kind.is_gnu_longname()
                || kind.is_gnu_longlink();
            if is_about_next {
                let size = header
                    .entry_size()
                    .map_err(|_| damaged(Some(&name()), "its size is no number"))?;
                let content = self.content(size, &name())?;
                let text = || {
                    content
                        .split(|&byte| byte == 0)
                        .next()
                        .unwrap_or_default()
                        .to_vec()
                };
                match kind {
                    EntryType::GNULongName => extra.path = Some(text()),
                    EntryType::GNULongLink => extra.link = Some(text()),
                    EntryType::XHeader => extra.read_pax(content, &name())?,
                    // Global records have only times and comments, which are ignored.
                    _ => {}
                }
                continue;
            }
            self.entries += 1;
            if self.entries > self.entries_max {
                let problem = format!("the archive has more than {} entries", self.entries_max);
                return Err(ArchiveError::new(ArchiveErrorKind::TooLarge, None, problem));
            }
            return self.entry(&header, extra).map(Some);
        }
    }

    /// The next header, unless the archive ends here.
    fn header(&mut self) -> Result<Option<Header>, ArchiveError> {
        let rest = &self.data[self.at..];
        if rest.is_empty() && self.at > 0 {
            return Ok(None);
        }
        let is_first = self.at == 0 && self.is_start;
        let no_tar = || ArchiveError::new(ArchiveErrorKind::NotTar, None, "not a tar archive");
        let Some(block) = rest.get(..BLOCK_BYTES) else {
            return Err(match is_first {
                true => no_tar(),
                false => damaged(None, "the archive is cut off"),
            });
        };
        if block.iter().all(|&byte| byte == 0) {
            return Ok(None);
        }
        let mut header = Header::new_old();
        header.as_mut_bytes().copy_from_slice(block);
        if header
            .cksum()
            .ok()
            .is_none_or(|sum| !is_checksum(block, sum))
        {
            return Err(if is_first {
                no_tar()
            } else {
                let name = String::from_utf8_lossy(&header.path_bytes()).into_owned();
                damaged(Some(&name), "the checksum of its header is wrong")
            });
        }
        self.at += BLOCK_BYTES;
        Ok(Some(header))
    }

    /// The content that follows a header.
    fn content(&mut self, size: u64, name: &str) -> Result<&'a [u8], ArchiveError> {
        let rest = &self.data[self.at..];
        let size = usize::try_from(size)
            .ok()
            .filter(|&size| size <= rest.len());
        let Some(size) = size else {
            return Err(damaged(
                Some(name),
                "the archive ends before its content does",
            ));
        };
        // The padding of the last content may be missing.
        self.at += size.next_multiple_of(BLOCK_BYTES).min(rest.len());
        Ok(&rest[..size])
    }

    fn entry(&mut self, header: &Header, extra: Extra) -> Result<Entry<'a>, ArchiveError> {
        let raw_path = extra
            .path
            .unwrap_or_else(|| header.path_bytes().into_owned());
        let shown = String::from_utf8_lossy(&raw_path).into_owned();
        let not_utf8 = || {
            let problem = "its path is not UTF-8";
            ArchiveError::new(ArchiveErrorKind::Unsupported, Some(&shown), problem)
        };
        let is_text = std::str::from_utf8(&raw_path).is_ok();
        if !is_text && !self.is_headers {
            return Err(not_utf8());
        }
        let path = shown.clone();
        let link = || {
            let raw = extra
                .link
                .or_else(|| header.link_name_bytes().map(|link| link.into_owned()));
            String::from_utf8(raw.unwrap_or_default()).map_err(|_| not_utf8())
        };
        let kind = match header.entry_type() {
            _ if !is_text => EntryKind::Unsupported("an entry whose name is not UTF-8"),
            _ if extra.is_sparse => EntryKind::Unsupported("a sparse file"),
            EntryType::Regular | EntryType::Continuous if path.ends_with('/') => {
                EntryKind::Directory
            }
            EntryType::Regular | EntryType::Continuous => EntryKind::File,
            EntryType::Directory => EntryKind::Directory,
            EntryType::Symlink => EntryKind::Symlink(link()?),
            EntryType::Link => EntryKind::HardLink(link()?),
            EntryType::Char | EntryType::Block => EntryKind::Unsupported("a device"),
            EntryType::Fifo => EntryKind::Unsupported("a pipe"),
            EntryType::GNUSparse => EntryKind::Unsupported("a sparse file"),
            _ => EntryKind::Unsupported("an entry of an unknown sort"),
        };
        let data = match &kind {
            EntryKind::File | EntryKind::Unsupported(_) => {
                let size = extra.size.map_or_else(|| header.entry_size(), Ok);
                self.size = size.map_err(|_| damaged(Some(&path), "its size is no number"))?;
                match self.is_headers {
                    true => &[],
                    false => self.content(self.size, &path)?,
                }
            }
            // Nothing follows these, whatever size they state.
            EntryKind::Directory | EntryKind::Symlink(_) | EntryKind::HardLink(_) => &[],
        };
        let is_file = kind == EntryKind::File;
        let default_mode = if kind == EntryKind::Directory {
            0o755
        } else {
            0o644
        };
        Ok(Entry {
            path,
            kind,
            data: if is_file { data } else { &[] },
            mode: header.mode().map_or(default_mode, |mode| mode & 0o777),
            mtime: extra.mtime.or_else(|| header.mtime().ok()),
        })
    }
}

impl<'a> Iterator for Entries<'a> {
    type Item = Result<Entry<'a>, ArchiveError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done {
            return None;
        }
        let entry = self.read();
        self.is_done = !matches!(entry, Ok(Some(_)));
        entry.transpose()
    }
}

impl Extra {
    /// Reads records of the form `LENGTH KEY=VALUE\n`.
    fn read_pax(&mut self, mut records: &[u8], name: &str) -> Result<(), ArchiveError> {
        let bad = || damaged(Some(name), "its extended header is malformed");
        while !records.is_empty() && records[0] != 0 {
            let space = records
                .iter()
                .position(|&byte| byte == b' ')
                .ok_or_else(bad)?;
            let length = std::str::from_utf8(&records[..space]).ok();
            let length: usize = length.and_then(|text| text.parse().ok()).ok_or_else(bad)?;
            let record = records.get(space + 1..length).ok_or_else(bad)?;
            let record = record.strip_suffix(b"\n").ok_or_else(bad)?;
            let equals = record
                .iter()
                .position(|&byte| byte == b'=')
                .ok_or_else(bad)?;
            let (key, value) = (&record[..equals], &record[equals + 1..]);
            let number = || {
                let whole = value.split(|&byte| byte == b'.').next().unwrap_or_default();
                std::str::from_utf8(whole)
                    .ok()
                    .and_then(|text| text.parse().ok())
            };
            match key {
                b"path" => self.path = Some(value.to_vec()),
                b"linkpath" => self.link = Some(value.to_vec()),
                b"size" => self.size = Some(number().ok_or_else(bad)?),
                b"mtime" => self.mtime = number(),
                key => self.is_sparse |= key.starts_with(b"GNU.sparse."),
            }
            records = &records[length..];
        }
        Ok(())
    }
}

/// Whether a header has this checksum, computed with spaces in place of the sum itself.
/// Old programs used signed bytes.
pub(super) fn is_checksum(block: &[u8], sum: u32) -> bool {
    let bytes = || {
        let own = 148..156;
        let value = move |(at, &byte): (usize, &u8)| if own.contains(&at) { b' ' } else { byte };
        block.iter().enumerate().map(value)
    };
    let unsigned: i64 = bytes().map(i64::from).sum();
    let signed: i64 = bytes().map(|byte| i64::from(byte.cast_signed())).sum();
    [unsigned, signed].contains(&i64::from(sum))
}

pub(super) fn damaged(entry: Option<&str>, problem: &str) -> ArchiveError {
    ArchiveError::new(ArchiveErrorKind::Damaged, entry, problem)
}
