//! `stat`.

use crate::bytes::cat;
use crate::files::{Kind, Stat};
use crate::mode;
use crate::options::{Options, Table, Value, both, long};
use crate::quote;
use crate::run::{OWNER, OWNER_NUMBER, Run, Step};
use crate::sizes;
use crate::times;

static TABLE: Table = Table {
    flags: &[
        both("L", "dereference", Value::No),
        both("f", "file-system", Value::No),
        both("c", "format", Value::Needed),
        long("printf", Value::Needed),
        both("t", "terse", Value::No),
        long("cached", Value::Needed),
    ],
    help: "[OPTION]... FILE...
Prints what is known of files.

  -L               follows links
  -c FORMAT        as FORMAT says, a line each
      --printf=FORMAT
                   as FORMAT says, with escapes and without line breaks
  -t               in one line

FORMAT has %a %A (mode), %b %B %o (blocks), %d %D (device), %f (mode in hex), %F (kind),
%g %G %u %U (owner), %h (names), %i (number), %m (mount point), %n %N (name), %s (bytes),
%t %T (device numbers), %w %W (birth: unknown), %x %X %y %Y %z %Z (time of the last change).
File systems (-f) are not supported.",
    misused: 1,
    permutes: true,
};

const DEFAULT: &str = "  File: %N
  Size: %-10s\tBlocks: %-10b IO Block: %-6o %F
Device: %Hd,%Ld\tInode: %-11i Links: %h
Access: (%04a/%10.10A)  Uid: (%5u/%8U)   Gid: (%5g/%8G)
Access: %x
Modify: %y
Change: %z
 Birth: %w
";

const TERSE: &str = "%n %s %b %f %u %g %D %i %h %t %T %X %Y %Z %W %o\n";

/// All files are on one device, whose number has no meaning.
const DEVICE: u64 = 1;

pub(crate) fn stat(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let mut follow = false;
    let mut terse = false;
    let mut format: Option<(Vec<u8>, bool)> = None;
    let mut options = Options::new(&TABLE, arguments);
    while let Some((id, value)) = options.next(run)? {
        match id {
            "L" => follow = true,
            "c" => format = Some((value.unwrap_or_default(), false)),
            "printf" => format = Some((value.unwrap_or_default(), true)),
            "t" => terse = true,
            "cached" => {
                let words: &[&[&str]] = &[&["default"], &["never"], &["always"]];
                crate::options::choice(run, "--cached", &value.unwrap_or_default(), words, 1)?;
            }
            _ => {
                return run.die(
                    1,
                    "option '-f' is not supported: there is no file system to ask",
                );
            }
        }
    }
    let operands = options.operands();
    if operands.is_empty() {
        return run.misused(1, "missing operand");
    }
    let quotes_all = format.is_some();
    let end = if format.as_ref().is_some_and(|(_, has_escapes)| !has_escapes) {
        "\n"
    } else {
        ""
    };
    let (format, has_escapes) = format.unwrap_or_else(|| {
        let format = if terse { TERSE } else { DEFAULT };
        (format.as_bytes().to_vec(), false)
    });
    for operand in &operands {
        let found = if follow {
            run.stat(operand)
        } else {
            run.lstat(operand)
        };
        match found {
            Ok(stat) => {
                let text = show(run, &format, (has_escapes, quotes_all), operand, &stat)?;
                run.put(cat![text, end])?;
            }
            Err(errno) => {
                let shown = run.q(operand);
                run.fail(cat!["cannot statx ", shown, ": ", errno])?;
            }
        }
    }
    Ok(())
}

/// What stands between `%` and the letter.
#[derive(Default)]
struct Style {
    flags: Vec<u8>,
    width: usize,
    precision: Option<usize>,
}

impl Style {
    fn has(&self, flag: u8) -> bool {
        self.flags.contains(&flag)
    }

    fn padded(&self, text: Vec<u8>, zeros: bool) -> Vec<u8> {
        let fill = self.width.saturating_sub(text.len());
        if self.has(b'-') {
            return [text, vec![b' '; fill]].concat();
        }
        let with = if zeros && self.has(b'0') { b'0' } else { b' ' };
        [vec![with; fill], text].concat()
    }

    fn text(&self, text: &[u8]) -> Vec<u8> {
        let length = self.precision.unwrap_or(text.len()).min(text.len());
        self.padded(text[..length].to_vec(), false)
    }

    fn number(&self, value: u64) -> Vec<u8> {
        self.digits(value.to_string())
    }

    fn octal(&self, value: u64) -> Vec<u8> {
        let start = if self.has(b'#') && value != 0 {
            "0"
        } else {
            ""
        };
        self.digits(format!("{start}{value:o}"))
    }

    fn hex(&self, value: u64) -> Vec<u8> {
        let start = if self.has(b'#') && value != 0 {
            "0x"
        } else {
            ""
        };
        self.digits(format!("{start}{value:x}"))
    }

    fn digits(&self, digits: String) -> Vec<u8> {
        let least = self.precision.unwrap_or(1);
        let digits = format!("{digits:0>least$}");
        self.padded(digits.into_bytes(), self.precision.is_none())
    }

    fn seconds(&self, micros: i64) -> Vec<u8> {
        let (whole, part) = (
            micros.div_euclid(times::MICROS),
            micros.rem_euclid(times::MICROS),
        );
        let mut text = whole.to_string();
        if let Some(precision) = self.precision {
            let digits = format!("{:09}", part * 1000);
            let digits: String = digits
                .chars()
                .chain(std::iter::repeat('0'))
                .take(precision)
                .collect();
            text.push('.');
            text.push_str(&digits);
        }
        self.padded(text.into_bytes(), true)
    }
}

fn show(
    run: &mut Run<'_, '_>,
    format: &[u8],
    (has_escapes, quotes_all): (bool, bool),
    name: &[u8],
    stat: &Stat,
) -> Step<Vec<u8>> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < format.len() {
        match format[at] {
            b'%' => at = directive(run, format, at, &mut out, quotes_all, name, stat)?,
            b'\\' if has_escapes => at = escape(run, format, at, &mut out)?,
            byte => {
                out.push(byte);
                at += 1;
            }
        }
    }
    Ok(out)
}

fn escape(run: &mut Run<'_, '_>, format: &[u8], start: usize, out: &mut Vec<u8>) -> Step<usize> {
    let Some(letter) = format.get(start + 1) else {
        run.say("warning: backslash at end of format")?;
        out.push(b'\\');
        return Ok(start + 1);
    };
    let mut at = start + 2;
    let digits = |base: u32, most: usize, at: &mut usize| {
        let mut value = 0;
        let mut count = 0;
        while count < most {
            let digit = format
                .get(*at)
                .and_then(|byte| char::from(*byte).to_digit(base));
            let Some(digit) = digit else { break };
            value = value * base + digit;
            *at += 1;
            count += 1;
        }
        (count > 0).then(|| value.to_le_bytes()[0])
    };
    match letter {
        b'a' => out.push(7),
        b'b' => out.push(8),
        b'e' => out.push(27),
        b'f' => out.push(12),
        b'n' => out.push(b'\n'),
        b'r' => out.push(b'\r'),
        b't' => out.push(b'\t'),
        b'v' => out.push(11),
        b'\\' | b'"' => out.push(*letter),
        b'0'..=b'7' => {
            at = start + 1;
            out.extend(digits(8, 3, &mut at));
        }
        b'x' => match digits(16, 2, &mut at) {
            Some(byte) => out.push(byte),
            None => {
                run.say("warning: unrecognized escape '\\x'")?;
                out.push(b'x');
            }
        },
        other => {
            run.say(cat!["warning: unrecognized escape '\\", [*other], "'"])?;
            out.push(*other);
        }
    }
    Ok(at)
}

fn directive(
    run: &mut Run<'_, '_>,
    format: &[u8],
    start: usize,
    out: &mut Vec<u8>,
    quotes_all: bool,
    name: &[u8],
    stat: &Stat,
) -> Step<usize> {
    let mut at = start + 1;
    let mut style = Style::default();
    while let Some(flag) = format.get(at).filter(|byte| b"'-+ #0I".contains(byte)) {
        style.flags.push(*flag);
        at += 1;
    }
    let number = |at: &mut usize| {
        let mut value = 0_usize;
        while let Some(digit) = format.get(*at).filter(|byte| byte.is_ascii_digit()) {
            // Nobody wants more, and memory is bounded.
            value = (value * 10 + usize::from(digit - b'0')).min(4096);
            *at += 1;
        }
        value
    };
    style.width = number(&mut at);
    if format.get(at) == Some(&b'.') {
        at += 1;
        let has_digits = format.get(at).is_some_and(u8::is_ascii_digit);
        let precision = number(&mut at);
        style.precision = Some(precision);
        let is_time = matches!(format.get(at), Some(b'W' | b'X' | b'Y' | b'Z'));
        if is_time && !has_digits {
            style.precision = Some(9);
        } else if is_time && precision == 0 {
            style.precision = None;
        }
    }
    let Some(letter) = format.get(at) else {
        if at > start + 1 {
            return run.die(1, cat![run.word(&format[start..at]), ": invalid directive"]);
        }
        out.push(b'%');
        return Ok(at);
    };
    if *letter == b'%' {
        if at > start + 1 {
            return run.die(
                1,
                cat![run.word(&format[start..=at]), ": invalid directive"],
            );
        }
        out.push(b'%');
        return Ok(at + 1);
    }
    let mut letter = *letter;
    let mut half = 0;
    if matches!(letter, b'H' | b'L') && matches!(format.get(at + 1), Some(b'd' | b'r')) {
        half = letter;
        at += 1;
        letter = format[at];
    }
    out.extend(value(run, (letter, half), &style, quotes_all, name, stat)?);
    Ok(at + 1)
}

fn value(
    run: &mut Run<'_, '_>,
    (letter, half): (u8, u8),
    style: &Style,
    quotes_all: bool,
    name: &[u8],
    stat: &Stat,
) -> Step<Vec<u8>> {
    let full_mode = u64::from(stat.full_mode());
    Ok(match letter {
        b'a' => style.octal(u64::from(stat.mode)),
        b'A' => style.text(mode::letters(stat).as_bytes()),
        b'b' => style.number(sizes::allocated(stat) / 512),
        b'B' => style.number(512),
        b'd' | b'r' => match (letter, half) {
            (b'd', 0 | b'L') => style.number(DEVICE),
            _ => style.number(0),
        },
        b'D' => style.hex(DEVICE),
        b'R' | b't' | b'T' => style.hex(0),
        b'f' => style.hex(full_mode),
        b'F' => style.text(kind_words(stat).as_bytes()),
        b'g' | b'u' => style.number(u64::from(OWNER_NUMBER)),
        b'G' | b'U' => style.text(OWNER.as_bytes()),
        b'h' => style.number(stat.links),
        b'i' => style.number(stat.number),
        b'm' => style.text(b"/"),
        b'n' => style.text(name),
        b'N' => {
            let charset = run.charset;
            let quoted = |name: &[u8]| {
                if quotes_all {
                    quote::always(name, charset)
                } else {
                    name.to_vec()
                }
            };
            let mut text = style.text(&quoted(name));
            if stat.is_link() {
                match run.read_link(name) {
                    Ok(target) => {
                        text.extend(cat![" -> ", style.text(&quoted(&target))]);
                    }
                    Err(errno) => {
                        let shown = run.q(name);
                        run.fail(cat!["cannot read symbolic link ", shown, ": ", errno])?;
                    }
                }
            }
            text
        }
        b'o' => style.number(sizes::BLOCK_BYTES),
        b's' => style.number(stat.size),
        b'w' => style.text(b"-"),
        b'W' => style.seconds(0),
        b'x' | b'y' | b'z' => style.text(&times::full(stat.mtime_us)),
        b'X' | b'Y' | b'Z' => style.seconds(stat.mtime_us),
        _ => b"?".to_vec(),
    })
}

fn kind_words(stat: &Stat) -> &'static str {
    match stat.kind {
        Kind::Directory => "directory",
        Kind::Link => "symbolic link",
        Kind::File if stat.size == 0 => "regular empty file",
        Kind::File => "regular file",
    }
}
