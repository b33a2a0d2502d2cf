//! `cmp`.

use crate::bytes::cat;
use crate::options::{Options, Table, Value, both, same};
use crate::quote::Charset;
use crate::run::{End, Run, Step};
use crate::sizes;

static TABLE: Table = Table {
    flags: &[
        both("b", "print-bytes", Value::No),
        both("i", "ignore-initial", Value::Needed),
        both("l", "verbose", Value::No),
        both("n", "bytes", Value::Needed),
        both("s", "quiet", Value::No),
        same("silent", "s", Value::No),
    ],
    help: "[OPTION]... FILE1 [FILE2 [SKIP1 [SKIP2]]]
Compares two files byte by byte. Ends with 0 if they are equal, 1 if not, 2 for trouble.

  -b                 prints bytes that differ
  -l                 prints all differences: place and values in octal
  -n LIMIT           compares so many bytes
  -i SKIP[:SKIP2]    leaves out so many bytes at the beginning
  -s                 prints nothing",
    misused: 2,
    permutes: true,
};

/// Bytes that are read at once.
const PART_BYTES: usize = 64 * 1024;

/// One side of the comparison.
enum Source {
    File {
        name: Vec<u8>,
        path: Vec<u8>,
        at: u64,
    },
    Input {
        name: Vec<u8>,
    },
}

impl Source {
    fn name(&self) -> &[u8] {
        match self {
            Self::File { name, .. } | Self::Input { name } => name,
        }
    }

    /// The next bytes; fewer than asked for at the end alone.
    async fn read(&mut self, run: &mut Run<'_, '_>, length: usize) -> Step<Vec<u8>> {
        match self {
            Self::File { name, path, at } => match run.files().read(path, *at, length) {
                Ok(bytes) => {
                    *at += bytes.len() as u64;
                    Ok(bytes)
                }
                Err(errno) => run.die(2, cat![name, ": ", errno]),
            },
            Self::Input { .. } => {
                let mut bytes = vec![0; length];
                let mut filled = 0;
                while filled < length {
                    match run.input(&mut bytes[filled..]).await {
                        Ok(0) => break,
                        Ok(count) => filled += count,
                        Err(_) => return run.die(2, "-: Input/output error"),
                    }
                }
                bytes.truncate(filled);
                Ok(bytes)
            }
        }
    }
}

struct Settings {
    prints_bytes: bool,
    lists: bool,
    is_silent: bool,
    limit: u64,
}

pub(crate) async fn cmp(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    run.help_has_name = true;
    let mut settings = Settings {
        prints_bytes: false,
        lists: false,
        is_silent: false,
        limit: u64::MAX,
    };
    let mut skips = [0_u64; 2];
    let last = arguments
        .last()
        .map_or_else(|| b"cmp".to_vec(), Clone::clone);
    let mut options = Options::new(&TABLE, arguments);
    while let Some((id, value)) = options.next(run)? {
        let text = value.unwrap_or_default();
        match id {
            "b" => settings.prints_bytes = true,
            "l" => settings.lists = true,
            "s" => settings.is_silent = true,
            "n" => settings.limit = settings.limit.min(amount(run, &text, "--bytes")?),
            _ => {
                let mut parts = text.splitn(2, |byte| *byte == b':');
                let first = parts.next().unwrap_or_default().to_vec();
                let second = parts.next().map_or_else(|| first.clone(), <[u8]>::to_vec);
                for (skip, part) in skips.iter_mut().zip([first, second]) {
                    *skip = (*skip).max(skip_of(run, &part, &text)?);
                }
            }
        }
    }
    if settings.lists && settings.is_silent {
        return run.misused(2, "options -l and -s are incompatible");
    }
    let operands = options.operands();
    let Some(first) = operands.first() else {
        let shown = run.word(&last);
        return run.misused(2, cat!["missing operand after ", shown]);
    };
    if let Some(extra) = operands.get(4) {
        let shown = run.word(extra);
        return run.misused(2, cat!["extra operand ", shown]);
    }
    for (at, skip) in skips.iter_mut().enumerate() {
        if let Some(text) = operands.get(at + 2) {
            *skip = (*skip).max(skip_of(run, text, text)?);
        }
    }
    let second = operands.get(1).map_or_else(|| b"-".to_vec(), Clone::clone);
    if first == b"-" && second == b"-" && skips[0] == skips[1] {
        return Ok(());
    }
    let mut sizes = [None; 2];
    let mut numbers = [None; 2];
    let mut sources = Vec::new();
    for (at, name) in [first, &second].into_iter().enumerate() {
        if name == b"-" {
            let mut source = Source::Input { name: name.clone() };
            let mut rest = skips[at];
            while rest > 0 {
                let part = usize::try_from(rest).unwrap_or(PART_BYTES).min(PART_BYTES);
                let read = source.read(run, part).await?.len();
                if read == 0 {
                    break;
                }
                rest -= read as u64;
            }
            sources.push(source);
            continue;
        }
        let found = run.stat(name);
        numbers[at] = found.ok().map(|stat| stat.number);
        match found {
            Ok(stat) if stat.is_directory() => {
                sources.push(Source::File {
                    name: name.clone(),
                    path: run.at(name),
                    at: 0,
                });
            }
            Ok(stat) => {
                sizes[at] = Some(stat.size.saturating_sub(skips[at]));
                sources.push(Source::File {
                    name: name.clone(),
                    path: run.at(name),
                    at: skips[at],
                });
            }
            Err(errno) => {
                if settings.is_silent {
                    return Err(End(2));
                }
                return run.die(2, cat![name, ": ", errno]);
            }
        }
    }
    if numbers[0].is_some() && numbers[0] == numbers[1] && skips[0] == skips[1] {
        return Ok(());
    }
    compare(run, &settings, sources, sizes).await
}

fn amount(run: &mut Run<'_, '_>, text: &[u8], option: &str) -> Step<u64> {
    let is_number = text.first().is_some_and(u8::is_ascii_digit);
    match sizes::size(text, "kKMGTPEZY0") {
        Ok(size) if is_number => Ok(size),
        Err(sizes::SizeError::TooLarge) => Ok(u64::MAX),
        _ => {
            let shown = run.word(text);
            run.misused(2, cat!["invalid ", option, " value ", shown])
        }
    }
}

fn skip_of(run: &mut Run<'_, '_>, part: &[u8], whole: &[u8]) -> Step<u64> {
    let is_number = part.first().is_some_and(u8::is_ascii_digit);
    match sizes::size(part, "kKMGTPEZY0") {
        Ok(size) if is_number => Ok(size),
        _ => {
            let shown = run.word(whole);
            run.misused(2, cat!["invalid --ignore-initial value ", shown])
        }
    }
}

async fn compare(
    run: &mut Run<'_, '_>,
    settings: &Settings,
    mut sources: Vec<Source>,
    sizes: [Option<u64>; 2],
) -> Step<()> {
    let mut least = settings.limit.min(i64::MAX.unsigned_abs());
    for size in sizes.into_iter().flatten() {
        least = least.min(size);
    }
    let width = least.to_string().len();
    if settings.is_silent
        && settings.limit == u64::MAX
        && let [Some(a), Some(b)] = sizes
        && a != b
    {
        return Err(End(1));
    }
    let (mut at, mut line, mut rest) = (0_u64, 1_u64, settings.limit);
    let mut starts_line = true;
    let mut differs = false;
    loop {
        run.turn().await;
        let part = usize::try_from(rest).unwrap_or(PART_BYTES).min(PART_BYTES);
        let a = sources[0].read(run, part).await?;
        let b = sources[1].read(run, part).await?;
        let common = a.len().min(b.len());
        for (left, right) in a.iter().zip(&b) {
            at += 1;
            if left == right {
                starts_line = *left == b'\n';
                line += u64::from(starts_line);
                continue;
            }
            differs = true;
            if settings.is_silent {
                return Err(End(1));
            }
            let (left_shown, right_shown) = (shown(*left), shown(*right));
            if settings.lists {
                let text = if settings.prints_bytes {
                    format!("{at:>width$} {left:3o} {left_shown:<4} {right:3o} {right_shown}\n")
                } else {
                    format!("{at:>width$} {left:3o} {right:3o}\n")
                };
                run.put(text)?;
                continue;
            }
            let names = cat![sources[0].name(), " ", sources[1].name()];
            let unit = if run.charset == Charset::Ascii && !settings.prints_bytes {
                "char"
            } else {
                "byte"
            };
            let mut text = cat![names, format!(" differ: {unit} {at}, line {line}")];
            if settings.prints_bytes {
                text.extend(format!(" is {left:3o} {left_shown} {right:3o} {right_shown}").bytes());
            }
            run.put(cat![text, "\n"])?;
            run.status = 1;
            return Ok(());
        }
        if a.len() != b.len() {
            run.status = 1;
            if settings.is_silent {
                return Ok(());
            }
            let shorter = if a.len() < b.len() {
                &sources[0]
            } else {
                &sources[1]
            };
            let name = shorter.name().to_vec();
            let message = if at == 0 {
                cat!["EOF on ", name, " which is empty"]
            } else if settings.lists {
                cat!["EOF on ", name, format!(" after byte {at}")]
            } else if starts_line {
                cat![
                    "EOF on ",
                    name,
                    format!(" after byte {at}, line {}", line - 1)
                ]
            } else {
                cat!["EOF on ", name, format!(" after byte {at}, in line {line}")]
            };
            run.flush()?;
            return run.say(message);
        }
        rest -= common as u64;
        if common < part || rest == 0 || common == 0 {
            if differs {
                run.status = 1;
            }
            return Ok(());
        }
    }
}

/// A byte as `cat -v` shows it.
fn shown(byte: u8) -> String {
    let (start, low) = if byte >= 128 {
        ("M-", byte - 128)
    } else {
        ("", byte)
    };
    let text = match low {
        0..32 => format!("^{}", char::from(low + 64)),
        127 => "^?".to_owned(),
        _ => char::from(low).to_string(),
    };
    format!("{start}{text}")
}
