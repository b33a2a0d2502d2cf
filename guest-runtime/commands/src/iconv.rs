//! `iconv`.

mod codes;

use codes::{CODES, Code, LATIN9, TRANSLITERATED, WINDOWS};

use crate::bytes::cat;
use crate::options::{Options, Table, Value, both, short};
use crate::run::{Run, Step};
use crate::streams::{NewFile, Sink, Source};

static TABLE: Table = Table {
    flags: &[
        both("f", "from-code", Value::Needed),
        both("t", "to-code", Value::Needed),
        both("l", "list", Value::No),
        both("o", "output", Value::Needed),
        both("s", "silent", Value::No),
        short("c", Value::No),
    ],
    help: "[OPTION]... [FILE]...
Converts text from one encoding to another.

  -f CODE   encoding of the input, UTF-8 without it
  -t CODE   encoding of the output, with //TRANSLIT or //IGNORE for characters that it has not
  -c        leaves out what cannot be converted
  -l        lists the encodings
  -o FILE   writes to a file",
    misused: 64,
    permutes: true,
};

fn code_of(name: &str) -> Option<Code> {
    CODES
        .iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(name))
        .map(|(_, code)| *code)
}

/// What is read next.
enum Next {
    Character(char, usize),
    /// Bytes that are no character.
    Wrong,
    /// More bytes are needed.
    Short,
}

const fn is_little(code: Code) -> bool {
    matches!(
        code,
        Code::Utf16 | Code::Utf16Le | Code::Utf32 | Code::Utf32Le
    )
}

fn next_of(code: Code, bytes: &[u8]) -> Next {
    let first = bytes[0];
    let single = |character: Option<char>| match character {
        Some(character) => Next::Character(character, 1),
        None => Next::Wrong,
    };
    match code {
        Code::Ascii => single(first.is_ascii().then(|| char::from(first))),
        Code::Latin1 => single(Some(char::from(first))),
        Code::Latin9 => {
            let other = LATIN9.iter().find(|(byte, _)| *byte == first);
            single(Some(
                other.map_or(char::from(first), |(_, character)| *character),
            ))
        }
        Code::Windows1252 => single(match first {
            0x80..0xA0 => match WINDOWS[usize::from(first - 0x80)] {
                0 => None,
                number => char::from_u32(u32::from(number)),
            },
            _ => Some(char::from(first)),
        }),
        Code::Utf8 => {
            let part = &bytes[..bytes.len().min(4)];
            let (valid, error) = match std::str::from_utf8(part) {
                Ok(text) => (text, None),
                Err(error) => (
                    std::str::from_utf8(&part[..error.valid_up_to()]).unwrap_or_default(),
                    Some(error),
                ),
            };
            match (
                valid.chars().next(),
                error.and_then(|error| error.error_len()),
            ) {
                (Some(character), _) => Next::Character(character, character.len_utf8()),
                (None, Some(_)) => Next::Wrong,
                (None, None) => Next::Short,
            }
        }
        Code::Utf16 | Code::Utf16Le | Code::Utf16Be => {
            let unit = |at: usize| {
                let pair = [*bytes.get(at)?, *bytes.get(at + 1)?];
                Some(match is_little(code) {
                    true => u16::from_le_bytes(pair),
                    false => u16::from_be_bytes(pair),
                })
            };
            let Some(high) = unit(0) else {
                return Next::Short;
            };
            if !(0xD800..0xE000).contains(&high) {
                return char::from_u32(u32::from(high))
                    .map_or(Next::Wrong, |c| Next::Character(c, 2));
            }
            let Some(low) = unit(2) else {
                return Next::Short;
            };
            match char::decode_utf16([high, low]).next() {
                Some(Ok(character)) => Next::Character(character, 4),
                _ => Next::Wrong,
            }
        }
        Code::Utf32 | Code::Utf32Le | Code::Utf32Be => {
            let Some(Ok(four)) = bytes.get(..4).map(<[u8; 4]>::try_from) else {
                return Next::Short;
            };
            let number = match is_little(code) {
                true => u32::from_le_bytes(four),
                false => u32::from_be_bytes(four),
            };
            char::from_u32(number).map_or(Next::Wrong, |c| Next::Character(c, 4))
        }
    }
}

/// Bytes that are left out where they are no character.
const fn unit(code: Code) -> usize {
    match code {
        Code::Utf16 | Code::Utf16Le | Code::Utf16Be => 2,
        Code::Utf32 | Code::Utf32Le | Code::Utf32Be => 4,
        _ => 1,
    }
}

/// Writes a character; false if the encoding has none such.
fn put_character(code: Code, character: char, out: &mut Vec<u8>) -> bool {
    let number = u32::from(character);
    let byte = u8::try_from(number).ok();
    let single = match code {
        Code::Ascii => byte.filter(u8::is_ascii),
        Code::Latin1 => byte,
        Code::Latin9 => {
            let own = LATIN9.iter().find(|(_, own)| *own == character);
            let is_other = |byte: &u8| LATIN9.iter().any(|(other, _)| other == byte);
            own.map(|(byte, _)| *byte)
                .or(byte.filter(|byte| !is_other(byte)))
        }
        Code::Windows1252 => {
            let own = WINDOWS
                .iter()
                .position(|own| *own != 0 && u32::from(*own) == number);
            let own = own.and_then(|at| u8::try_from(0x80 + at).ok());
            own.or(byte.filter(|byte| !(0x80..0xA0).contains(byte)))
        }
        Code::Utf8 => {
            out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            return true;
        }
        Code::Utf16 | Code::Utf16Le | Code::Utf16Be => {
            for unit in character.encode_utf16(&mut [0; 2]) {
                out.extend(match is_little(code) {
                    true => unit.to_le_bytes(),
                    false => unit.to_be_bytes(),
                });
            }
            return true;
        }
        Code::Utf32 | Code::Utf32Le | Code::Utf32Be => {
            out.extend(match is_little(code) {
                true => number.to_le_bytes(),
                false => number.to_be_bytes(),
            });
            return true;
        }
    };
    out.extend(single);
    single.is_some()
}

struct Conversion {
    from: Code,
    to: Code,
    transliterates: bool,
    /// Whether what cannot be converted is left out.
    ignores: bool,
    is_begin: bool,
    has_mark: bool,
    /// Bytes that are no whole character yet.
    held: Vec<u8>,
    at: u64,
}

/// Where a conversion stops.
enum Stop {
    Illegal(u64),
    Short,
}

impl Conversion {
    /// Looks at the mark of the order of bytes at the beginning.
    fn begin(&mut self) {
        let marks: &[(Code, &[u8], Code)] = &[
            (Code::Utf32, b"\xff\xfe\0\0", Code::Utf32Le),
            (Code::Utf32, b"\0\0\xfe\xff", Code::Utf32Be),
            (Code::Utf16, b"\xff\xfe", Code::Utf16Le),
            (Code::Utf16, b"\xfe\xff", Code::Utf16Be),
        ];
        for (code, mark, own) in marks {
            if self.from == *code && self.held.starts_with(mark) {
                self.from = *own;
                self.held.drain(..mark.len());
                self.at += mark.len() as u64;
                break;
            }
        }
    }

    /// Converts what is whole of the bytes that were read.
    fn take(&mut self, bytes: &[u8], is_end: bool, out: &mut Vec<u8>) -> Result<(), Stop> {
        self.held.extend_from_slice(bytes);
        if self.is_begin && (self.held.len() >= 4 || is_end) {
            self.is_begin = false;
            self.begin();
        }
        if self.is_begin {
            return Ok(());
        }
        let mut used = 0;
        let stopped = loop {
            if used == self.held.len() {
                break Ok(());
            }
            match next_of(self.from, &self.held[used..]) {
                Next::Character(character, length) => {
                    if !self.put(character, out) {
                        break Err(Stop::Illegal(self.at + used as u64));
                    }
                    used += length;
                }
                Next::Short if is_end => break Err(Stop::Short),
                Next::Short => break Ok(()),
                Next::Wrong if self.ignores => used += unit(self.from),
                Next::Wrong => break Err(Stop::Illegal(self.at + used as u64)),
            }
        };
        self.held.drain(..used);
        self.at += used as u64;
        stopped
    }

    /// Writes a character, or what stands for it.
    fn put(&mut self, character: char, out: &mut Vec<u8>) -> bool {
        if !std::mem::replace(&mut self.has_mark, true)
            && matches!(self.to, Code::Utf16 | Code::Utf32)
        {
            put_character(self.to, '\u{feff}', out);
        }
        if put_character(self.to, character, out) {
            return true;
        }
        if self.transliterates {
            let other = TRANSLITERATED
                .iter()
                .find(|(characters, _)| characters.contains(character));
            let other = other.map_or("?", |(_, other)| other);
            return other
                .chars()
                .all(|character| put_character(self.to, character, out));
        }
        self.ignores
    }
}

fn code(run: &mut Run<'_, '_>, text: &[u8], from: &[u8], to: &[u8]) -> Step<Code> {
    let name = String::from_utf8_lossy(text).into_owned();
    let name = name.split("//").next().unwrap_or_default();
    match code_of(if name.is_empty() { "UTF-8" } else { name }) {
        Some(code) => Ok(code),
        None => {
            run.say(cat![
                "conversion from `",
                from,
                "' to `",
                to,
                "' is not supported: -l lists what is"
            ])?;
            Err(crate::run::End(1))
        }
    }
}

pub(crate) async fn iconv(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let (mut from, mut to) = (b"UTF-8".to_vec(), b"UTF-8".to_vec());
    let (mut leaves_out, mut target) = (false, None);
    let mut options = Options::new(&TABLE, arguments);
    while let Some((id, value)) = options.next(run)? {
        let value = value.unwrap_or_default();
        match id {
            "f" => from = value,
            "t" => to = value,
            "o" => target = Some(value),
            "c" => leaves_out = true,
            "l" => {
                for (name, _) in CODES {
                    run.put(format!("{name}//\n"))?;
                }
                return Ok(());
            }
            _ => {}
        }
    }
    let suffixes = String::from_utf8_lossy(&to).to_ascii_uppercase();
    let mut conversion = Conversion {
        from: code(run, &from, &from, &to)?,
        to: code(run, &to, &from, &to)?,
        transliterates: suffixes.contains("//TRANSLIT"),
        ignores: leaves_out || suffixes.contains("//IGNORE"),
        is_begin: true,
        has_mark: false,
        held: Vec::new(),
        at: 0,
    };
    let mut sink = match target {
        None => Sink::Output,
        Some(name) => {
            let path = run.at(&name);
            match NewFile::make(run.files(), path, true) {
                Ok(file) => Sink::File(file),
                Err(errno) => {
                    return run.die(1, cat!["unable to open output file: ", errno]);
                }
            }
        }
    };
    let mut names = options.operands();
    if names.is_empty() {
        names.push(b"-".to_vec());
    }
    let mut ended = Ok(());
    'names: for name in &names {
        let mut source = match name.as_slice() {
            b"-" => Source::Input,
            name => match run.stat(name) {
                Ok(_) => Source::file(run.at(name)),
                Err(errno) => {
                    run.fail_with(1, cat!["cannot open input file `", name, "': ", errno])?;
                    continue;
                }
            },
        };
        loop {
            let piece = match source.read(run).await {
                Ok(piece) => piece,
                Err(errno) => {
                    run.fail_with(1, cat!["unable to read input: ", errno])?;
                    break;
                }
            };
            let mut out = Vec::new();
            ended = conversion.take(&piece, piece.is_empty(), &mut out);
            if let Err(errno) = sink.put(run, &out).await? {
                return run.die(1, cat!["unable to write output: ", errno]);
            }
            if ended.is_err() {
                break 'names;
            }
            if piece.is_empty() {
                break;
            }
        }
    }
    if let Sink::File(file) = sink {
        let (path, mode) = (file.path.clone(), 0o666 & !run.ctx.umask);
        let closed = file.close(run.files());
        if let Err(errno) = closed.and_then(|()| run.files().set_mode(&path, mode)) {
            return run.die(1, cat!["unable to write output: ", errno]);
        }
    }
    match ended {
        Ok(()) => Ok(()),
        Err(Stop::Illegal(at)) => run.die(1, format!("illegal input sequence at position {at}")),
        Err(Stop::Short) => run.die(1, "incomplete character or shift sequence at end of buffer"),
    }
}
