//! Archives that are written.

use super::archive::Archive;
use super::find::Found;
use super::member::{
    BEYOND_16, BEYOND_32, BZIPPED, DEFLATED, END, END_64, END_64_BYTES, HAS_DESCRIPTOR, IS_TEXT,
    LOCAL_BYTES, LOCATOR_64, Member, STORED, local_extra, number_16,
};
use super::settings::{Method, Settings};
use super::{NOT_WRITTEN, warn};
use crate::Errno;
use crate::bytes::cat;
use crate::codec::{Bzip, Deflate, Encode};
use crate::run::{End, Run, Step};
use crate::streams::{PIECE_BYTES, Sink, Source};

/// Bytes of a member that are kept before its lengths have to be known: those of a longer one stand behind it.
const KEPT_BYTES: usize = 4 << 20;

/// Where an archive goes, with what was written.
pub(super) struct Out {
    sink: Sink,
    at: u64,
    name: Vec<u8>,
    members: Vec<Member>,
}

impl Out {
    pub(super) fn new(sink: Sink, name: Vec<u8>) -> Self {
        Self {
            sink,
            at: 0,
            name,
            members: Vec::new(),
        }
    }

    /// Writes bytes. What cannot be written ends the command, and leaves no half of an archive.
    async fn put(&mut self, run: &mut Run<'_, '_>, bytes: &[u8]) -> Step<()> {
        self.at += bytes.len() as u64;
        match self.sink.put(run, bytes).await? {
            Ok(()) => Ok(()),
            Err(errno) => self.lost(run, errno),
        }
    }

    fn lost<T>(&mut self, run: &mut Run<'_, '_>, errno: Errno) -> Step<T> {
        self.remove(run);
        run.flush()?;
        run.put_error(cat![
            "\nzip I/O error: ",
            errno,
            "\nzip error: Output file write failure (",
            self.name,
            ")\n"
        ])?;
        Err(End(NOT_WRITTEN))
    }

    /// Removes what was written.
    pub(super) fn remove(&self, run: &mut Run<'_, '_>) {
        if let Sink::File(file) = &self.sink {
            let _ = run.files().unlink(&file.path);
        }
    }

    /// The members so far.
    pub(super) fn members(&self) -> &[Member] {
        &self.members
    }

    /// Copies a member of another archive as it is compressed. Answers why it cannot be read.
    pub(super) async fn copy(
        &mut self,
        run: &mut Run<'_, '_>,
        archive: &Archive,
        mut member: Member,
    ) -> Step<Result<(), super::archive::Bad>> {
        let local = match archive.local(run, &member) {
            Ok(local) => local,
            Err(bad) => return Ok(Err(bad)),
        };
        let place = match archive.place(&member) {
            Ok(place) => place,
            Err(bad) => return Ok(Err(bad)),
        };
        let mut at = place + local.len() as u64;
        let mut left = member.packed;
        if at.checked_add(left).is_none_or(|end| end > archive.bytes) {
            return Ok(Err(super::archive::Bad::Short));
        }
        let extra = &local[LOCAL_BYTES + usize::from(number_16(&local, 26))..];
        member.flags &= !HAS_DESCRIPTOR;
        member.offset = self.at;
        self.put(run, &member.local(extra)).await?;
        while left > 0 {
            let length = left.min(PIECE_BYTES as u64);
            let length = usize::try_from(length).unwrap_or(PIECE_BYTES);
            match run.files().read(&archive.path, at, length) {
                Ok(bytes) if !bytes.is_empty() => {
                    left -= bytes.len() as u64;
                    at += bytes.len() as u64;
                    self.put(run, &bytes).await?;
                }
                Ok(_) => return Ok(Err(super::archive::Bad::Short)),
                Err(errno) => return Ok(Err(super::archive::Bad::Read(errno))),
            }
        }
        self.members.push(member);
        Ok(Ok(()))
    }

    /// Writes a new member. Answers whether its file could be read: if not, nothing of it was written, and
    /// that was said.
    pub(super) async fn add(
        &mut self,
        run: &mut Run<'_, '_>,
        settings: &Settings,
        found: &Found,
    ) -> Step<bool> {
        let stat = &found.stat;
        let mut member = Member::new(found.name.clone(), stat.full_mode(), stat.mtime_us);
        if !settings.without_extra {
            member.set_extra(stat.mtime_us);
        }
        if stat.is_directory() {
            self.whole(run, member, b"").await?;
            return Ok(true);
        }
        if stat.is_link() {
            let path = found.path.clone().unwrap_or_default();
            match run.read_link(&path) {
                Ok(target) => self.whole(run, member, &target).await?,
                Err(errno) => return not_read(run, settings, found, errno),
            }
            return Ok(true);
        }
        let ends = |end: &Vec<u8>| found.name.ends_with(end);
        let stores = settings.level == 0
            || settings.method == Method::Store
            || settings.stored.iter().any(ends);
        let source = match &found.path {
            Some(path) => Source::file(run.at(path)),
            None => Source::Input,
        };
        let content = Content {
            source,
            stores,
            raw: Some(Vec::new()),
            packed: Vec::new(),
        };
        content.write(self, run, settings, found, member).await
    }

    /// Writes a member that is not compressed.
    async fn whole(&mut self, run: &mut Run<'_, '_>, mut member: Member, bytes: &[u8]) -> Step<()> {
        let mut checksum = flate2::Crc::new();
        checksum.update(bytes);
        member.method = STORED;
        member.needs = 10;
        member.checksum = checksum.sum();
        member.size = bytes.len() as u64;
        member.packed = member.size;
        self.begin(run, &mut member).await?;
        self.put(run, bytes).await?;
        self.members.push(member);
        Ok(())
    }

    async fn begin(&mut self, run: &mut Run<'_, '_>, member: &mut Member) -> Step<()> {
        member.offset = self.at;
        let local = member.local(&local_extra(&member.extra));
        self.put(run, &local).await
    }

    /// Writes the directory, and ends the file. Answers its path, if it is one.
    pub(super) async fn finish(
        mut self,
        run: &mut Run<'_, '_>,
        comment: &[u8],
        mode: u32,
    ) -> Step<Vec<u8>> {
        let start = self.at;
        let members = std::mem::take(&mut self.members);
        for member in &members {
            self.put(run, &member.central()).await?;
        }
        let end = end_record(members.len() as u64, start, self.at - start, comment);
        self.put(run, &end).await?;
        let Sink::File(file) = std::mem::replace(&mut self.sink, Sink::Nothing) else {
            return Ok(Vec::new());
        };
        let path = file.path.clone();
        match file.finish(run.files(), mode, None) {
            Ok(()) => Ok(path),
            Err(errno) => {
                let _ = run.files().unlink(&path);
                self.lost(run, errno)
            }
        }
    }
}

/// The end of an archive, with numbers of 64 bits where they are needed.
fn end_record(count: u64, start: u64, bytes: u64, comment: &[u8]) -> Vec<u8> {
    /// The version of the format that the record needs.
    const NEEDS: u16 = 45;
    let is_wide = count >= u64::from(BEYOND_16)
        || start >= u64::from(BEYOND_32)
        || bytes >= u64::from(BEYOND_32);
    let mut out = Vec::new();
    if is_wide {
        out.extend(END_64);
        out.extend((END_64_BYTES as u64 - 12).to_le_bytes());
        out.extend(NEEDS.to_le_bytes());
        out.extend(NEEDS.to_le_bytes());
        out.extend([0; 8]);
        for number in [count, count, bytes, start] {
            out.extend(number.to_le_bytes());
        }
        out.extend(LOCATOR_64);
        out.extend([0; 4]);
        out.extend((start + bytes).to_le_bytes());
        out.extend(1_u32.to_le_bytes());
    }
    let short = u16::try_from(count).unwrap_or(BEYOND_16);
    out.extend(END);
    out.extend([0; 4]);
    out.extend(short.to_le_bytes());
    out.extend(short.to_le_bytes());
    for number in [bytes, start] {
        out.extend(u32::try_from(number).unwrap_or(BEYOND_32).to_le_bytes());
    }
    let comment = &comment[..comment.len().min(usize::from(BEYOND_16))];
    out.extend(
        u16::try_from(comment.len())
            .unwrap_or(BEYOND_16)
            .to_le_bytes(),
    );
    out.extend_from_slice(comment);
    out
}

fn not_read(run: &mut Run<'_, '_>, settings: &Settings, found: &Found, errno: Errno) -> Step<bool> {
    run.status = super::NOT_READ;
    let text = cat!["could not open for reading: ", found.name, ": ", errno];
    warn(run, settings, text)?;
    Ok(false)
}

/// The content of a new member.
struct Content {
    source: Source,
    stores: bool,
    /// What was read, as long as it is not much.
    raw: Option<Vec<u8>>,
    /// What is compressed and not written.
    packed: Vec<u8>,
}

impl Content {
    fn encoder(&self, settings: &Settings, member: &mut Member) -> Option<Box<dyn Encode>> {
        /// The version of the format that bzip2 needs.
        const BZIP2_NEEDS: u16 = 46;
        /// Flags that tell how much effort was made.
        const FAST: u16 = 4;
        const BEST: u16 = 2;
        if self.stores && matches!(self.source, Source::File { .. }) {
            return None;
        }
        if self.stores {
            // Lengths of the input are not known before: stored bytes would have no end.
            member.method = DEFLATED;
            return Some(Box::new(Deflate::new(0)));
        }
        if settings.method == Method::Bzip2 {
            member.method = BZIPPED;
            member.needs = BZIP2_NEEDS;
            return Some(Box::new(Bzip::new(settings.level)));
        }
        member.method = DEFLATED;
        member.flags |= match settings.level {
            1 | 2 => FAST,
            8 | 9 => BEST,
            _ => 0,
        };
        Some(Box::new(Deflate::new(settings.level)))
    }

    async fn write(
        mut self,
        out: &mut Out,
        run: &mut Run<'_, '_>,
        settings: &Settings,
        found: &Found,
        mut member: Member,
    ) -> Step<bool> {
        let mut encoder = self.encoder(settings, &mut member);
        let mut checksum = flate2::Crc::new();
        let mut written = 0;
        let mut is_begun = false;
        loop {
            let bytes = match self.source.read(run).await {
                Ok(bytes) => bytes,
                Err(errno) if is_begun => return out.lost(run, errno),
                Err(errno) => return not_read(run, settings, found, errno),
            };
            if member.size == 0 && !self.stores && is_text(&bytes) {
                member.internal = IS_TEXT;
            }
            member.size += bytes.len() as u64;
            checksum.update(&bytes);
            self.keep(&bytes);
            match &mut encoder {
                Some(encoder) if bytes.is_empty() => encoder.finish(&mut self.packed),
                Some(encoder) => encoder.encode(&bytes, &mut self.packed),
                None => {}
            }
            if self.packed.len() > KEPT_BYTES && !is_begun {
                member.flags |= HAS_DESCRIPTOR;
                out.begin(run, &mut member).await?;
                is_begun = true;
            }
            if is_begun {
                written += self.packed.len() as u64;
                out.put(run, &self.packed).await?;
                self.packed.clear();
            }
            if bytes.is_empty() {
                break;
            }
        }
        member.checksum = checksum.sum();
        if is_begun {
            member.packed = written;
            out.put(run, &member.descriptor()).await?;
            out.members.push(member);
            return Ok(true);
        }
        let is_smaller = !self.stores && (self.packed.len() as u64) < member.size;
        if is_smaller || (self.raw.is_none() && encoder.is_some()) {
            member.packed = self.packed.len() as u64;
            out.begin(run, &mut member).await?;
            out.put(run, &self.packed).await?;
        } else {
            member.method = STORED;
            member.needs = 10;
            member.flags &= !6;
            member.packed = member.size;
            out.begin(run, &mut member).await?;
            match &self.raw {
                Some(raw) => out.put(run, raw).await?,
                None => self.again(out, run, &member).await?,
            }
        }
        out.members.push(member);
        Ok(true)
    }

    fn keep(&mut self, bytes: &[u8]) {
        let raw = self.raw.take();
        self.raw = raw
            .filter(|raw| raw.len() + bytes.len() <= KEPT_BYTES)
            .map(|mut raw| {
                raw.extend_from_slice(bytes);
                raw
            });
    }

    /// Copies a long file, whose checksum and length were found before.
    async fn again(&self, out: &mut Out, run: &mut Run<'_, '_>, member: &Member) -> Step<()> {
        let Source::File { path, .. } = &self.source else {
            return Ok(());
        };
        let mut source = Source::file(path.clone());
        let mut checksum = flate2::Crc::new();
        let mut left = member.size;
        while left > 0 {
            let bytes = match source.read(run).await {
                Ok(bytes) => bytes,
                Err(errno) => return out.lost(run, errno),
            };
            if bytes.is_empty() || bytes.len() as u64 > left {
                break;
            }
            left -= bytes.len() as u64;
            checksum.update(&bytes);
            out.put(run, &bytes).await?;
        }
        if left > 0 || checksum.sum() != member.checksum {
            // The file has changed since.
            return out.lost(run, Errno::Stale);
        }
        Ok(())
    }
}

/// Whether bytes look like text: without control characters that texts have not.
fn is_text(bytes: &[u8]) -> bool {
    let is_binary = |byte: &u8| matches!(byte, 0..=6 | 14..=25 | 28..=31);
    !bytes.is_empty() && !bytes.iter().any(is_binary)
}
