//! One file, or the input, that is compressed or decompressed.

use super::names::target;
use super::{Settings, failed, list, warn};
use crate::Errno;
use crate::bytes::cat;
use crate::codec::{Broken, Encode as _, Fault, Gunzip, Gzip, Unpacked};
use crate::files::Stat;
use crate::paths;
use crate::run::{End, Run, Step};
use crate::streams::{NewFile, Sink, Source};

/// Whether a file is left as it is for its mode, which is said.
fn is_special(run: &mut Run<'_, '_>, settings: &Settings, name: &[u8], mode: u32) -> Step<bool> {
    if settings.to_stdout {
        return Ok(false);
    }
    let why = if mode & 0o4000 != 0 {
        " is set-user-ID on execution - ignored"
    } else if mode & 0o2000 != 0 {
        " is set-group-ID on execution - ignored"
    } else if mode & 0o1000 != 0 && !settings.forces {
        " has the sticky bit set - file ignored"
    } else {
        return Ok(false);
    };
    if !settings.is_quiet {
        run.say(cat![name, why])?;
    }
    warn(run);
    Ok(true)
}

/// How much was read and written.
#[derive(Clone, Copy, Debug, Default)]
struct Done {
    read: u64,
    written: u64,
    /// Bytes of header and trailer.
    around: u64,
}

impl Done {
    /// How much smaller the one is than the other, in percent.
    fn ratio(self, decompresses: bool) -> String {
        let (packed, plain) = if decompresses {
            (self.read, self.written)
        } else {
            (self.written, self.read)
        };
        ratio(plain, packed.saturating_sub(self.around))
    }
}

pub(super) fn ratio(plain: u64, packed: u64) -> String {
    let percent = if plain == 0 {
        0.0
    } else {
        100.0 * (plain as f64 - packed as f64) / plain as f64
    };
    format!("{percent:5.1}%")
}

pub(super) async fn file(
    run: &mut Run<'_, '_>,
    settings: &Settings,
    name: &[u8],
    stat: Stat,
    totals: &mut list::Totals,
) -> Step<()> {
    if is_special(run, settings, name, stat.mode)? {
        return Ok(());
    }
    let target = if settings.to_stdout {
        Vec::new()
    } else {
        match target(run, settings, name)? {
            Some(target) => target,
            None => return Ok(()),
        }
    };
    let source = Source::file(run.at(name));
    if settings.lists {
        return list::file(run, settings, name, stat, source, totals).await;
    }
    let mut work = Work {
        settings,
        name,
        stat: Some(stat),
        target,
        time: None,
    };
    let done = if settings.decompresses {
        work.decompress(run, source).await?
    } else {
        work.compress(run, source).await?
    };
    let Some(done) = done else {
        return Ok(());
    };
    if !settings.to_stdout && !settings.keeps {
        let removed = run.files().unlink(&run.at(name));
        if let Err(errno) = removed {
            failed(run, name, errno)?;
        }
    }
    if settings.is_verbose {
        run.flush()?;
        let text = if settings.tests {
            b" OK\n".to_vec()
        } else {
            let how = if settings.keeps {
                "created"
            } else {
                "replaced with"
            };
            let shown = if settings.to_stdout {
                b"stdout"
            } else {
                work.target.as_slice()
            };
            cat![
                done.ratio(settings.decompresses),
                " -- ",
                how,
                " ",
                shown,
                "\n"
            ]
        };
        run.put_error(text)?;
    }
    Ok(())
}

pub(super) async fn input(
    run: &mut Run<'_, '_>,
    settings: &Settings,
    totals: &mut list::Totals,
) -> Step<()> {
    if settings.lists {
        let stat = None;
        return list::input(run, settings, stat, totals).await;
    }
    let settings = &Settings {
        to_stdout: true,
        ..settings.clone()
    };
    let mut work = Work {
        settings,
        name: b"stdin",
        stat: None,
        target: Vec::new(),
        time: None,
    };
    let done = if settings.decompresses {
        work.decompress(run, Source::Input).await?
    } else {
        work.compress(run, Source::Input).await?
    };
    let Some(done) = done else {
        return Ok(());
    };
    if settings.is_verbose {
        run.flush()?;
        if settings.tests {
            run.put_error(" OK\n")?;
        } else if !settings.decompresses {
            run.put_error(cat![done.ratio(false), "\n"])?;
        }
    }
    Ok(())
}

/// One file, or the input, that is compressed or decompressed.
struct Work<'s> {
    settings: &'s Settings,
    name: &'s [u8],
    /// What the file is; none for the input.
    stat: Option<Stat>,
    target: Vec<u8>,
    /// The time that the header says.
    time: Option<i64>,
}

impl Work<'_> {
    /// Where the bytes go; none if that cannot be, which was said.
    fn sink(&self, run: &mut Run<'_, '_>) -> Step<Option<Sink>> {
        if self.settings.tests {
            return Ok(Some(Sink::Nothing));
        }
        if self.settings.to_stdout {
            return Ok(Some(Sink::Output));
        }
        let path = run.at(&self.target);
        if self.settings.forces
            && run
                .lstat(&self.target)
                .is_ok_and(|stat| !stat.is_directory())
        {
            let removed = run.files().unlink(&path);
            if let Err(errno) = removed {
                failed(run, &self.target, errno)?;
                return Ok(None);
            }
        }
        match NewFile::make(run.files(), path, false) {
            Ok(file) => Ok(Some(Sink::File(file))),
            Err(Errno::Exists) => {
                if !self.settings.is_quiet {
                    run.say(cat![self.target, " already exists;\tnot overwritten"])?;
                }
                warn(run);
                Ok(None)
            }
            Err(errno) => {
                failed(run, &self.target, errno)?;
                Ok(None)
            }
        }
    }

    /// The name before what is said of the file in the end.
    fn begin(&self, run: &mut Run<'_, '_>) -> Step<()> {
        if self.settings.is_verbose && self.stat.is_some() {
            run.flush()?;
            run.put_error(cat![self.name, ":\t"])?;
        }
        Ok(())
    }

    /// Ends what was written, with the mode and the time of what it came from.
    fn end(&self, run: &mut Run<'_, '_>, sink: Sink) -> Step<bool> {
        let Sink::File(file) = sink else {
            return Ok(true);
        };
        let path = file.path.clone();
        let (mode, time) = self
            .stat
            .map_or((0o600, None), |stat| (stat.mode, Some(stat.mtime_us)));
        match file.finish(run.files(), mode & 0o777, self.time.or(time)) {
            Ok(()) => Ok(true),
            Err(errno) => self.lost(run, &path, errno),
        }
    }

    /// What was written cannot be finished.
    fn lost(&self, run: &mut Run<'_, '_>, path: &[u8], errno: Errno) -> Step<bool> {
        let _ = run.files().unlink(path);
        failed(run, &self.target, errno)?;
        Ok(false)
    }

    fn remove(run: &mut Run<'_, '_>, sink: &Sink) {
        if let Sink::File(file) = sink {
            let _ = run.files().unlink(&file.path);
        }
    }

    async fn compress(&mut self, run: &mut Run<'_, '_>, mut source: Source) -> Step<Option<Done>> {
        let Some(mut sink) = self.sink(run)? else {
            return Ok(None);
        };
        self.begin(run)?;
        let keeps_name = self.settings.with_name != Some(false);
        let header = self.stat.filter(|_| keeps_name);
        let base = paths::base_name(self.name);
        let seconds = header.map_or(0, |stat| stat.mtime_us.div_euclid(1_000_000));
        let mut packer = Gzip::new(
            self.settings.level,
            header.map(|_| base),
            u32::try_from(seconds).unwrap_or(0),
        );
        let around = 18 + header.map_or(0, |_| base.len() as u64 + 1);
        let mut done = Done {
            around,
            ..Done::default()
        };
        let mut out = Vec::new();
        loop {
            let bytes = match source.read(run).await {
                Ok(bytes) => bytes,
                Err(errno) => {
                    Self::remove(run, &sink);
                    failed(run, self.name, errno)?;
                    return Ok(None);
                }
            };
            done.read += bytes.len() as u64;
            if bytes.is_empty() {
                packer.finish(&mut out);
            } else {
                packer.encode(&bytes, &mut out);
            }
            done.written += out.len() as u64;
            if let Err(errno) = sink.put(run, &out).await? {
                let path = run.at(&self.target);
                self.lost(run, &path, errno)?;
                return Ok(None);
            }
            out.clear();
            if bytes.is_empty() {
                break;
            }
        }
        Ok(self.end(run, sink)?.then_some(done))
    }

    async fn decompress(&mut self, run: &mut Run<'_, '_>, source: Source) -> Step<Option<Done>> {
        let mut unpacked = Unpacked::new(source, Vec::new(), Box::new(Gunzip::new()));
        unpacked.decoder.keeps_zeros = self.settings.forces && self.settings.to_stdout;
        let mut out = Vec::new();
        // The start is looked at before anything is made.
        let mut next = unpacked.next(run, &mut out).await;
        let passes = self.settings.forces && self.settings.to_stdout;
        let is_other = match &next {
            Err(Broken::Data(Fault::OtherFormat)) => true,
            Err(Broken::Data(Fault::Truncated)) => unpacked.rest().len() < 2,
            _ => false,
        };
        if is_other && passes {
            self.begin(run)?;
            return self.pass(run, unpacked).await;
        }
        if !unpacked.decoder.is_begun()
            && let Err(broken) = next
        {
            self.say(run, &broken)?;
            return Ok(None);
        }
        self.say_ignored(run, &unpacked.decoder, false)?;
        self.restore(&unpacked.decoder);
        let Some(mut sink) = self.sink(run)? else {
            return Ok(None);
        };
        self.begin(run)?;
        let mut done = Done::default();
        loop {
            done.written += out.len() as u64;
            if let Err(errno) = sink.put(run, &out).await? {
                let path = run.at(&self.target);
                self.lost(run, &path, errno)?;
                return Ok(None);
            }
            match &next {
                Ok(()) if out.is_empty() => break,
                Ok(()) => {}
                Err(Broken::Data(Fault::Trailing)) if passes => {
                    return self.pass(run, unpacked).await;
                }
                Err(Broken::Data(Fault::Trailing)) => {
                    if !self.settings.is_quiet {
                        self.say_data(run, "decompression OK, trailing garbage ignored")?;
                    }
                    warn(run);
                    break;
                }
                Err(broken) => {
                    Self::remove(run, &sink);
                    self.say(run, broken)?;
                    return Ok(None);
                }
            }
            out.clear();
            next = unpacked.next(run, &mut out).await;
        }
        self.say_ignored(run, &unpacked.decoder, true)?;
        done.read = unpacked.taken + unpacked.rest().len() as u64;
        done.around = unpacked.decoder.around(next.is_ok());
        Ok(self.end(run, sink)?.then_some(done))
    }

    /// Takes name and time out of the header where that is asked for.
    fn restore(&mut self, decoder: &Gunzip) {
        if self.settings.with_name != Some(true) || self.settings.to_stdout {
            return;
        }
        let header = &decoder.header;
        if let Some(name) = &header.name {
            let base = paths::base_name(name);
            if !base.is_empty() && base != b"/" {
                let above = self.name.len() - paths::last_part(self.name).len();
                self.target = cat![self.name[..above], base];
            }
        }
        if header.time != 0 {
            self.time = Some(i64::from(header.time) * 1_000_000);
        }
    }

    /// Writes what is not compressed as it is.
    async fn pass(
        &self,
        run: &mut Run<'_, '_>,
        mut unpacked: Unpacked<Gunzip>,
    ) -> Step<Option<Done>> {
        let mut done = Done::default();
        loop {
            let rest = unpacked.rest().to_vec();
            done.written += rest.len() as u64;
            if !self.settings.tests {
                run.put(&rest)?;
                run.turn().await;
            }
            unpacked.take_rest();
            match unpacked.more(run).await {
                Ok(true) => {}
                Ok(false) => break,
                Err(errno) => {
                    failed(run, self.name, errno)?;
                    return Ok(None);
                }
            }
        }
        done.read = done.written;
        Ok(Some(done))
    }

    fn say_data(&self, run: &mut Run<'_, '_>, why: &str) -> Step<()> {
        run.flush()?;
        run.put_error("\n")?;
        run.say(cat![self.name, ": ", why])
    }

    /// What cannot be decompressed to its end ends the program, but in a test.
    fn say(&self, run: &mut Run<'_, '_>, broken: &Broken) -> Step<()> {
        say(run, self.name, broken)?;
        let ends = match broken {
            Broken::Data(Fault::Truncated) => true,
            Broken::Data(
                Fault::Checksum | Fault::ChecksumAndLength | Fault::Length | Fault::Violated,
            ) => !self.settings.tests,
            _ => false,
        };
        if ends { Err(End(1)) } else { Ok(()) }
    }

    /// What a header has that is not used, and zeros behind the last member.
    fn say_ignored(&self, run: &mut Run<'_, '_>, decoder: &Gunzip, is_over: bool) -> Step<()> {
        if !self.settings.is_verbose {
            return Ok(());
        }
        if let (Some(bytes), false) = (decoder.header.extra, is_over) {
            run.flush()?;
            run.say(cat![
                self.name,
                format!(": extra field of {bytes} bytes ignored")
            ])?;
        }
        if is_over && decoder.is_padded() {
            self.say_data(run, "decompression OK, trailing zero bytes ignored")?;
            warn(run);
        }
        Ok(())
    }
}

/// Says what is wrong with a file.
pub(super) fn say(run: &mut Run<'_, '_>, name: &[u8], broken: &Broken) -> Step<()> {
    let why = match broken {
        Broken::Read(errno) => return failed(run, name, errno),
        Broken::Data(Fault::Unsupported(words)) => return failed(run, name, words),
        Broken::Data(Fault::OtherFormat) => "not in gzip format",
        Broken::Data(Fault::Truncated) => "unexpected end of file",
        Broken::Data(Fault::Checksum | Fault::ChecksumAndLength) => {
            "invalid compressed data--crc error"
        }
        Broken::Data(Fault::Length) => "invalid compressed data--length error",
        Broken::Data(Fault::Violated) => "invalid compressed data--format violated",
        Broken::Data(Fault::Trailing) => "decompression OK, trailing garbage ignored",
    };
    run.flush()?;
    run.status = 1;
    run.put_error("\n")?;
    run.say(cat![name, ": ", why])?;
    if *broken == Broken::Data(Fault::ChecksumAndLength) {
        run.put_error("\n")?;
        run.say(cat![name, ": invalid compressed data--length error"])?;
    }
    Ok(())
}
