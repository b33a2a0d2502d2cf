//! `bzip2` and `xz` with their other names, as bzip2 1.0.8 and XZ Utils 5.4 have them.

use crate::Errno;
use crate::bytes::cat;
use crate::codec::{Broken, Decode, Fault, Format, Unpacked};
use crate::files::Stat;
use crate::options::{Options, Table, Value, both, same, short};
use crate::paths;
use crate::run::{End, Run, Step};
use crate::streams::{NewFile, Sink, Source};
use crate::times::MICROS;

static TABLE: Table = Table {
    flags: &[
        both("c", "stdout", Value::No),
        same("to-stdout", "c", Value::No),
        both("d", "decompress", Value::No),
        same("uncompress", "d", Value::No),
        both("z", "compress", Value::No),
        both("f", "force", Value::No),
        short("h", Value::No),
        both("k", "keep", Value::No),
        both("q", "quiet", Value::No),
        both("t", "test", Value::No),
        both("v", "verbose", Value::No),
        short("V", Value::No),
        same("license", "V", Value::No),
        short("L", Value::No),
        both("s", "small", Value::No),
        both("e", "extreme", Value::No),
        both("T", "threads", Value::Needed),
        both("M", "memlimit", Value::Needed),
        same("memory", "M", Value::Needed),
        both("C", "check", Value::Needed),
        both("F", "format", Value::Needed),
        both("l", "list", Value::No),
        both("S", "suffix", Value::Needed),
        both("Q", "no-warn", Value::No),
        short("0", Value::No),
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
  -d, -z     decompresses, or compresses
  -f         replaces what is there, and follows links
  -k         keeps the files
  -q, -v     says less, or more
  -t         tests compressed files
  -1 to -9   compresses faster, or better",
    misused: 1,
    permutes: true,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tool {
    Bzip2,
    Xz,
}

#[derive(Clone, Debug)]
struct Settings {
    tool: Tool,
    decompresses: bool,
    to_stdout: bool,
    keeps: bool,
    forces: bool,
    tests: bool,
    quiet: bool,
    is_verbose: bool,
    level: u32,
    /// How wide the longest name is, of those in `bzip2 -v`.
    width: usize,
}

pub(crate) async fn bzip2(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    command(run, arguments, Tool::Bzip2).await
}

pub(crate) async fn xz(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    command(run, arguments, Tool::Xz).await
}

fn settings(run: &mut Run<'_, '_>, options: &mut Options<'_>, tool: Tool) -> Step<Settings> {
    let to_stdout = matches!(run.name, "bzcat" | "xzcat");
    let mut settings = Settings {
        tool,
        decompresses: to_stdout || matches!(run.name, "bunzip2" | "unxz"),
        to_stdout,
        keeps: false,
        forces: false,
        tests: false,
        quiet: false,
        is_verbose: false,
        level: if tool == Tool::Xz { 6 } else { 9 },
        width: "(stdin)".len(),
    };
    while let Some((id, value)) = options.next(run)? {
        match id {
            "c" => settings.to_stdout = true,
            "d" => (settings.tests, settings.decompresses) = (false, true),
            "z" => (settings.tests, settings.decompresses) = (false, false),
            "f" => settings.forces = true,
            "k" => settings.keeps = true,
            "q" => settings.quiet = true,
            "t" => (settings.tests, settings.decompresses) = (true, true),
            "v" => settings.is_verbose = true,
            "h" | "V" | "L" => {
                let word = if id == "h" { "--help" } else { "--version" };
                Options::new(&TABLE, vec![word.into()]).next(run)?;
            }
            "l" | "S" | "F" | "C"
                if tool == Tool::Bzip2
                    || !matches!(
                        (id, value.as_deref()),
                        ("F", Some(b"xz" | b"auto")) | ("C", Some(b"crc64"))
                    ) =>
            {
                let text = format!("option -{id} is not supported here");
                return run.misused(1, text);
            }
            // Memory, threads and effort are what they are.
            "s" | "e" | "T" | "M" | "F" | "C" | "Q" => {}
            digit => {
                if let Ok(level) = digit.parse() {
                    settings.level = level;
                }
            }
        }
    }
    if tool == Tool::Bzip2 && settings.level == 0 {
        return run.misused(1, "invalid option -- '0'");
    }
    Ok(settings)
}

async fn command(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>, tool: Tool) -> Step<()> {
    if tool == Tool::Xz {
        run.try_words = Some("xz: Try `xz --help' for more information.");
    }
    let mut options = Options::new(&TABLE, arguments);
    let mut settings = settings(run, &mut options, tool)?;
    let mut names = options.operands();
    let is_mixed = settings.tests && settings.to_stdout && !names.is_empty();
    if is_mixed && tool == Tool::Bzip2 {
        return run.die(1, "-c and -t cannot be used together.");
    }
    if names.is_empty() {
        names.push(b"-".to_vec());
    }
    let longest = names.iter().map(Vec::len).max().unwrap_or(0);
    settings.width = settings.width.max(longest);
    for name in names {
        run.turn().await;
        if name == b"-" {
            let mut work = Work {
                settings: &settings,
                name: b"(stdin)",
                stat: None,
                target: Vec::new(),
            };
            work.go(run, Source::Input).await?;
            continue;
        }
        let Some(stat) = found(run, &settings, &name)? else {
            continue;
        };
        let is_packing = settings.tool == Tool::Bzip2 && !settings.decompresses;
        let target = if settings.tests || settings.to_stdout && !is_packing {
            Vec::new()
        } else {
            match target(run, &settings, &name)? {
                Some(target) => target,
                None => continue,
            }
        };
        let source = Source::file(run.at(&name));
        let mut work = Work {
            settings: &settings,
            name: &name,
            stat: Some(stat),
            target,
        };
        let is_done = work.go(run, source).await?;
        if is_done && !settings.to_stdout && !settings.tests && !settings.keeps {
            let removed = run.files().unlink(&run.at(&name));
            if let Err(errno) = removed {
                settings.fail(run, 1, cat![name, ": ", errno])?;
            }
        }
    }
    Ok(())
}

impl Settings {
    /// Says what failed. The exit code is the worst: for `bzip2` the largest, for `xz` 1 before a warning's 2.
    fn fail(&self, run: &mut Run<'_, '_>, code: u8, text: impl AsRef<[u8]>) -> Step<()> {
        run.flush()?;
        run.status = match (self.tool, run.status, code) {
            (Tool::Xz, 1, _) | (Tool::Xz, _, 1) => 1,
            (_, before, code) => before.max(code),
        };
        if self.quiet && self.tool == Tool::Xz && code == 2 {
            return Ok(());
        }
        run.say(text)
    }
}

/// What is at a name, if it can be worked on; if not, that was said.
fn found(run: &mut Run<'_, '_>, settings: &Settings, name: &[u8]) -> Step<Option<Stat>> {
    let follows = settings.forces || settings.to_stdout || settings.tests;
    let stat = if follows {
        run.stat(name)
    } else {
        run.lstat(name)
    };
    let is_xz = settings.tool == Tool::Xz;
    let (code, text) = match stat {
        Ok(stat) if stat.is_directory() && is_xz => (2, cat![name, ": Is a directory, skipping"]),
        Ok(stat) if stat.is_directory() => (1, cat!["Input file ", name, " is a directory."]),
        Ok(stat) if stat.is_link() && is_xz => match run.stat(name) {
            Err(Errno::NotFound) => (1, cat![name, ": ", Errno::NotFound]),
            _ => (2, cat![name, ": Is a symbolic link, skipping"]),
        },
        Ok(stat) if is_xz && !follows && !settings.keeps && stat.mode & 0o6000 != 0 => {
            let text = ": File has setuid or setgid bit set, skipping";
            (2, cat![name, text])
        }
        Ok(stat) if is_xz && !follows && !settings.keeps && stat.mode & 0o1000 != 0 => {
            (2, cat![name, ": File has sticky bit set, skipping"])
        }
        Ok(stat) if stat.is_link() => match run.stat(name) {
            Ok(_) => (1, cat!["Input file ", name, " is not a normal file."]),
            Err(errno) => (1, cat!["Can't open input file ", name, ": ", errno, "."]),
        },
        Ok(stat) => return Ok(Some(stat)),
        Err(_) if is_xz && name.is_empty() => (1, b"Empty filename, skipping".to_vec()),
        Err(errno) if is_xz => (1, cat![name, ": ", errno]),
        Err(errno) if settings.tests => (1, cat!["Can't open input ", name, ": ", errno, "."]),
        Err(errno) => (1, cat!["Can't open input file ", name, ": ", errno, "."]),
    };
    settings.fail(run, code, text)?;
    Ok(None)
}

/// The name of what comes of a file; none if it is left as it is, which was said.
fn target(run: &mut Run<'_, '_>, settings: &Settings, name: &[u8]) -> Step<Option<Vec<u8>>> {
    const OF_BZIP2: &[(&str, &str)] = &[
        (".bz2", ""),
        (".bz", ""),
        (".tbz2", ".tar"),
        (".tbz", ".tar"),
    ];
    const OF_XZ: &[(&str, &str)] = &[(".xz", ""), (".txz", ".tar")];
    let is_xz = settings.tool == Tool::Xz;
    let known = if is_xz { OF_XZ } else { OF_BZIP2 };
    let found = known.iter().find(|(suffix, _)| {
        name.ends_with(suffix.as_bytes()) && paths::last_part(name).len() > suffix.len()
    });
    let target = match (found, settings.decompresses) {
        (Some((suffix, instead)), true) => cat![name[..name.len() - suffix.len()], instead],
        (None, true) if is_xz => {
            // What is of another format is said to be so.
            if !starts_as_xz(run, name) {
                let text = cat![name, ": File format not recognized"];
                settings.fail(run, 1, text)?;
            } else {
                let text = cat![name, ": Filename has an unknown suffix, skipping"];
                settings.fail(run, 2, text)?;
            }
            return Ok(None);
        }
        (None, true) => {
            let target = cat![name, ".out"];
            let text = cat!["Can't guess original name for ", name, " -- using ", target];
            run.flush()?;
            run.say(text)?;
            target
        }
        (Some((suffix, _)), false) if is_xz => {
            let text = cat![name, ": File already has `", suffix, "' suffix, skipping"];
            settings.fail(run, 2, text)?;
            return Ok(None);
        }
        (Some((suffix, _)), false) => {
            if settings.quiet {
                run.status = run.status.max(1);
            } else {
                let text = cat!["Input file ", name, " already has ", suffix, " suffix."];
                settings.fail(run, 1, text)?;
            }
            return Ok(None);
        }
        (None, false) => cat![name, known[0].0],
    };
    if !settings.forces && !settings.to_stdout && run.lstat(&target).is_ok() {
        let text = if is_xz {
            cat![target, ": File exists"]
        } else {
            cat!["Output file ", target, " already exists."]
        };
        settings.fail(run, 1, text)?;
        return Ok(None);
    }
    Ok(Some(target))
}

fn starts_as_xz(run: &Run<'_, '_>, name: &[u8]) -> bool {
    let start = run.files().read(&run.at(name), 0, 6);
    start.is_ok_and(|start| Format::of_start(&start) == Some(Format::Xz))
}

/// The work on one file.
struct Work<'w> {
    settings: &'w Settings,
    name: &'w [u8],
    /// None for the input.
    stat: Option<Stat>,
    target: Vec<u8>,
}

impl Work<'_> {
    fn format(&self) -> Format {
        match self.settings.tool {
            Tool::Bzip2 => Format::Bzip2,
            Tool::Xz => Format::Xz,
        }
    }

    /// Where it goes.
    fn sink(&self, run: &mut Run<'_, '_>) -> Step<Option<Sink>> {
        if self.settings.tests {
            return Ok(Some(Sink::Nothing));
        }
        if self.settings.to_stdout || self.stat.is_none() {
            return Ok(Some(Sink::Output));
        }
        let path = run.at(&self.target);
        if self.settings.forces {
            let _ = run.files().unlink(&path);
        }
        match NewFile::make(run.files(), path, false) {
            Ok(file) => Ok(Some(Sink::File(file))),
            Err(errno) => {
                self.lost(run, errno)?;
                Ok(None)
            }
        }
    }

    fn lost(&self, run: &mut Run<'_, '_>, errno: Errno) -> Step<()> {
        let _ = run.files().unlink(&run.at(&self.target));
        let text = if self.settings.tool == Tool::Xz {
            cat![self.target, ": ", errno]
        } else {
            cat!["Can't create output file ", self.target, ": ", errno, "."]
        };
        self.settings.fail(run, 1, text)
    }

    /// Answers whether all was done.
    async fn go(&mut self, run: &mut Run<'_, '_>, source: Source) -> Step<bool> {
        if self.settings.decompresses {
            self.decompress(run, source).await
        } else {
            self.compress(run, source).await
        }
    }

    async fn compress(&mut self, run: &mut Run<'_, '_>, mut source: Source) -> Step<bool> {
        let Some(mut sink) = self.sink(run)? else {
            return Ok(false);
        };
        let mut encoder = self.format().encoder_at(self.settings.level);
        let (mut read, mut written) = (0_u64, 0_u64);
        let mut out = Vec::new();
        loop {
            let bytes = match source.read(run).await {
                Ok(bytes) => bytes,
                Err(errno) => {
                    self.remove(run, &sink);
                    let text = cat![self.name, ": ", errno];
                    self.settings.fail(run, 1, text)?;
                    return Ok(false);
                }
            };
            read += bytes.len() as u64;
            if bytes.is_empty() {
                encoder.finish(&mut out);
            } else {
                encoder.encode(&bytes, &mut out);
            }
            written += out.len() as u64;
            if let Err(errno) = sink.put(run, &out).await? {
                self.lost(run, errno)?;
                return Ok(false);
            }
            out.clear();
            if bytes.is_empty() {
                break;
            }
        }
        let is_done = self.end(run, sink)?;
        if is_done && self.settings.is_verbose {
            self.say_lengths(run, read, written)?;
        }
        Ok(is_done)
    }

    async fn decompress(&mut self, run: &mut Run<'_, '_>, source: Source) -> Step<bool> {
        let mut unpacked: Unpacked<dyn Decode> =
            Unpacked::new(source, Vec::new(), self.format().decoder());
        let mut out = Vec::new();
        // The start is looked at before anything is made.
        let mut next = unpacked.next(run, &mut out).await;
        if next == Err(Broken::Data(Fault::OtherFormat)) {
            let is_copied = self.settings.to_stdout || self.settings.tool == Tool::Bzip2;
            if self.settings.forces && is_copied && !self.settings.tests {
                return self.pass(run, unpacked).await;
            }
            self.say(run, &Fault::OtherFormat)?;
            return Ok(false);
        }
        let Some(mut sink) = self.sink(run)? else {
            return Ok(false);
        };
        let mut written = 0;
        loop {
            written += out.len() as u64;
            if let Err(errno) = sink.put(run, &out).await? {
                self.lost(run, errno)?;
                return Ok(false);
            }
            match &next {
                Ok(()) if out.is_empty() => break,
                Ok(()) => {}
                Err(Broken::Data(Fault::Trailing)) if self.settings.tool == Tool::Bzip2 => {
                    if !self.settings.quiet {
                        run.flush()?;
                        run.put_error("\n")?;
                        run.say(cat![self.name, ": trailing garbage after EOF ignored"])?;
                    }
                    break;
                }
                Err(Broken::Data(fault)) => {
                    self.remove(run, &sink);
                    let fault = fault.clone();
                    self.say(run, &fault)?;
                    return Ok(false);
                }
                Err(Broken::Read(errno)) => {
                    self.remove(run, &sink);
                    let text = cat![self.name, ": ", errno];
                    self.settings.fail(run, 1, text)?;
                    return Ok(false);
                }
            }
            out.clear();
            next = unpacked.next(run, &mut out).await;
        }
        let is_done = self.end(run, sink)?;
        if is_done && self.settings.is_verbose {
            match self.settings.tool {
                Tool::Xz => self.say_lengths(run, written, unpacked.taken)?,
                Tool::Bzip2 => {
                    let word = if self.settings.tests { "ok" } else { "done" };
                    run.flush()?;
                    run.put_error(cat![self.begin(), word, "\n"])?;
                }
            }
        }
        Ok(is_done)
    }

    /// Writes what is not compressed as it is.
    async fn pass(&self, run: &mut Run<'_, '_>, mut unpacked: Unpacked<dyn Decode>) -> Step<bool> {
        let Some(mut sink) = self.sink(run)? else {
            return Ok(false);
        };
        loop {
            let rest = unpacked.rest().to_vec();
            if let Err(errno) = sink.put(run, &rest).await? {
                self.lost(run, errno)?;
                return Ok(false);
            }
            unpacked.take_rest();
            match unpacked.more(run).await {
                Ok(true) => {}
                Ok(false) => return self.end(run, sink),
                Err(errno) => {
                    self.remove(run, &sink);
                    let text = cat![self.name, ": ", errno];
                    self.settings.fail(run, 1, text)?;
                    return Ok(false);
                }
            }
        }
    }

    fn remove(&self, run: &mut Run<'_, '_>, sink: &Sink) {
        if let Sink::File(file) = sink {
            let _ = run.files().unlink(&file.path);
        }
    }

    /// Ends what was written, with the mode and the time of what it came from.
    fn end(&self, run: &mut Run<'_, '_>, sink: Sink) -> Step<bool> {
        let (Sink::File(file), Some(stat)) = (sink, self.stat) else {
            return Ok(true);
        };
        // bzip2 knows whole seconds.
        let part = match self.settings.tool {
            Tool::Bzip2 => stat.mtime_us.rem_euclid(MICROS),
            Tool::Xz => 0,
        };
        match file.finish(run.files(), stat.mode & 0o777, Some(stat.mtime_us - part)) {
            Ok(()) => Ok(true),
            Err(errno) => {
                self.lost(run, errno)?;
                Ok(false)
            }
        }
    }

    /// Says what is wrong with compressed bytes. `bzip2` ends with it, unless it tests or they are of another
    /// format.
    fn say(&self, run: &mut Run<'_, '_>, fault: &Fault) -> Step<()> {
        let name = self.name;
        if self.settings.tool == Tool::Xz {
            let why = match fault {
                Fault::OtherFormat => "File format not recognized",
                Fault::Truncated => "Unexpected end of input",
                Fault::Unsupported(words) => words.as_str(),
                _ => "Compressed data is corrupt",
            };
            return self.settings.fail(run, 1, cat![name, ": ", why]);
        }
        let text = match fault {
            Fault::OtherFormat if self.settings.tests => {
                cat![name, ": bad magic number (file not created by bzip2)"]
            }
            Fault::OtherFormat => cat![name, " is not a bzip2 file."],
            Fault::Truncated => cat![name, ": file ends unexpectedly"],
            Fault::Unsupported(words) => cat![name, ": ", words],
            _ => cat![name, ": data integrity (CRC) error in data"],
        };
        self.settings.fail(run, 2, text)?;
        if *fault == Fault::OtherFormat || self.settings.tests {
            return Ok(());
        }
        Err(End(2))
    }

    /// The beginning of a line of `bzip2 -v`.
    fn begin(&self) -> Vec<u8> {
        let space = " ".repeat(self.settings.width.saturating_sub(self.name.len()));
        cat!["  ", self.name, ": ", space]
    }

    /// What `-v` prints.
    fn say_lengths(&self, run: &mut Run<'_, '_>, plain: u64, packed: u64) -> Step<()> {
        run.flush()?;
        let (of, to) = (plain as f64, packed as f64);
        if self.settings.tool == Tool::Xz {
            let ratio = to / of;
            let ratio = if ratio.is_finite() && ratio <= 9.999 {
                format!("= {ratio:.3}")
            } else {
                "> 9.999".to_owned()
            };
            let line = format!(": {} / {} {ratio}\n", human(packed), human(plain));
            return run.put_error(cat![self.name, line]);
        }
        if plain == 0 {
            return run.put_error(cat![self.begin(), " no data compressed.\n"]);
        }
        let line = format!(
            "{:6.3}:1, {:6.3} bits/byte, {:5.2}% saved, {plain} in, {packed} out.\n",
            of / to,
            8.0 * to / of,
            100.0 * (1.0 - to / of)
        );
        run.put_error(cat![self.begin(), line])
    }
}

/// A number of bytes as `xz -v` has it.
fn human(bytes: u64) -> String {
    if bytes < 10_000 {
        return format!("{bytes} B");
    }
    let (mut value, mut unit) = (bytes as f64 / 1024.0, "KiB");
    for next in ["MiB", "GiB", "TiB"] {
        if value < 9999.95 {
            break;
        }
        (value, unit) = (value / 1024.0, next);
    }
    format!("{value:.1} {unit}")
}
