//! `od`.

mod forms;

use forms::{Kind, Spec, of_letter};

use crate::bytes::cat;
use crate::options::{Options, Table, Value, both, same, short};
use crate::run::{Run, Step};
use crate::streams::Inputs;

static TABLE: Table = Table {
    flags: &[
        both("A", "address-radix", Value::Needed),
        both("j", "skip-bytes", Value::Needed),
        both("N", "read-bytes", Value::Needed),
        both("S", "strings", Value::Maybe),
        both("t", "format", Value::Needed),
        both("v", "output-duplicates", Value::No),
        both("w", "width", Value::Maybe),
        same("endian", "endian", Value::Needed),
        same("traditional", "S", Value::No),
        short("a", Value::No),
        short("b", Value::No),
        short("c", Value::No),
        short("d", Value::No),
        short("e", Value::No),
        short("f", Value::No),
        short("h", Value::No),
        short("i", Value::No),
        short("l", Value::No),
        short("o", Value::No),
        short("s", Value::No),
        short("x", Value::No),
        short("B", Value::No),
        short("D", Value::No),
        short("F", Value::No),
        short("H", Value::No),
        short("I", Value::No),
        short("L", Value::No),
        short("O", Value::No),
        short("X", Value::No),
    ],
    help: "[OPTION]... [FILE]...
Writes the bytes of files, or of standard input, as numbers or characters.

  -A RADIX      numbers of bytes before each line: d, o, x, or n for none
  -j BYTES      leaves out so many bytes at the beginning
  -N BYTES      reads so many bytes at most
  -t TYPE       a, c, d, f, o, u or x, with a size, and z for the text behind each line
  -v            writes lines that are like the one before
  -w[BYTES]     bytes of a line, 32 without a number
  --endian=ORDER  big or little
  -a -b -c -d -f -i -l -o -s -x  are types of their own",
    misused: 1,
    permutes: true,
};

/// Bytes of a line at most.
const WIDTH_MAX: usize = 1 << 16;

struct Settings {
    radix: u8,
    skip: u64,
    limit: u64,
    specs: Vec<Spec>,
    has_duplicates: bool,
    width: Option<usize>,
    is_big: bool,
}

/// A number of bytes: octal with a zero before it, hexadecimal with `0x`, with a unit.
fn number(text: &[u8]) -> Option<u64> {
    let text = std::str::from_utf8(text).ok()?;
    let is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    let units = [
        ("KiB", 1 << 10),
        ("MiB", 1 << 20),
        ("GiB", 1 << 30),
        ("kB", 1000),
        ("KB", 1000),
        ("MB", 1_000_000),
        ("GB", 1_000_000_000),
        ("k", 1 << 10),
        ("K", 1 << 10),
        ("m", 1 << 20),
        ("M", 1 << 20),
        ("G", 1 << 30),
        ("b", 512),
    ];
    let unit = units
        .iter()
        .find(|(unit, _)| text.ends_with(unit) && !(is_hexadecimal && *unit == "b"));
    let (digits, factor) = match unit {
        Some((unit, factor)) => (text.strip_suffix(unit)?, *factor),
        None => (text, 1),
    };
    let value = if is_hexadecimal {
        u64::from_str_radix(digits.get(2..)?, 16).ok()?
    } else if digits.len() > 1 && digits.starts_with('0') {
        u64::from_str_radix(digits, 8).ok()?
    } else if digits.bytes().all(|byte| byte.is_ascii_digit()) {
        digits.parse().ok()?
    } else {
        return None;
    };
    value.checked_mul(factor)
}

/// The types of a text, as `x1z`.
fn specs(run: &mut Run<'_, '_>, text: &[u8], specs: &mut Vec<Spec>) -> Step<()> {
    let shown = run.q(text);
    let mut rest = text;
    while let Some((letter, after)) = rest.split_first() {
        rest = after;
        let kind = match letter {
            b'a' => Kind::Name,
            b'c' => Kind::Character,
            b'd' => Kind::Signed,
            b'f' => Kind::Float,
            b'o' => Kind::Octal,
            b'u' => Kind::Unsigned,
            b'x' => Kind::Hexadecimal,
            other => {
                let other = char::from(*other);
                return run.die(
                    1,
                    cat![
                        format!("invalid character '{other}' in type string "),
                        shown
                    ],
                );
            }
        };
        let mut size = match kind {
            Kind::Name | Kind::Character => 1,
            Kind::Float => 8,
            _ => 4,
        };
        if size > 1 {
            let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let named = match (kind, rest.first()) {
                (Kind::Float, Some(b'F')) => Some(4),
                (Kind::Float, Some(b'D')) => Some(8),
                (Kind::Float, Some(b'L')) => Some(16),
                (Kind::Float, _) => None,
                (_, Some(b'C')) => Some(1),
                (_, Some(b'S')) => Some(2),
                (_, Some(b'I')) => Some(4),
                (_, Some(b'L')) => Some(8),
                _ => None,
            };
            if let Some(named) = named {
                size = named;
                rest = &rest[1..];
            } else if digits > 0 {
                let text = String::from_utf8_lossy(&rest[..digits]).into_owned();
                rest = &rest[digits..];
                size = text.parse().unwrap_or(usize::MAX);
            }
            let is_known = match kind {
                Kind::Float => matches!(size, 4 | 8),
                _ => matches!(size, 1 | 2 | 4 | 8),
            };
            if !is_known {
                let what = match kind {
                    Kind::Float => "floating point",
                    _ => "integral",
                };
                let why = format!(";\nthis system doesn't provide a {size}-byte {what} type");
                return run.die(1, cat!["invalid type string ", shown, why]);
            }
        }
        let has_text = rest.first() == Some(&b'z');
        if has_text {
            rest = &rest[1..];
        }
        specs.push(Spec {
            kind,
            size,
            has_text,
        });
    }
    Ok(())
}

fn settings(run: &mut Run<'_, '_>, options: &mut Options<'_>) -> Step<Settings> {
    let mut settings = Settings {
        radix: b'o',
        skip: 0,
        limit: u64::MAX,
        specs: Vec::new(),
        has_duplicates: false,
        width: None,
        is_big: false,
    };
    while let Some((id, value)) = options.next(run)? {
        let text = value.clone().unwrap_or_default();
        let amount = |run: &mut Run<'_, '_>, option: &str| match number(&text) {
            Some(number) => Ok(number),
            None => {
                let shown = run.q(&text);
                run.die(1, cat!["invalid ", option, " argument ", shown])
            }
        };
        match id {
            "A" => match text.first() {
                Some(radix @ (b'd' | b'o' | b'x' | b'n')) => settings.radix = *radix,
                other => {
                    let other = other.map(|byte| char::from(*byte).to_string());
                    let other = other.unwrap_or_default();
                    let why = format!(
                        "invalid output address radix '{other}'; it must be one character from [doxn]"
                    );
                    return run.die(1, why);
                }
            },
            "j" => settings.skip = amount(run, "-j")?,
            "N" => settings.limit = amount(run, "-N")?,
            "t" => specs(run, &text, &mut settings.specs)?,
            "v" => settings.has_duplicates = true,
            "w" if value.is_none() => settings.width = Some(32),
            "w" => {
                let width = usize::try_from(amount(run, "-w")?).unwrap_or(usize::MAX);
                if width > WIDTH_MAX {
                    let why = format!("a line has at most {WIDTH_MAX} bytes here");
                    return run.die(1, why);
                }
                settings.width = Some(width);
            }
            "endian" => settings.is_big = text == b"big",
            "S" => {
                return run.die(
                    1,
                    "strings and old offsets are not supported: use strings, or -j",
                );
            }
            letter => settings.specs.push(of_letter(letter.as_bytes()[0])),
        }
    }
    if settings.specs.is_empty() {
        settings.specs.push(of_letter(b'o'));
    }
    Ok(settings)
}

/// Writes lines.
struct Writer {
    settings: Settings,
    /// Bytes of a line, and columns of its widest type.
    width: usize,
    columns: usize,
    at: u64,
    before: Vec<u8>,
    is_repeated: bool,
}

impl Writer {
    fn address(&self) -> String {
        let at = self.at;
        match self.settings.radix {
            b'd' => format!("{at:07}"),
            b'x' => format!("{at:06x}"),
            b'n' => String::new(),
            _ => format!("{at:07o}"),
        }
    }

    /// Writes the bytes of a line, fewer at the end alone.
    fn line(&mut self, run: &mut Run<'_, '_>, bytes: &[u8]) -> Step<()> {
        let is_full = bytes.len() == self.width;
        if !self.settings.has_duplicates && is_full && self.before == bytes {
            if !std::mem::replace(&mut self.is_repeated, true) {
                run.put("*\n")?;
            }
            self.at += bytes.len() as u64;
            return Ok(());
        }
        self.is_repeated = false;
        let mut line = self.address();
        let indent = line.len();
        for (index, spec) in self.settings.specs.iter().enumerate() {
            if index > 0 {
                line.push_str(&" ".repeat(indent));
            }
            self.fields(*spec, bytes, &mut line);
        }
        run.put(line)?;
        bytes.clone_into(&mut self.before);
        self.at += bytes.len() as u64;
        Ok(())
    }

    fn fields(&self, spec: Spec, bytes: &[u8], line: &mut String) {
        let fields = self.width / spec.size;
        let blank = (self.width - bytes.len()) / spec.size;
        let width = spec.width();
        let pad = self.columns - width * fields;
        let mut left = pad;
        for field in 0..fields - blank {
            let next = pad * (fields - field - 1) / fields;
            let mut value = [0; 8];
            let rest = &bytes[field * spec.size..];
            let rest = &rest[..rest.len().min(spec.size)];
            value[..rest.len()].copy_from_slice(rest);
            let text = spec.shown(&value[..spec.size], self.settings.is_big);
            let columns = left - next + width;
            line.push_str(&format!("{text:>columns$}"));
            left = next;
        }
        if spec.has_text {
            line.push_str(&" ".repeat(blank * width + pad * blank / fields));
            line.push_str("  >");
            let shown = |byte: &u8| match byte {
                b' '..=b'~' => char::from(*byte),
                _ => '.',
            };
            line.extend(bytes.iter().map(shown));
            line.push('<');
        }
        line.push('\n');
    }
}

pub(crate) async fn od(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let mut options = Options::new(&TABLE, arguments);
    let settings = settings(run, &mut options)?;
    let mut inputs = Inputs::new(options.operands());
    let unit = settings.specs.iter().map(|spec| spec.size).max();
    let unit = unit.unwrap_or(1);
    let width = match settings.width {
        Some(width) if width > 0 && width.is_multiple_of(unit) => width,
        Some(width) => {
            run.say(format!(
                "warning: invalid width {width}; using {unit} instead"
            ))?;
            unit
        }
        None => unit * (16 / unit).max(1),
    };
    let columns = settings
        .specs
        .iter()
        .map(|spec| (spec.width() + 1) * (width / spec.size));
    let columns = columns.max().unwrap_or_default();
    let mut skip = settings.skip;
    let mut left = settings.limit;
    let mut writer = Writer {
        at: skip,
        settings,
        width,
        columns,
        before: Vec::new(),
        is_repeated: false,
    };
    let mut held = Vec::new();
    while left > 0
        && let Some(piece) = inputs.next(run, "read error: ").await?
    {
        let skipped = piece.len().min(usize::try_from(skip).unwrap_or(usize::MAX));
        skip -= skipped as u64;
        let rest = &piece[skipped..];
        let taken = rest.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        left -= taken as u64;
        held.extend_from_slice(&rest[..taken]);
        let whole = held.len() - held.len() % width;
        for line in held[..whole].chunks(width) {
            writer.line(run, line)?;
            run.turn().await;
        }
        held.drain(..whole);
        if writer.is_repeated {
            run.offer().await?;
        }
    }
    if !inputs.has_any && left > 0 {
        return Ok(());
    }
    if skip > 0 {
        return run.die(1, "cannot skip past end of combined input");
    }
    if !held.is_empty() {
        writer.line(run, &held)?;
    }
    let end = writer.address();
    if end.is_empty() {
        return Ok(());
    }
    run.put(cat![end, "\n"])
}
