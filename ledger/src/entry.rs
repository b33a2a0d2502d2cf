//! What is stored of an entry.
//!
//! ```text
//! "ISOL"  format (2)  length of `needs` (1)  needs  whole (1)  header  body
//! ```
//!
//! All numbers are little-endian. Everything up to `whole` is the same in every format, so that a
//! host that cannot read an entry can say which version to install. `whole` is 1 where the body
//! follows, and 0 where it was collected. The hash of an entry is that of its header, which has the
//! hash of the body: a chain can be checked where bodies are gone.

use std::fmt;

/// The format of entries that this version writes, and the newest that it reads.
pub const FORMAT: u16 = 1;

const MAGIC: &[u8; 4] = b"ISOL";

/// The version of isolate that a host needs to read what is written here.
const NEEDS: &str = "0.1.0";

/// Jobs of one entry at most; a header that has more is refused.
pub(crate) const JOBS_MAX: usize = 4096;

/// A BLAKE3 hash.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    /// What the first entry names as its predecessor.
    pub const ZERO: Self = Self([0; 32]);

    /// The hash of bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self(*blake3::hash(bytes).as_bytes())
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Its 64 hexadecimal digits.
impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// The name of a run among all runs of all hosts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JobId(pub u128);

/// Who made an entry: a process, by the random number of its start, and how many it made before.
///
/// No two entries have the same one, so that a host recognises its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Author {
    /// The random number of the process's start.
    pub instance: u128,
    /// How many entries this process made before.
    pub sequence: u64,
}

/// A place in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The number of the last entry; 0 before the first.
    pub number: u64,
    /// Its hash; [`Hash::ZERO`] before the first.
    pub hash: Hash,
}

impl Position {
    /// Before the first entry.
    pub const START: Self = Self {
        number: 0,
        hash: Hash::ZERO,
    };
}

/// What an entry says of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The run has ended; what it changed is in the body.
    Ended(JobId),
    /// The run is claimed: its host alone goes on with it.
    Claimed(JobId),
}

/// What stays of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Its number, from 1.
    pub number: u64,
    /// The hash of its predecessor.
    pub previous: Hash,
    /// Who made it.
    pub author: Author,
    /// What it says of runs, in the order in which they were run.
    pub parts: Vec<Part>,
    /// Whether contents of it are in a pack, which is named by number and author.
    pub has_pack: bool,
    /// Bytes of the body.
    pub body_size: u64,
    /// The hash of the body.
    pub body: Hash,
}

impl Header {
    /// The hash of the entry.
    #[must_use]
    pub fn hash(&self) -> Hash {
        let mut bytes = Vec::new();
        self.encode(&mut bytes);
        Hash::of(&bytes)
    }

    /// The place after this entry.
    #[must_use]
    pub fn position(&self) -> Position {
        Position {
            number: self.number,
            hash: self.hash(),
        }
    }

    fn encode(&self, to: &mut Vec<u8>) {
        to.extend(self.number.to_le_bytes());
        to.extend(self.previous.0);
        to.extend(self.author.instance.to_le_bytes());
        to.extend(self.author.sequence.to_le_bytes());
        to.push(u8::from(self.has_pack));
        to.extend(self.body_size.to_le_bytes());
        to.extend(self.body.0);
        let count = u32::try_from(self.parts.len()).expect("a machine makes `JOBS_MAX` at most");
        to.extend(count.to_le_bytes());
        for part in &self.parts {
            let (kind, job) = match part {
                Part::Ended(job) => (0, job),
                Part::Claimed(job) => (1, job),
            };
            to.push(kind);
            to.extend(job.0.to_le_bytes());
        }
    }
}

/// An entry with its body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What stays of it.
    pub header: Header,
    /// What the runs changed.
    pub body: Vec<u8>,
}

/// What is stored under the number of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stored {
    /// The whole entry.
    Entry(Entry),
    /// Its header; the body was collected.
    Stub(Header),
}

/// Why bytes are no entry that this version can use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryError {
    /// They are no entry, or not a whole one.
    Damaged(&'static str),
    /// The entry has a format that is newer than this version.
    Newer {
        /// Its format.
        format: u16,
        /// The version of isolate to install.
        needs: String,
    },
}

impl fmt::Display for EntryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Damaged(what) => write!(f, "the entry is damaged: {what}"),
            Self::Newer { format, needs } => write!(
                f,
                "the entry has format {format}, and this version reads up to {FORMAT}: install isolate {needs} or later"
            ),
        }
    }
}

impl std::error::Error for EntryError {}

impl Entry {
    /// The bytes to store.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = prefix(true);
        self.header.encode(&mut bytes);
        bytes.extend_from_slice(&self.body);
        bytes
    }
}

impl Stored {
    /// The header.
    #[must_use]
    pub fn header(&self) -> &Header {
        match self {
            Self::Entry(entry) => &entry.header,
            Self::Stub(header) => header,
        }
    }

    /// What stays when the body is collected, as bytes to store.
    #[must_use]
    pub fn stub(header: &Header) -> Vec<u8> {
        let mut bytes = prefix(false);
        header.encode(&mut bytes);
        bytes
    }

    /// Reads what is stored, and checks that the body is that of the header.
    ///
    /// # Errors
    /// [`EntryError::Damaged`] for anything that [`Entry::encode`] or [`Stored::stub`] did not
    /// write, [`EntryError::Newer`] for what a later version wrote.
    pub fn decode(bytes: &[u8]) -> Result<Self, EntryError> {
        let mut reader = Reader(bytes);
        if reader.take(MAGIC.len())? != MAGIC {
            return Err(EntryError::Damaged("it does not begin as one"));
        }
        let format = u16::from_le_bytes(reader.array()?);
        let length = usize::from(reader.byte()?);
        let needs = reader.take(length)?;
        if format != FORMAT {
            let needs = String::from_utf8_lossy(needs).into_owned();
            return Err(EntryError::Newer { format, needs });
        }
        let whole = reader.flag()?;
        let header = reader.header()?;
        let body = reader.0;
        if !whole {
            return match body {
                [] => Ok(Self::Stub(header)),
                _ => Err(EntryError::Damaged("bytes follow what is left of it")),
            };
        }
        if body.len() as u64 != header.body_size || Hash::of(body) != header.body {
            return Err(EntryError::Damaged("its body is another one"));
        }
        Ok(Self::Entry(Entry {
            header,
            body: body.to_vec(),
        }))
    }
}

fn prefix(whole: bool) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(FORMAT.to_le_bytes());
    bytes.push(u8::try_from(NEEDS.len()).expect("a short text"));
    bytes.extend_from_slice(NEEDS.as_bytes());
    bytes.push(u8::from(whole));
    bytes
}

/// The bytes that are left.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], EntryError> {
        let ended = EntryError::Damaged("it ends too early");
        let (taken, rest) = self.0.split_at_checked(count).ok_or(ended)?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], EntryError> {
        Ok(self.take(N)?.try_into().expect("as many as asked for"))
    }

    fn byte(&mut self) -> Result<u8, EntryError> {
        Ok(self.array::<1>()?[0])
    }

    fn flag(&mut self) -> Result<bool, EntryError> {
        match self.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(EntryError::Damaged("a flag is neither 0 nor 1")),
        }
    }

    fn header(&mut self) -> Result<Header, EntryError> {
        let number = u64::from_le_bytes(self.array()?);
        let previous = Hash(self.array()?);
        let author = Author {
            instance: u128::from_le_bytes(self.array()?),
            sequence: u64::from_le_bytes(self.array()?),
        };
        let has_pack = self.flag()?;
        let body_size = u64::from_le_bytes(self.array()?);
        let body = Hash(self.array()?);
        let count = u32::from_le_bytes(self.array()?);
        if count as usize > JOBS_MAX {
            return Err(EntryError::Damaged("it names too many runs"));
        }
        let mut parts = Vec::new();
        for _ in 0..count {
            let claimed = self.flag()?;
            let job = JobId(u128::from_le_bytes(self.array()?));
            parts.push(if claimed {
                Part::Claimed(job)
            } else {
                Part::Ended(job)
            });
        }
        Ok(Header {
            number,
            previous,
            author,
            parts,
            has_pack,
            body_size,
            body,
        })
    }
}
