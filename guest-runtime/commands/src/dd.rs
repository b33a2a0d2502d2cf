//! `dd`.

use crate::bytes::cat;
use crate::errno::Errno;
use crate::files::{Open, Then};
use crate::run::{End, Run, Step};
use crate::streams::{NewFile, Sink, Source};

const HELP: &str = "Usage: dd [OPERAND]...
Copies bytes from standard input, or a file, to standard output, or a file.

  if=FILE, of=FILE       what is read and written
  bs=, ibs=, obs=BYTES   bytes of a block, 512 without it
  count=N                so many blocks of input
  skip=N, seek=N         blocks that are left out of input, and of output
  conv=CONV[,CONV]...    lcase ucase swab sync notrunc excl nocreat fsync fdatasync noerror
  iflag=FLAG[,FLAG]...   count_bytes skip_bytes fullblock
  oflag=FLAG[,FLAG]...   seek_bytes append
  status=LEVEL           none, noxfer or progress

Blocks of input are read as a whole, also from pipes.
";

#[derive(Default)]
struct Settings {
    input: Option<Vec<u8>>,
    output: Option<Vec<u8>>,
    in_block: u64,
    out_block: u64,
    count: Option<u64>,
    skip: u64,
    seek: u64,
    is_upper: bool,
    is_lower: bool,
    swaps: bool,
    pads: bool,
    keeps: bool,
    is_new: bool,
    is_there: bool,
    counts_bytes: bool,
    skips_bytes: bool,
    seeks_bytes: bool,
    appends: bool,
    /// `none`, `noxfer`, or what shows all.
    status: Vec<u8>,
}

/// A number with units, and products of them with `x`.
fn number(text: &[u8]) -> Option<u64> {
    let text = std::str::from_utf8(text).ok()?;
    let mut product = 1_u64;
    for part in text.split('x') {
        let digits = part.find(|c: char| !c.is_ascii_digit());
        let digits = digits.unwrap_or(part.len());
        let value: u64 = part[..digits].parse().ok()?;
        let unit = part[digits..]
            .strip_suffix('B')
            .map_or(&part[digits..], |unit| unit);
        let base: u64 = if part.ends_with('B') && !part.ends_with("iB") {
            1000
        } else {
            1024
        };
        let factor = match unit.trim_end_matches('i') {
            "" if !part.contains('i') => 1,
            "c" => 1,
            "w" => 2,
            "b" => 512,
            "k" | "K" => base,
            "M" => base.pow(2),
            "G" => base.pow(3),
            "T" => base.pow(4),
            "P" => base.pow(5),
            "E" => base.pow(6),
            _ => return None,
        };
        product = product.checked_mul(value.checked_mul(factor)?)?;
    }
    Some(product)
}

fn settings(run: &mut Run<'_, '_>, arguments: &[Vec<u8>]) -> Step<Settings> {
    let mut settings = Settings {
        in_block: 512,
        out_block: 512,
        ..Settings::default()
    };
    let mut both = None;
    for argument in arguments {
        let Some(at) = argument.iter().position(|byte| *byte == b'=') else {
            let shown = run.q(argument);
            return run.misused(1, cat!["unrecognized operand ", shown]);
        };
        let (name, value) = (&argument[..at], &argument[at + 1..]);
        let amount = |run: &mut Run<'_, '_>| match number(value) {
            Some(number) => Ok(number),
            None => {
                let shown = run.q(value);
                run.die(1, cat!["invalid number: ", shown])
            }
        };
        let block = |run: &mut Run<'_, '_>| match amount(run)? {
            bytes @ 1.. if usize::try_from(bytes).is_ok() => Ok(bytes),
            _ => {
                let shown = run.q(value);
                run.die(1, cat!["invalid number: ", shown])
            }
        };
        match name {
            b"if" => settings.input = Some(value.to_vec()),
            b"of" => settings.output = Some(value.to_vec()),
            b"bs" => both = Some(block(run)?),
            b"ibs" => settings.in_block = block(run)?,
            b"obs" => settings.out_block = block(run)?,
            b"count" => {
                settings.count = Some(amount(run)?);
                settings.counts_bytes |= value.ends_with(b"B");
            }
            b"skip" | b"iseek" => {
                settings.skip = amount(run)?;
                settings.skips_bytes |= value.ends_with(b"B");
            }
            b"seek" | b"oseek" => {
                settings.seek = amount(run)?;
                settings.seeks_bytes |= value.ends_with(b"B");
            }
            b"status" if matches!(value, b"none" | b"noxfer" | b"progress") => {
                value.clone_into(&mut settings.status);
            }
            b"status" => {
                let shown = run.q(value);
                return run.misused(1, cat!["invalid status level: ", shown]);
            }
            b"conv" | b"iflag" | b"oflag" => {
                for flag in value.split(|byte| *byte == b',') {
                    set_flag(run, &mut settings, name, flag)?;
                }
            }
            _ => {
                let shown = run.q(argument);
                return run.misused(1, cat!["unrecognized operand ", shown]);
            }
        }
    }
    if let Some(both) = both {
        (settings.in_block, settings.out_block) = (both, both);
    }
    if settings.is_upper && settings.is_lower {
        return run.die(1, "cannot combine lcase and ucase");
    }
    if settings.is_new && settings.is_there {
        return run.die(1, "cannot combine excl and nocreat");
    }
    Ok(settings)
}

fn set_flag(run: &mut Run<'_, '_>, settings: &mut Settings, name: &[u8], flag: &[u8]) -> Step<()> {
    match (name, flag) {
        (b"conv", b"ucase") => settings.is_upper = true,
        (b"conv", b"lcase") => settings.is_lower = true,
        (b"conv", b"swab") => settings.swaps = true,
        (b"conv", b"sync") => settings.pads = true,
        (b"conv", b"notrunc") => settings.keeps = true,
        (b"conv", b"excl") => settings.is_new = true,
        (b"conv", b"nocreat") => settings.is_there = true,
        (b"conv", b"fsync" | b"fdatasync" | b"noerror" | b"sparse") => {}
        (b"iflag", b"count_bytes") => settings.counts_bytes = true,
        (b"iflag", b"skip_bytes") => settings.skips_bytes = true,
        (b"oflag", b"seek_bytes") => settings.seeks_bytes = true,
        (b"oflag", b"append") => settings.appends = true,
        (
            b"iflag" | b"oflag",
            b"fullblock" | b"direct" | b"dsync" | b"sync" | b"nonblock" | b"noatime" | b"nocache"
            | b"binary" | b"text",
        ) => {}
        _ => {
            let what = match name {
                b"conv" => "conversion",
                b"iflag" => "input flag",
                _ => "output flag",
            };
            let shown = run.q(flag);
            return run.misused(1, cat!["invalid ", what, ": ", shown]);
        }
    }
    Ok(())
}

fn open_failed<T>(run: &mut Run<'_, '_>, name: &[u8], errno: Errno) -> Step<T> {
    let shown = run.q(name);
    run.die(1, cat!["failed to open ", shown, ": ", errno])
}

/// Where the output goes, and the file that is changed in its middle: that is written at the end.
enum Output {
    Sink(Sink),
    Within {
        path: Vec<u8>,
        at: u64,
        bytes: Vec<u8>,
    },
}

fn output(run: &mut Run<'_, '_>, settings: &Settings) -> Step<Output> {
    let name = settings.output.as_deref();
    let Some(name) = name.filter(|name| *name != b"/dev/stdout") else {
        return Ok(Output::Sink(Sink::Output));
    };
    if name == b"/dev/null" {
        return Ok(Output::Sink(Sink::Nothing));
    }
    let path = run.at(name);
    let seek = match settings.seeks_bytes {
        true => settings.seek,
        false => settings.seek.saturating_mul(settings.out_block),
    };
    let how = Open {
        create: !settings.is_there,
        exclusive: settings.is_new,
        truncate: !settings.keeps && !settings.appends && seek == 0,
        append: false,
    };
    let mode = 0o666 & !run.ctx.umask;
    let opened = match seek {
        1.. if !settings.keeps && !settings.appends => {
            run.files().open(&path, how, mode, Then::Length(seek))
        }
        _ => run.files().open(&path, how, mode, Then::Close),
    };
    if let Err(errno) = opened {
        return open_failed(run, name, errno);
    }
    if settings.keeps && !settings.appends {
        return Ok(Output::Within {
            path,
            at: seek,
            bytes: Vec::new(),
        });
    }
    Ok(Output::Sink(Sink::File(NewFile::further(path))))
}

/// Blocks that were copied.
#[derive(Default)]
struct Counts {
    whole: u64,
    partial: u64,
    bytes: u64,
}

impl Counts {
    /// Of so many bytes in blocks of this size.
    const fn of(bytes: u64, block: u64) -> Self {
        Self {
            whole: bytes / block,
            partial: if bytes.is_multiple_of(block) { 0 } else { 1 },
            bytes,
        }
    }
}

fn converted(settings: &Settings, bytes: &mut [u8]) {
    if settings.is_upper {
        bytes.make_ascii_uppercase();
    } else if settings.is_lower {
        bytes.make_ascii_lowercase();
    }
}

/// Copies, and counts what was read and written.
async fn copy(
    run: &mut Run<'_, '_>,
    settings: &Settings,
    mut source: Source,
    output: &mut Output,
) -> Step<(Counts, Counts)> {
    let factor = |is_bytes: bool| if is_bytes { 1 } else { settings.in_block };
    let mut skip = settings.skip.saturating_mul(factor(settings.skips_bytes));
    if let Source::File { path, at } = &mut source {
        let size = run.files().stat(path, true).map(|stat| stat.size);
        // A device has no size.
        if path.starts_with(b"/dev/") || size.is_ok_and(|size| size >= skip) {
            *at = std::mem::take(&mut skip);
        }
    }
    let limit = settings.count.map_or(u64::MAX, |count| {
        count.saturating_mul(factor(settings.counts_bytes))
    });
    let (mut read, mut written) = (0, 0);
    let mut odd = None;
    while read < limit {
        let mut piece = match source.read(run).await {
            Ok(piece) if piece.is_empty() => break,
            Ok(piece) => piece,
            Err(errno) => {
                let name = settings
                    .input
                    .clone()
                    .unwrap_or_else(|| b"standard input".to_vec());
                let shown = run.q(&name);
                run.fail_with(1, cat!["error reading ", shown, ": ", errno])?;
                break;
            }
        };
        let skipped = piece.len().min(usize::try_from(skip).unwrap_or(usize::MAX));
        skip -= skipped as u64;
        piece.drain(..skipped);
        piece.truncate(usize::try_from(limit - read).unwrap_or(usize::MAX));
        read += piece.len() as u64;
        converted(settings, &mut piece);
        if settings.swaps {
            piece = swapped(&mut odd, &piece);
        }
        written += piece.len() as u64;
        put(run, settings, output, &piece).await?;
    }
    if skip > 0 && settings.status != b"none" {
        let name = settings.input.as_deref().unwrap_or(b"standard input");
        let shown = run.q(name);
        run.say(cat![shown, ": cannot skip to specified offset"])?;
    }
    if let Some(last) = odd {
        written += 1;
        put(run, settings, output, &[last]).await?;
    }
    let rest = read % settings.in_block;
    if settings.pads && rest > 0 {
        let mut missing = settings.in_block - rest;
        while missing > 0 {
            let part = vec![0; usize::try_from(missing).unwrap_or(usize::MAX).min(1 << 16)];
            missing -= part.len() as u64;
            written += part.len() as u64;
            put(run, settings, output, &part).await?;
        }
    }
    Ok((
        Counts::of(read, settings.in_block),
        Counts::of(written, settings.out_block),
    ))
}

/// Bytes in pairs, each the other way round; what has no other waits for it.
fn swapped(odd: &mut Option<u8>, bytes: &[u8]) -> Vec<u8> {
    let mut swapped = Vec::with_capacity(bytes.len() + 1);
    for byte in bytes {
        match odd.take() {
            Some(first) => swapped.extend([*byte, first]),
            None => *odd = Some(*byte),
        }
    }
    swapped
}

async fn put(
    run: &mut Run<'_, '_>,
    settings: &Settings,
    output: &mut Output,
    piece: &[u8],
) -> Step<()> {
    let put = match output {
        Output::Within { bytes, .. } => {
            bytes.extend_from_slice(piece);
            Ok(())
        }
        Output::Sink(sink) => sink.put(run, piece).await?,
    };
    match put {
        Ok(()) => Ok(()),
        Err(errno) => not_written(run, settings, errno),
    }
}

fn not_written<T>(run: &mut Run<'_, '_>, settings: &Settings, errno: Errno) -> Step<T> {
    let name = settings
        .output
        .clone()
        .unwrap_or_else(|| b"standard output".to_vec());
    let shown = run.q(&name);
    run.die(1, cat!["error writing ", shown, ": ", errno])
}

/// Ends the output: what is left is written, also into a file that keeps what is behind it.
fn finish(run: &mut Run<'_, '_>, settings: &Settings, output: Output) -> Step<()> {
    let files = run.files();
    let done = match output {
        Output::Sink(Sink::File(file)) => file.close(files),
        Output::Sink(_) => return run.flush(),
        Output::Within { bytes, .. } if bytes.is_empty() => return Ok(()),
        Output::Within { path, at, bytes } => files.read(&path, 0, usize::MAX).and_then(|before| {
            let at = usize::try_from(at).map_err(|_| Errno::TooLarge)?;
            let end = at.checked_add(bytes.len()).ok_or(Errno::TooLarge)?;
            let mut all = before;
            if all.len() < end {
                all.resize(end, 0);
            }
            all[at..end].copy_from_slice(&bytes);
            files.open(&path, Open::default(), 0, Then::Write(&all))
        }),
    };
    match done {
        Ok(()) => Ok(()),
        Err(errno) => not_written(run, settings, errno),
    }
}

/// A number of bytes in units of 1000 and of 1024.
fn for_people(bytes: u64) -> String {
    const UNITS: [(&str, &str); 6] = [
        ("kB", "KiB"),
        ("MB", "MiB"),
        ("GB", "GiB"),
        ("TB", "TiB"),
        ("PB", "PiB"),
        ("EB", "EiB"),
    ];
    let shown = |base: f64, is_binary: bool| {
        let (mut value, mut index) = (bytes as f64 / base, 0);
        while value >= base && index + 1 < UNITS.len() {
            value /= base;
            index += 1;
        }
        let unit = if is_binary {
            UNITS[index].1
        } else {
            UNITS[index].0
        };
        match value < 9.95 {
            true => format!("{value:.1} {unit}"),
            false => format!("{value:.0} {unit}"),
        }
    };
    match bytes {
        0..1000 => String::new(),
        1000..1024 => format!(" ({})", shown(1000.0, false)),
        _ => format!(" ({}, {})", shown(1000.0, false), shown(1024.0, true)),
    }
}

pub(crate) async fn dd(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    if arguments.iter().any(|argument| argument == b"--help") {
        run.put(HELP)?;
        return run.flush();
    }
    if arguments.iter().any(|argument| argument == b"--version") {
        run.put(format!("dd (isolate) {}\n", env!("CARGO_PKG_VERSION")))?;
        return run.flush();
    }
    let settings = settings(run, &arguments)?;
    let source = match settings
        .input
        .as_deref()
        .filter(|name| *name != b"/dev/stdin")
    {
        None => Source::Input,
        Some(name) => {
            if let Err(errno) = run.stat(name) {
                return open_failed(run, name, errno);
            }
            Source::file(run.at(name))
        }
    };
    let mut output = output(run, &settings)?;
    let copied = copy(run, &settings, source, &mut output).await;
    let (read, written) = match copied {
        Ok(counts) => counts,
        Err(End(code)) => return Err(End(code)),
    };
    finish(run, &settings, output)?;
    if settings.status == b"none" {
        return Ok(());
    }
    run.put_error(format!(
        "{}+{} records in\n{}+{} records out\n",
        read.whole, read.partial, written.whole, written.partial
    ))?;
    if settings.status == b"noxfer" {
        return Ok(());
    }
    let (bytes, people) = (written.bytes, for_people(written.bytes));
    let unit = if bytes == 1 { "byte" } else { "bytes" };
    // No time passes for a command.
    run.put_error(format!("{bytes} {unit}{people} copied, 0 s, 0 B/s\n"))
}
