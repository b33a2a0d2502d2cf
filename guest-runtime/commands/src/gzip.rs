//! `gzip`, `gunzip` and `zcat`, as GNU gzip 1.12 has them.

mod list;

use std::collections::HashSet;

use crate::Errno;
use crate::bytes::cat;
use crate::codec::{Broken, Encode as _, Fault, Gunzip, Gzip, Unpacked};
use crate::files::{Answer, Stat};
use crate::options::{Options, Table, Value, both, long, same, short};
use crate::paths;
use crate::run::{End, Run, Step};
use crate::streams::{NewFile, Sink, Source};

static TABLE: Table = Table {
    flags: &[
        both("a", "ascii", Value::No),
        both("c", "stdout", Value::No),
        same("to-stdout", "c", Value::No),
        both("d", "decompress", Value::No),
        same("uncompress", "d", Value::No),
        both("f", "force", Value::No),
        short("h", Value::No),
        both("k", "keep", Value::No),
        both("l", "list", Value::No),
        both("n", "no-name", Value::No),
        both("N", "name", Value::No),
        both("q", "quiet", Value::No),
        same("silent", "q", Value::No),
        both("r", "recursive", Value::No),
        both("S", "suffix", Value::Needed),
        long("synchronous", Value::No),
        long("rsyncable", Value::No),
        both("t", "test", Value::No),
        both("v", "verbose", Value::No),
        short("V", Value::No),
        both("1", "fast", Value::No),
        short("2", Value::No),
        short("3", Value::No),
        short("4", Value::No),
        short("5", Value::No),
        short("6", Value::No),
        short("7", Value::No),
        short("8", Value::No),
        both("9", "best", Value::No),
    ],
    help: "[OPTION]... [FILE]...
Compresses files in place, or the input if there are none.

  -c         writes to the output, and keeps the files
  -d         decompresses
  -f         replaces what is there, and follows links
  -k         keeps the files
  -l         lists compressed files
  -n, -N     leaves name and time out, or uses them
  -q, -v     says less, or more
  -r         goes into directories
  -S SUFFIX  takes another suffix than .gz
  -t         tests compressed files
  -1 to -9   compresses faster, or better",
    misused: 1,
    permutes: true,
};

/// What the program ends with after a warning.
const WARNING: u8 = 2;

/// Suffixes of compressed files besides that of the command line.
const SUFFIXES: &[&str] = &[".gz", ".z", ".taz", ".tgz", "-gz", "-z", "_z"];

#[derive(Clone, Debug)]
struct Settings {
    to_stdout: bool,
    decompresses: bool,
    forces: bool,
    keeps: bool,
    lists: bool,
    /// Whether names and times are kept in headers and taken from them; none for what is usual.
    with_name: Option<bool>,
    is_quiet: bool,
    is_recursive: bool,
    tests: bool,
    is_verbose: bool,
    level: u32,
    suffix: Vec<u8>,
}

pub(crate) async fn gzip(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    command(run, arguments, false, false).await
}

pub(crate) async fn gunzip(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    command(run, arguments, true, false).await
}

pub(crate) async fn zcat(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    command(run, arguments, true, true).await
}

/// The exit code only becomes worse: 1 is an error, 2 a warning.
fn warn(run: &mut Run<'_, '_>) {
    if run.status == 0 {
        run.status = WARNING;
    }
}

/// Says what failed.
fn failed(run: &mut Run<'_, '_>, name: &[u8], why: impl AsRef<[u8]>) -> Step<()> {
    run.flush()?;
    run.status = 1;
    run.say(cat![name, ": ", why])
}

async fn command(
    run: &mut Run<'_, '_>,
    arguments: Vec<Vec<u8>>,
    decompresses: bool,
    to_stdout: bool,
) -> Step<()> {
    run.name = "gzip";
    run.try_words = Some("Try `gzip --help' for more information.");
    let mut settings = Settings {
        to_stdout,
        decompresses,
        forces: false,
        keeps: false,
        lists: false,
        with_name: None,
        is_quiet: false,
        is_recursive: false,
        tests: false,
        is_verbose: false,
        level: 6,
        suffix: b".gz".to_vec(),
    };
    let mut options = Options::new(&TABLE, arguments);
    while let Some((id, value)) = options.next(run)? {
        match id {
            "c" => settings.to_stdout = true,
            "d" => settings.decompresses = true,
            "f" => settings.forces = true,
            "k" => settings.keeps = true,
            "l" => {
                settings.lists = true;
                settings.decompresses = true;
                settings.to_stdout = true;
            }
            "n" => settings.with_name = Some(false),
            "N" => settings.with_name = Some(true),
            "q" => (settings.is_quiet, settings.is_verbose) = (true, false),
            "r" => settings.is_recursive = true,
            "S" => settings.suffix = value.unwrap_or_default(),
            "t" => {
                settings.tests = true;
                settings.decompresses = true;
                settings.to_stdout = true;
            }
            "v" => (settings.is_quiet, settings.is_verbose) = (false, true),
            "h" => {
                return Options::new(&TABLE, vec![b"--help".to_vec()])
                    .next(run)
                    .map(drop);
            }
            "V" => {
                return Options::new(&TABLE, vec![b"--version".to_vec()])
                    .next(run)
                    .map(drop);
            }
            digit => {
                if let Ok(level) = digit.parse() {
                    settings.level = level;
                }
            }
        }
    }
    if settings.suffix.is_empty() {
        let suffix = settings.suffix;
        return run.die(1, cat!["invalid suffix '", suffix, "'"]);
    }
    let mut names = options.operands();
    if names.is_empty() {
        names.push(b"-".to_vec());
    }
    let mut totals = list::Totals::of(names.len());
    // What is still to be done, the next one last.
    let mut left: Vec<(Vec<u8>, bool)> = names.into_iter().rev().map(|name| (name, true)).collect();
    // Directories below the name that was given last: a link may lead into one again.
    let mut seen = HashSet::new();
    while let Some((name, is_named)) = left.pop() {
        run.turn().await;
        if is_named {
            seen.clear();
        }
        if name == b"-" && is_named {
            input(run, &settings, &mut totals).await?;
            continue;
        }
        let Some((name, stat)) = found(run, &settings, name)? else {
            continue;
        };
        if !stat.is_directory() {
            file(run, &settings, &name, stat, &mut totals).await?;
            continue;
        }
        if !settings.is_recursive {
            if !settings.is_quiet {
                run.say(cat![name, " is a directory -- ignored"])?;
            }
            warn(run);
            continue;
        }
        if !seen.insert(stat.number) {
            continue;
        }
        match run.list(&name) {
            Err(errno) => failed(run, &name, errno)?,
            Ok(entries) => {
                for entry in entries.into_iter().rev() {
                    left.push((paths::join(&name, &entry.name), false));
                }
            }
        }
    }
    totals.finish(run, &settings)
}

/// The file that a name stands for: with a suffix where it is missing and is to be decompressed.
fn found(
    run: &mut Run<'_, '_>,
    settings: &Settings,
    name: Vec<u8>,
) -> Step<Option<(Vec<u8>, Stat)>> {
    if name.is_empty() && !settings.decompresses {
        run.status = 1;
        run.say(Errno::NotFound)?;
        return Ok(None);
    }
    let follows = settings.to_stdout || settings.forces;
    let stat_of = |run: &mut Run<'_, '_>, name: &[u8]| -> Answer<Stat> {
        let stat = if follows {
            run.stat(name)?
        } else {
            run.lstat(name)?
        };
        if stat.is_link() {
            return Err(Errno::Loop);
        }
        Ok(stat)
    };
    let errno = match stat_of(run, &name) {
        Ok(stat) => return Ok(Some((name, stat))),
        Err(errno) => errno,
    };
    if errno != Errno::NotFound || !settings.decompresses || suffix_bytes(&name, settings).is_some()
    {
        failed(run, &name, errno)?;
        return Ok(None);
    }
    let own = settings.suffix.clone();
    let tried = [own.as_slice(), b".gz", b".z", b"-z", b".Z"];
    for suffix in tried {
        let with = cat![name, suffix];
        match stat_of(run, &with) {
            Ok(stat) => return Ok(Some((with, stat))),
            Err(Errno::NotFound) => {}
            Err(errno) => {
                failed(run, &with, errno)?;
                return Ok(None);
            }
        }
    }
    failed(run, &cat![name, own], errno)?;
    Ok(None)
}

/// How long the suffix of a compressed file's name is; none if it has none.
fn suffix_bytes(name: &[u8], settings: &Settings) -> Option<usize> {
    let base = paths::last_part(name);
    let own = settings.suffix.as_slice();
    let known = SUFFIXES.iter().map(|suffix| suffix.as_bytes());
    std::iter::once(own)
        .chain(known)
        .find(|suffix| {
            let start = base.len().saturating_sub(suffix.len());
            base.len() > suffix.len() && base[start..].eq_ignore_ascii_case(suffix)
        })
        .map(<[u8]>::len)
}

/// The name of what comes of a file; none if it is left as it is, which was said.
fn target(run: &mut Run<'_, '_>, settings: &Settings, name: &[u8]) -> Step<Option<Vec<u8>>> {
    let says = settings.is_verbose || (!settings.is_recursive && !settings.is_quiet);
    match (suffix_bytes(name, settings), settings.decompresses) {
        (Some(length), true) => {
            let (stem, suffix) = name.split_at(name.len() - length);
            let is_tar = [".tgz", ".taz"]
                .iter()
                .any(|tar| suffix.eq_ignore_ascii_case(tar.as_bytes()));
            Ok(Some(cat![stem, if is_tar { ".tar" } else { "" }]))
        }
        (None, true) => {
            if says {
                run.say(cat![name, ": unknown suffix -- ignored"])?;
                warn(run);
            }
            Ok(None)
        }
        (Some(length), false) if !settings.forces => {
            if says {
                let suffix = &name[name.len() - length..];
                run.say(cat![name, " already has ", suffix, " suffix -- unchanged"])?;
            }
            Ok(None)
        }
        (_, false) => Ok(Some(cat![name, settings.suffix])),
    }
}

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

fn ratio(plain: u64, packed: u64) -> String {
    let percent = if plain == 0 {
        0.0
    } else {
        100.0 * (plain as f64 - packed as f64) / plain as f64
    };
    format!("{percent:5.1}%")
}

async fn file(
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

async fn input(run: &mut Run<'_, '_>, settings: &Settings, totals: &mut list::Totals) -> Step<()> {
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
fn say(run: &mut Run<'_, '_>, name: &[u8], broken: &Broken) -> Step<()> {
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
