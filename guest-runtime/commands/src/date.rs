//! `date`: prints the time, or another moment. It cannot be set.

use crate::bytes::cat;
use crate::dates;
use crate::options::{Options, Table, Value, Words, both, long, pick, short};
use crate::run::{Run, Step};
use crate::times::{self, Moment};
use crate::zone::Zone;

static TABLE: Table = Table {
    flags: &[
        both("d", "date", Value::Needed),
        both("f", "file", Value::Needed),
        both("I", "iso-8601", Value::Maybe),
        both("R", "rfc-email", Value::No),
        long("rfc-822", Value::No),
        long("rfc-2822", Value::No),
        long("rfc-3339", Value::Needed),
        both("r", "reference", Value::Needed),
        both("s", "set", Value::Needed),
        both("u", "utc", Value::No),
        long("universal", Value::No),
        long("uct", Value::No),
        long("debug", Value::No),
        short("D", Value::No),
    ],
    help: "[OPTION]... [+FORMAT]
Prints the time of the run, or another moment. The zone is UTC, unless TZ has a rule of POSIX.

  -d TEXT        the moment that TEXT names: '2024-01-31 +1 month', 'next friday', @0
  -f FILE        each line of FILE as with -d; - is standard input
  -r FILE        the last change of FILE
  -u             in UTC
  -I[UNIT]       as ISO 8601, up to date, hours, minutes, seconds or ns
  -R             as in mails
      --rfc-3339=UNIT
                 date, seconds or ns",
    misused: 1,
    permutes: true,
};

/// The formats of `-I`, by the last part that is printed.
const ISO_8601: &[Words<&str>] = &[
    (&["hours"], "%Y-%m-%dT%H%:z"),
    (&["minutes"], "%Y-%m-%dT%H:%M%:z"),
    (&["date"], "%Y-%m-%d"),
    (&["seconds"], "%Y-%m-%dT%H:%M:%S%:z"),
    (&["ns"], "%Y-%m-%dT%H:%M:%S,%N%:z"),
];

/// The formats of `--rfc-3339`, likewise.
const RFC_3339: &[Words<&str>] = &[
    (&["date"], "%Y-%m-%d"),
    (&["seconds"], "%Y-%m-%d %H:%M:%S%:z"),
    (&["ns"], "%Y-%m-%d %H:%M:%S.%N%:z"),
];

/// The parts of what is printed.
struct Settings {
    format: Option<Vec<u8>>,
    zone: Zone,
}

pub(crate) async fn date(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let mut format: Option<&'static str> = None;
    let (mut text, mut file, mut reference) = (None, None, None);
    let (mut is_set, mut in_utc, mut formats) = (false, false, 0);
    let mut options = Options::new(&TABLE, arguments);
    while let Some((id, value)) = options.next(run)? {
        match id {
            "d" => text = value,
            "f" => file = value,
            "r" => reference = value,
            "s" => (text, is_set) = (value, true),
            "u" | "universal" | "uct" => in_utc = true,
            "I" => {
                formats += 1;
                format = Some(match &value {
                    Some(value) => pick(run, "--iso-8601", value, ISO_8601, 1)?,
                    None => "%Y-%m-%d",
                });
            }
            "rfc-3339" => {
                let value = value.unwrap_or_default();
                formats += 1;
                format = Some(pick(run, "--rfc-3339", &value, RFC_3339, 1)?);
            }
            "debug" => {}
            "D" => return run.misused(1, "invalid option -- 'D'"),
            _ => {
                formats += 1;
                format = Some("%a, %d %b %Y %H:%M:%S %z");
            }
        }
    }
    if formats > 1 {
        return run.die(1, "multiple output formats specified");
    }
    let operands = options.operands();
    let named = [text.is_some(), file.is_some(), reference.is_some()];
    if named.iter().filter(|is_named| **is_named).count() > 1 {
        let message = "the options to specify dates for printing are mutually exclusive";
        return run.misused(1, message);
    }
    let format = format_of(run, &operands, format, named.contains(&true))?;
    let Some(format) = format else {
        return cannot_set(run, &operands);
    };
    let zone = match run.ctx.environment.get(b"TZ".as_slice()) {
        Some(rule) if !in_utc => match Zone::of(rule) {
            Some(zone) => zone,
            None => {
                let rule = rule.clone();
                let shown = run.word(&rule);
                let way = "write it as a rule, as in TZ=CET-1CEST,M3.5.0,M10.5.0/3";
                return run.die(1, cat!["time zone ", shown, " is not known here: ", way]);
            }
        },
        _ => Zone::UTC,
    };
    let settings = Settings {
        format: Some(format),
        zone,
    };
    if is_set {
        run.fail("cannot set date: Operation not permitted")?;
    }
    if let Some(file) = file {
        return lines(run, &settings, &file).await;
    }
    if let Some(file) = reference {
        return match run.stat(&file) {
            Ok(stat) => settings.print(run, stat.mtime_us),
            Err(errno) => {
                let shown = run.qf(&file);
                run.die(1, cat![shown, ": ", errno])
            }
        };
    }
    match text {
        Some(text) => one(run, &settings, &text),
        None => settings.print(run, run.ctx.now_us),
    }
}

/// The format of the command line, or the one that options name; none if a date is to be set.
fn format_of(
    run: &mut Run<'_, '_>,
    operands: &[Vec<u8>],
    format: Option<&'static str>,
    is_named: bool,
) -> Step<Option<Vec<u8>>> {
    const PLAIN: &str = "%a %b %e %H:%M:%S %Z %Y";
    if let Some(extra) = operands.get(1) {
        let shown = run.word(extra);
        return run.misused(1, cat!["extra operand ", shown]);
    }
    let chosen = format.unwrap_or(PLAIN).as_bytes().to_vec();
    match operands.first() {
        None => Ok(Some(chosen)),
        Some(operand) => match operand.strip_prefix(b"+") {
            Some(_) if format.is_some() => run.die(1, "multiple output formats specified"),
            Some(own) => Ok(Some(own.to_vec())),
            None if is_named => {
                let shown = run.word(operand);
                let why = " lacks a leading '+';\nwhen using an option to specify date(s), any non-option\nargument must be a format string beginning with '+'";
                run.misused(1, cat!["the argument ", shown, why])
            }
            None => Ok(None),
        },
    }
}

/// What a bare operand asks for.
fn cannot_set(run: &mut Run<'_, '_>, operands: &[Vec<u8>]) -> Step<()> {
    let operand = operands.first().cloned().unwrap_or_default();
    let digits = operand.iter().filter(|byte| byte.is_ascii_digit()).count();
    let is_moment = matches!(digits, 8 | 10 | 12 | 14)
        && operand
            .iter()
            .all(|byte| byte.is_ascii_digit() || *byte == b'.');
    if is_moment {
        return run.die(1, "cannot set date: Operation not permitted");
    }
    let shown = run.word(&operand);
    run.die(1, cat!["invalid date ", shown])
}

impl Settings {
    fn print(&self, run: &mut Run<'_, '_>, micros: i64) -> Step<()> {
        let moment = Moment::local(micros, &self.zone);
        let format = self.format.as_deref().unwrap_or_default();
        run.put(cat![times::format(&moment, format), "\n"])
    }
}

/// Prints the moment that a text names, or says that it names none.
fn one(run: &mut Run<'_, '_>, settings: &Settings, text: &[u8]) -> Step<()> {
    let now = run.ctx.now_us;
    let found = std::str::from_utf8(text).ok();
    match found.and_then(|text| dates::parse_in(text, now, &settings.zone)) {
        Some(micros) => settings.print(run, micros),
        None => {
            let shown = run.word(text);
            run.fail(cat!["invalid date ", shown])
        }
    }
}

/// Prints a moment for each line of a file.
async fn lines(run: &mut Run<'_, '_>, settings: &Settings, file: &[u8]) -> Step<()> {
    const PART_BYTES: usize = 1 << 16;
    let mut rest = Vec::new();
    let mut at = 0_u64;
    loop {
        let part = if file == b"-" {
            let mut bytes = vec![0; PART_BYTES];
            let read = run.input(&mut bytes).await;
            read.map(|count| bytes[..count].to_vec())
                .unwrap_or_default()
        } else {
            match run.files().read(&run.at(file), at, PART_BYTES) {
                Ok(bytes) => bytes,
                Err(errno) => {
                    let shown = run.qf(file);
                    return run.die(1, cat![shown, ": ", errno]);
                }
            }
        };
        at += part.len() as u64;
        let is_end = part.is_empty();
        rest.extend_from_slice(&part);
        let mut start = 0;
        while let Some(end) = rest[start..].iter().position(|byte| *byte == b'\n') {
            let line = rest[start..start + end].to_vec();
            one(run, settings, &line)?;
            run.turn().await;
            start += end + 1;
        }
        rest.drain(..start);
        if is_end {
            if !rest.is_empty() {
                one(run, settings, &rest)?;
            }
            return Ok(());
        }
    }
}
