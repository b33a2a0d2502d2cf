//! Members of an archive, one after the other.

use super::header::{self, BLOCK, Member, NoHeader, Type};
use crate::Errno;
use crate::bytes::cat;
use crate::codec::{Broken, Decode, Fault, Format, Plain, Unpacked};
use crate::run::{End, Run, Step};
use crate::streams::Source;

/// Bytes that a long name, or a header of pax, may have: more is no archive, but an attack.
const EXTENDED_BYTES_MAX: u64 = 16 << 20;

/// An archive that is read.
pub(super) struct Archive {
    input: Unpacked<dyn Decode>,
    /// What is decompressed and not used.
    ready: Vec<u8>,
    start: usize,
    /// Bytes of decompressed archive that were used.
    pub(super) at: u64,
    /// Content of the current member that was not read.
    left: u64,
    /// The end of that content in its last block.
    padding: u64,
    /// What a global header of pax says.
    global: Vec<(Vec<u8>, Vec<u8>)>,
    is_begun: bool,
    /// Whether it ended within a member.
    pub(super) is_cut: bool,
    format: Option<Format>,
    /// Where the zeros begin that end the archive.
    pub(super) end: u64,
}

impl Archive {
    pub(super) fn new(source: Source, pending: Vec<u8>, format: Option<Format>) -> Self {
        let decoder: Box<dyn Decode> =
            format.map_or_else(|| Box::new(Plain) as Box<dyn Decode>, Format::decoder);
        Self {
            input: Unpacked::new(source, pending, decoder),
            ready: Vec::new(),
            start: 0,
            at: 0,
            left: 0,
            padding: 0,
            global: Vec::new(),
            is_begun: false,
            is_cut: false,
            format,
            end: 0,
        }
    }

    /// Reads on until so many bytes are ready, or there are no more. Answers how many there are.
    async fn fill(&mut self, run: &mut Run<'_, '_>, count: usize) -> Step<usize> {
        while self.ready.len() - self.start < count {
            self.ready.drain(..self.start);
            self.start = 0;
            let before = self.ready.len();
            let next = self.input.next(run, &mut self.ready).await;
            match next {
                Ok(()) if self.ready.len() == before => break,
                Ok(()) => {}
                Err(broken) => self.broken(run, &broken)?,
            }
        }
        Ok(self.ready.len() - self.start)
    }

    fn broken(&self, run: &mut Run<'_, '_>, broken: &Broken) -> Step<()> {
        run.flush()?;
        match broken {
            Broken::Read(Errno::IsDirectory) => run.say("-: Cannot read: Is a directory")?,
            Broken::Read(errno) => run.say(cat!["-: Cannot read: ", errno])?,
            // What follows an archive is nothing of it.
            Broken::Data(Fault::Trailing) => return Ok(()),
            Broken::Data(fault) => {
                let (words, code) = match (self.format, fault) {
                    (Some(Format::Bzip2), Fault::OtherFormat) => {
                        ("bzip2: (stdin) is not a bzip2 file.", 2)
                    }
                    (Some(Format::Bzip2), Fault::Truncated) => (
                        "\nbzip2: Compressed file ends unexpectedly;\n\tperhaps it is corrupted?",
                        2,
                    ),
                    (Some(Format::Bzip2), _) => {
                        ("\nbzip2: Data integrity error when decompressing.", 2)
                    }
                    (Some(Format::Xz), Fault::OtherFormat) => {
                        ("xz: (stdin): File format not recognized", 1)
                    }
                    (Some(Format::Xz), Fault::Truncated) => {
                        ("xz: (stdin): Unexpected end of input", 1)
                    }
                    (Some(Format::Xz), Fault::Unsupported(words)) => {
                        run.put_error(cat!["xz: (stdin): ", words, "\n"])?;
                        run.say("Child returned status 1")?;
                        return super::unrecoverable(run);
                    }
                    (Some(Format::Xz), _) => ("xz: (stdin): Compressed data is corrupt", 1),
                    (_, Fault::OtherFormat) => ("\ngzip: stdin: not in gzip format", 1),
                    (_, Fault::Truncated) => ("\ngzip: stdin: unexpected end of file", 1),
                    (_, Fault::Checksum | Fault::ChecksumAndLength) => {
                        ("\ngzip: stdin: invalid compressed data--crc error", 1)
                    }
                    (_, Fault::Length) => {
                        ("\ngzip: stdin: invalid compressed data--length error", 1)
                    }
                    _ => ("\ngzip: stdin: invalid compressed data--format violated", 1),
                };
                run.put_error(cat![words, "\n"])?;
                run.say(format!("Child returned status {code}"))?;
            }
        }
        super::unrecoverable(run)
    }

    fn take(&mut self, count: usize) {
        self.start += count;
        self.at += count as u64;
    }

    /// Leaves out what is left of the content of the member.
    async fn skip(&mut self, run: &mut Run<'_, '_>) -> Step<()> {
        let mut rest = self.left.saturating_add(self.padding);
        (self.left, self.padding) = (0, 0);
        while rest > 0 {
            let ready = self.fill(run, 1).await?;
            run.turn().await;
            if ready == 0 {
                return unexpected_end(run);
            }
            let count = usize::try_from(rest).unwrap_or(usize::MAX).min(ready);
            self.take(count);
            rest -= count as u64;
        }
        Ok(())
    }

    /// The next bytes of the member's content: none at its end alone.
    pub(super) async fn content(&mut self, run: &mut Run<'_, '_>) -> Step<Vec<u8>> {
        if self.left == 0 {
            return Ok(Vec::new());
        }
        let ready = self.fill(run, 1).await?;
        if ready == 0 {
            self.is_cut = true;
            self.left = 0;
            run.fail_with(2, "Unexpected EOF in archive")?;
            return Ok(Vec::new());
        }
        let count = usize::try_from(self.left).unwrap_or(usize::MAX).min(ready);
        let bytes = self.ready[self.start..self.start + count].to_vec();
        self.take(count);
        self.left -= count as u64;
        Ok(bytes)
    }

    /// The next block that is a header; none at the end.
    async fn header(&mut self, run: &mut Run<'_, '_>) -> Step<Option<header::Raw>> {
        let mut is_skipping = false;
        loop {
            let place = self.at;
            let ready = self.fill(run, BLOCK).await?;
            if ready < BLOCK {
                self.end = place;
                if !self.is_begun {
                    run.fail_with(2, "This does not look like a tar archive")?;
                }
                return Ok(None);
            }
            let found = header::read(&self.ready[self.start..self.start + BLOCK]);
            self.take(BLOCK);
            match found {
                Ok(raw) => {
                    self.is_begun = true;
                    return Ok(Some(raw));
                }
                Err(NoHeader::Zeros) => {
                    self.is_begun = true;
                    self.end = place;
                    let ready = self.fill(run, BLOCK).await?;
                    let second = &self.ready[self.start..self.start + ready.min(BLOCK)];
                    if second.iter().any(|byte| *byte != 0) || ready < BLOCK {
                        run.flush()?;
                        run.say(format!("A lone zero block at {}", place / BLOCK as u64 + 1))?;
                    }
                    return Ok(None);
                }
                Err(NoHeader::Wrong) => {
                    if !self.is_begun {
                        run.fail_with(2, "This does not look like a tar archive")?;
                        self.is_begun = true;
                    }
                    if !is_skipping {
                        run.fail_with(2, "Skipping to next header")?;
                        is_skipping = true;
                    }
                }
            }
            run.turn().await;
        }
    }

    /// The next member; none at the end.
    pub(super) async fn next(&mut self, run: &mut Run<'_, '_>) -> Step<Option<Member>> {
        if self.is_cut {
            return Ok(None);
        }
        self.skip(run).await?;
        let (mut name, mut link) = (None, None);
        let mut records = Vec::new();
        loop {
            let Some(mut raw) = self.header(run).await? else {
                return Ok(None);
            };
            if !matches!(raw.kind, b'L' | b'K' | b'x' | b'X' | b'g') {
                let member = &mut raw.member;
                for (key, value) in self.global.iter().chain(&records) {
                    header::apply(member, key, value);
                }
                if let Some(name) = name {
                    member.name = name;
                }
                if let Some(link) = link {
                    member.link = link;
                }
                let has_content = member.what == Type::File || raw.kind == b'D';
                self.left = if has_content { member.size } else { 0 };
                self.padding = self
                    .left
                    .checked_next_multiple_of(BLOCK as u64)
                    .map_or(0, |end| end - self.left);
                return Ok(Some(raw.member));
            }
            let size = raw.member.size;
            if size > EXTENDED_BYTES_MAX {
                run.flush()?;
                run.say(format!(
                    "a name in the archive claims to have {size} bytes: more than may be"
                ))?;
                super::unrecoverable(run)?;
            }
            self.left = size;
            self.padding = size.next_multiple_of(BLOCK as u64) - size;
            let mut content = Vec::new();
            while self.left > 0 {
                content.extend(self.content(run).await?);
            }
            if self.is_cut {
                return Ok(None);
            }
            self.skip(run).await?;
            let until_zero = |content: &[u8]| {
                let end = content.iter().position(|byte| *byte == 0);
                content[..end.unwrap_or(content.len())].to_vec()
            };
            match raw.kind {
                b'L' => name = Some(until_zero(&content)),
                b'K' => link = Some(until_zero(&content)),
                b'g' => self.global = header::records(&content),
                _ => records = header::records(&content),
            }
        }
    }
}

fn unexpected_end<T>(run: &mut Run<'_, '_>) -> Step<T> {
    run.flush()?;
    run.say("Unexpected EOF in archive")?;
    super::unrecoverable(run)?;
    Err(End(2))
}
