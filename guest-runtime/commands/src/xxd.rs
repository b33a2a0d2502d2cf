//! `xxd`.

mod reader;

use reader::Reader;

use crate::bytes::cat;
use crate::files::{Open, Then};
use crate::run::{Run, Step};
use crate::streams::Source;

const HELP: &str = "Usage: xxd [OPTION]... [FILE [OUTPUT]]
       xxd -r [OPTION]... [FILE [OUTPUT]]
Writes bytes as hexadecimal numbers with their characters, or with -r the bytes of such numbers.

  -a        one * for lines of zeros
  -b        binary numbers
  -c COLS   bytes of a line: 16, 6 with -b, 12 with -i, 30 with -p
  -d        numbers of bytes before lines are decimal
  -e        groups of four bytes, the last first
  -g BYTES  bytes of a group: 2, 1 with -b, 4 with -e, 0 for one
  -i        an array of C
  -l LEN    so many bytes at most
  -n NAME   the name of the array
  -o OFF    is added to the numbers before lines
  -p        numbers alone
  -r        the other way round
  -s OFF    begins at this byte
  -u        upper case
";

/// Bytes of a line at most.
const COLUMNS_MAX: usize = 256;

/// What bytes are written as: what the last option says.
#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum Form {
    #[default]
    Numbers,
    Binary,
    Little,
    Plain,
    Array,
}

#[derive(Default)]
struct Settings {
    skips_zeros: bool,
    form: Form,
    columns: Option<usize>,
    is_decimal: bool,
    group: Option<usize>,
    limit: Option<u64>,
    name: Option<Vec<u8>>,
    added: u64,
    is_reverse: bool,
    start: u64,
    is_upper: bool,
}

/// A number as C reads it: octal with a zero before it, hexadecimal with `0x`.
fn number(text: &[u8]) -> Option<u64> {
    let text = std::str::from_utf8(text).ok()?;
    let text = text.strip_prefix('+').unwrap_or(text);
    if let Some(digits) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        return u64::from_str_radix(digits, 16).ok();
    }
    match text.len() > 1 && text.starts_with('0') {
        true => u64::from_str_radix(text, 8).ok(),
        false => text.parse().ok(),
    }
}

fn settings(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<(Settings, Vec<Vec<u8>>)> {
    let mut settings = Settings::default();
    let mut words = arguments.into_iter();
    let mut names = Vec::new();
    while let Some(word) = words.next() {
        if word == b"--" {
            names.extend(words.by_ref());
            break;
        }
        let Some(option) = word.strip_prefix(b"-").filter(|option| !option.is_empty()) else {
            names.push(word);
            continue;
        };
        let option = option.strip_prefix(b"-").unwrap_or(option);
        let takes_value = matches!(option[0], b'c' | b'g' | b'l' | b'n' | b'o' | b's')
            && !matches!(
                option,
                b"cols" | b"groupsize" | b"len" | b"name" | b"offset" | b"seek"
            )
            || matches!(
                option,
                b"cols" | b"groupsize" | b"len" | b"name" | b"offset" | b"seek"
            );
        let is_word = option.len() > 1 && option[1].is_ascii_alphabetic();
        let mut value = Vec::new();
        if takes_value {
            let attached = if is_word { &[][..] } else { &option[1..] };
            value = match attached {
                [] => match words.next() {
                    Some(value) => value,
                    None => return run.misused(1, cat!["option requires a value: ", word]),
                },
                attached => attached.to_vec(),
            };
        }
        let amount = |run: &mut Run<'_, '_>| match number(&value) {
            Some(number) => Ok(number),
            None => {
                let shown = run.q(&value);
                run.die(1, cat!["invalid number ", shown, " of ", word])
            }
        };
        let small = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        match option[0] {
            b'a' => settings.skips_zeros ^= true,
            b'b' => settings.form = Form::Binary,
            b'c' => settings.columns = Some(small(amount(run)?)),
            b'd' => settings.is_decimal = true,
            b'e' => settings.form = Form::Little,
            b'g' => settings.group = Some(small(amount(run)?)),
            b'i' => settings.form = Form::Array,
            b'l' => settings.limit = Some(amount(run)?),
            b'n' => settings.name = Some(value),
            b'o' => settings.added = amount(run)?,
            b'p' => settings.form = Form::Plain,
            b'r' => settings.is_reverse = true,
            b's' => settings.start = amount(run)?,
            b'u' => settings.is_upper = true,
            b'h' => {
                run.put(HELP)?;
                run.flush()?;
                return Err(crate::run::End(0));
            }
            b'v' => {
                run.put(format!("xxd (isolate) {}\n", env!("CARGO_PKG_VERSION")))?;
                run.flush()?;
                return Err(crate::run::End(0));
            }
            _ => return run.misused(1, cat!["unrecognized option ", word]),
        }
    }
    if names.len() > 2 {
        return run.misused(1, "more than two files");
    }
    Ok((settings, names))
}

/// What a line is made with.
struct Writer {
    settings: Settings,
    columns: usize,
    group: usize,
    at: u64,
    /// Lines of zeros that follow each other; the second, and the last of them.
    zeros: u64,
    second: String,
    last_zeros: String,
    is_first: bool,
    name: Option<String>,
    out: Vec<u8>,
}

impl Writer {
    fn new(settings: Settings, file: Option<&[u8]>) -> Self {
        let columns = match settings.columns {
            None | Some(0) if settings.form == Form::Plain => match settings.columns {
                Some(_) => 0,
                None => 30,
            },
            None | Some(0) if settings.form == Form::Array => 12,
            None | Some(0) if settings.form == Form::Binary => 6,
            None | Some(0) => 16,
            Some(columns) => columns,
        };
        let group = match settings.group {
            Some(0) => columns.max(1),
            Some(group) => group,
            None if settings.form == Form::Binary => 1,
            None if settings.form == Form::Little => 4,
            None => 2,
        };
        let name = settings.name.clone().or_else(|| file.map(<[u8]>::to_vec));
        let name = name.map(|name| {
            let text = String::from_utf8_lossy(&name);
            let identifier: String = text
                .chars()
                .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
                .collect();
            match identifier.starts_with(|c: char| c.is_ascii_digit()) {
                true => format!("__{identifier}"),
                false => identifier,
            }
        });
        Self {
            at: settings.start,
            settings,
            columns,
            group,
            zeros: 0,
            second: String::new(),
            last_zeros: String::new(),
            is_first: true,
            name,
            out: Vec::new(),
        }
    }

    fn byte(&self, byte: u8) -> String {
        match (self.settings.form == Form::Binary, self.settings.is_upper) {
            (true, _) => format!("{byte:08b}"),
            (_, true) => format!("{byte:02X}"),
            _ => format!("{byte:02x}"),
        }
    }

    fn plain(&mut self, bytes: &[u8], is_end: bool) {
        for byte in bytes {
            let text = self.byte(*byte);
            self.out.extend_from_slice(text.as_bytes());
        }
        if self.columns > 0 && bytes.len() == self.columns || is_end {
            self.out.push(b'\n');
        }
    }

    fn array(&mut self, bytes: &[u8]) {
        let indent = "  ";
        if self.is_first
            && let Some(name) = &self.name
        {
            self.out
                .extend_from_slice(format!("unsigned char {name}[] = {{\n").as_bytes());
        }
        for (index, byte) in bytes.iter().enumerate() {
            let before = match (self.is_first, index) {
                (true, 0) => indent.to_owned(),
                (false, 0) => format!(",\n{indent}"),
                _ => ", ".to_owned(),
            };
            self.is_first = false;
            let shown = match self.settings.is_upper {
                true => format!("0X{byte:02X}"),
                false => format!("0x{byte:02x}"),
            };
            self.out.extend_from_slice(before.as_bytes());
            self.out.extend_from_slice(shown.as_bytes());
        }
        self.at += bytes.len() as u64;
    }

    fn line(&mut self, bytes: &[u8]) {
        let is_zero = self.settings.skips_zeros
            && bytes.len() == self.columns
            && bytes.iter().all(|byte| *byte == 0);
        let line = self.dump(bytes);
        if !is_zero {
            self.zeros_end(self.zeros);
            self.out.extend_from_slice(line.as_bytes());
            return;
        }
        self.zeros += 1;
        match self.zeros {
            1 => self.out.extend_from_slice(line.as_bytes()),
            2 => self.second.clone_from(&line),
            _ => {}
        }
        self.last_zeros = line;
    }

    /// What stands for lines of zeros behind the first: the second, or `*` for more.
    fn zeros_end(&mut self, count: u64) {
        match count {
            0 | 1 => {}
            2 => self.out.extend_from_slice(self.second.as_bytes()),
            _ => self.out.extend_from_slice(b"*\n"),
        }
        self.zeros = 0;
    }

    fn dump(&mut self, bytes: &[u8]) -> String {
        let at = self.at.wrapping_add(self.settings.added);
        let mut line = match self.settings.is_decimal {
            true => format!("{at:08}: "),
            false => format!("{at:08x}: "),
        };
        let width = if self.settings.form == Form::Binary {
            8
        } else {
            2
        };
        let groups = self.columns.div_ceil(self.group);
        if self.settings.form == Form::Little {
            for group in 0..groups {
                for index in 0..self.group {
                    let place = group * self.group + self.group - 1 - index;
                    match bytes.get(place) {
                        Some(byte) => line.push_str(&self.byte(*byte)),
                        None => line.push_str(&" ".repeat(width)),
                    }
                }
                line.push(' ');
            }
            line.push(' ');
        } else {
            let mut length = 0;
            for (index, byte) in bytes.iter().enumerate() {
                if index > 0 && index % self.group == 0 {
                    line.push(' ');
                    length += 1;
                }
                line.push_str(&self.byte(*byte));
                length += width;
            }
            let full = self.columns * width + groups - 1;
            line.push_str(&" ".repeat(full - length + 2));
        }
        let shown = |byte: &u8| match byte {
            b' '..=b'~' => char::from(*byte),
            _ => '.',
        };
        line.extend(bytes.iter().map(shown));
        line.push('\n');
        self.at += bytes.len() as u64;
        line
    }

    fn end(&mut self, bytes: &[u8]) {
        let has_rest = !bytes.is_empty();
        if self.settings.form == Form::Plain {
            if has_rest || self.columns == 0 {
                self.plain(bytes, true);
            }
            return;
        }
        if self.settings.form == Form::Array {
            if has_rest {
                self.array(bytes);
            }
            if self.is_first
                && let Some(name) = &self.name
            {
                self.out
                    .extend_from_slice(format!("unsigned char {name}[] = {{").as_bytes());
            }
            if !self.is_first || self.name.is_some() {
                self.out.push(b'\n');
            }
            if let Some(name) = &self.name {
                let length = self.at - self.settings.start;
                self.out.extend_from_slice(
                    format!("}};\nunsigned int {name}_len = {length};\n").as_bytes(),
                );
            }
            return;
        }
        if has_rest {
            self.line(bytes);
        } else if self.zeros > 1 {
            // The last one is always shown.
            self.zeros_end(self.zeros - 1);
            self.out.extend_from_slice(self.last_zeros.as_bytes());
        }
    }

    fn whole(&mut self, bytes: &[u8]) {
        if self.settings.form == Form::Plain {
            self.plain(bytes, false);
        } else if self.settings.form == Form::Array {
            self.array(bytes);
        } else {
            self.line(bytes);
        }
    }
}

/// Writes to the output, or to the file that is named for it.
fn put(run: &mut Run<'_, '_>, path: Option<&[u8]>, bytes: &[u8]) -> Step<()> {
    let Some(path) = path else {
        return run.put(bytes);
    };
    let how = Open {
        append: true,
        ..Open::default()
    };
    match run.files().open(path, how, 0, Then::Write(bytes)) {
        Ok(()) => Ok(()),
        Err(errno) => run.die(3, errno.to_string()),
    }
}

pub(crate) async fn xxd(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let (settings, names) = settings(run, arguments)?;
    let is_dump =
        settings.form != Form::Plain && settings.form != Form::Array && !settings.is_reverse;
    if is_dump
        && settings
            .columns
            .is_some_and(|columns| columns > COLUMNS_MAX)
    {
        return run.die(1, "invalid number of columns (max. 256).");
    }
    let name = names.first().filter(|name| *name != b"-");
    let mut source = Source::Input;
    if let Some(name) = name {
        if let Err(errno) = run.stat(name) {
            let shown = run.escaped(name);
            return run.die(2, cat![shown, ": ", errno]);
        }
        source = Source::file(run.at(name));
    }
    let target = names
        .get(1)
        .filter(|name| *name != b"-")
        .map(|name| run.at(name));
    if let Some(path) = &target {
        let how = Open {
            create: true,
            truncate: !settings.is_reverse,
            ..Open::default()
        };
        let mode = 0o666 & !run.ctx.umask;
        if let Err(errno) = run.files().open(path, how, mode, Then::Close) {
            return run.die(3, cat![names[1], ": ", errno]);
        }
    }
    let target = target.as_deref();
    let is_reverse = settings.is_reverse;
    let mut reader = Reader::new(settings.form == Form::Plain, settings.start);
    let (mut skip, mut left) = (settings.start, settings.limit.unwrap_or(u64::MAX));
    if is_reverse {
        (skip, left) = (0, u64::MAX);
    } else if let Source::File { at, .. } = &mut source {
        *at = std::mem::take(&mut skip);
    }
    let mut writer = Writer::new(settings, name.map(Vec::as_slice));
    let mut held = Vec::new();
    while left > 0 {
        let piece = match source.read(run).await {
            Ok(piece) if piece.is_empty() => break,
            Ok(piece) => piece,
            Err(errno) => {
                let shown = name.map(|name| run.escaped(name)).unwrap_or_default();
                return run.die(2, cat![shown, ": ", errno]);
            }
        };
        if is_reverse {
            let mut out = Vec::new();
            reader.take(&piece, &mut out);
            put(run, target, &out)?;
            run.turn().await;
            continue;
        }
        let skipped = piece.len().min(usize::try_from(skip).unwrap_or(usize::MAX));
        skip -= skipped as u64;
        let rest = &piece[skipped..];
        let taken = rest.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        left -= taken as u64;
        held.extend_from_slice(&rest[..taken]);
        let unit = writer.columns.max(1);
        let whole = held.len() - held.len() % unit;
        for line in held[..whole].chunks(unit) {
            writer.whole(line);
            if writer.out.len() >= 4096 {
                let out = std::mem::take(&mut writer.out);
                put(run, target, &out)?;
                run.turn().await;
            }
        }
        held.drain(..whole);
    }
    let mut out = Vec::new();
    if is_reverse {
        let rest = std::mem::take(&mut reader.rest);
        if !rest.is_empty() {
            reader.line(&rest, &mut out);
        }
    } else {
        writer.end(&held);
        out = writer.out;
    }
    put(run, target, &out)
}
