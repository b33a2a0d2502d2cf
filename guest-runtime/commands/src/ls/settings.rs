//! The options of `ls`.

use crate::bytes::{cat, number};
use crate::options::{Options, Table, Value, both, choice, long, same, short};
use crate::quote::Charset;
use crate::run::{Run, Step};
use crate::sizes::{self, Unit};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Long,
    OneEach,
    Down,
    Across,
    Commas,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deref {
    Never,
    OperandsToDirectories,
    Operands,
    Always,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hidden {
    LeftOut,
    AlmostShown,
    Shown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    None,
    Slash,
    FileType,
    Classify,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    Name,
    Extension,
    Size,
    Time,
    Version,
    Width,
    None,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quoting {
    Literal,
    Shell,
    ShellAlways,
    ShellEscape,
    ShellEscapeAlways,
    C,
    Escape,
    Locale,
}

/// How times are shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TimeStyle {
    /// For times of the last half year.
    pub(super) recent: Vec<u8>,
    /// For all others.
    pub(super) other: Vec<u8>,
}

#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub(super) format: Format,
    pub(super) deref: Deref,
    pub(super) hidden: Hidden,
    pub(super) ignore: Vec<Vec<u8>>,
    pub(super) hide: Vec<Vec<u8>>,
    pub(super) mark: Mark,
    pub(super) sort: Sort,
    pub(super) quoting: Quoting,
    pub(super) question_marks: bool,
    pub(super) reverse: bool,
    pub(super) recursive: bool,
    pub(super) directories_as_files: bool,
    pub(super) directories_first: bool,
    pub(super) colors: bool,
    pub(super) prints_numbers: bool,
    pub(super) prints_blocks: bool,
    pub(super) prints_owner: bool,
    pub(super) prints_group: bool,
    pub(super) prints_author: bool,
    pub(super) ids_as_numbers: bool,
    pub(super) block_unit: Unit,
    pub(super) size_unit: Unit,
    pub(super) times: TimeStyle,
    /// Columns of a line; 0 for no bound.
    pub(super) width: usize,
    pub(super) tab: usize,
    pub(super) ends_with_nul: bool,
    pub(super) needs_stat: bool,
    pub(super) charset: Charset,
}

static TABLE: Table = Table {
    flags: &[
        both("a", "all", Value::No),
        both("b", "escape", Value::No),
        both("d", "directory", Value::No),
        both("D", "dired", Value::No),
        long("full-time", Value::No),
        long("group-directories-first", Value::No),
        both("h", "human-readable", Value::No),
        both("i", "inode", Value::No),
        both("k", "kibibytes", Value::No),
        both("n", "numeric-uid-gid", Value::No),
        both("G", "no-group", Value::No),
        both("q", "hide-control-chars", Value::No),
        both("r", "reverse", Value::No),
        both("s", "size", Value::No),
        both("w", "width", Value::Needed),
        both("A", "almost-all", Value::No),
        both("B", "ignore-backups", Value::No),
        same("classify", "classify", Value::Maybe),
        long("file-type", Value::No),
        long("si", Value::No),
        both("H", "dereference-command-line", Value::No),
        long("dereference-command-line-symlink-to-dir", Value::No),
        long("hide", Value::Needed),
        both("I", "ignore", Value::Needed),
        long("indicator-style", Value::Needed),
        both("L", "dereference", Value::No),
        both("N", "literal", Value::No),
        both("Q", "quote-name", Value::No),
        long("quoting-style", Value::Needed),
        both("R", "recursive", Value::No),
        long("format", Value::Needed),
        long("show-control-chars", Value::No),
        long("sort", Value::Needed),
        both("T", "tabsize", Value::Needed),
        long("time", Value::Needed),
        long("time-style", Value::Needed),
        long("zero", Value::No),
        long("color", Value::Maybe),
        long("hyperlink", Value::Maybe),
        long("block-size", Value::Needed),
        both("Z", "context", Value::No),
        long("author", Value::No),
        short("c", Value::No),
        short("f", Value::No),
        short("g", Value::No),
        short("l", Value::No),
        short("m", Value::No),
        short("o", Value::No),
        short("p", Value::No),
        short("t", Value::No),
        short("u", Value::No),
        short("v", Value::No),
        short("x", Value::No),
        short("C", Value::No),
        short("F", Value::No),
        short("S", Value::No),
        short("U", Value::No),
        short("X", Value::No),
        short("1", Value::No),
    ],
    help: "[OPTION]... [FILE]...
Lists files, and what is in directories; the working directory if none is named.

  -a, -A             also names that begin with a dot; -A without . and ..
  -l, -n, -g, -o     one line with mode, owner, size and time for each; -n numbers for names,
                     -g without owner, -o and -G without group, --author with it
  -1, -C, -x, -m     one name a line, columns, rows, commas; -w COLUMNS, -T TABSIZE
  -d                 directories themselves
  -R                 directories below, too
  -r                 the other way round
  -t, -S, -X, -v, -U sorted by time, size, extension, version, or not; --sort=WORD
  --group-directories-first
  -h, --si, -k, --block-size=SIZE
                     sizes for people, or in units
  -i, -s             with the number, with the blocks (of 4096 bytes) that a file takes
  -F, -p, --file-type, --indicator-style=WORD
                     with a character for the kind
  -H, -L             follows links of the command line, or all
  -B, -I PATTERN, --hide=PATTERN
                     leaves out backups, or names that fit
  -b, -N, -q, -Q, --quoting-style=WORD
                     how names are quoted
  --color[=WHEN]     always, auto or never
  --full-time, --time-style=STYLE
                     how times are shown
  --zero             ends each name with NUL",
    misused: 2,
    permutes: true,
};

const CLASSIFY: &[&[&str]] = &[
    &["always", "yes", "force"],
    &["never", "no", "none"],
    &["auto", "tty", "if-tty"],
];

pub(super) fn read(
    run: &mut Run<'_, '_>,
    arguments: Vec<Vec<u8>>,
) -> Step<(Settings, Vec<Vec<u8>>)> {
    let unit = sizes::default_unit(run, "LS_BLOCK_SIZE");
    let names_size_unit = run
        .variable("LS_BLOCK_SIZE")
        .or(run.variable("BLOCK_SIZE"))
        .is_some();
    let mut settings = Settings {
        format: Format::OneEach,
        deref: Deref::Never,
        hidden: Hidden::LeftOut,
        ignore: Vec::new(),
        hide: Vec::new(),
        mark: Mark::None,
        sort: Sort::Name,
        quoting: Quoting::Literal,
        question_marks: false,
        reverse: false,
        recursive: false,
        directories_as_files: false,
        directories_first: false,
        colors: false,
        prints_numbers: false,
        prints_blocks: false,
        prints_owner: true,
        prints_group: true,
        prints_author: false,
        ids_as_numbers: false,
        size_unit: if names_size_unit {
            unit.clone()
        } else {
            Unit::Bytes(1, "")
        },
        block_unit: unit,
        times: TimeStyle {
            recent: Vec::new(),
            other: Vec::new(),
        },
        width: 80,
        tab: 8,
        ends_with_nul: false,
        needs_stat: false,
        charset: run.charset,
    };
    if let Some(columns) = run.variable("COLUMNS") {
        settings.width = number(columns).unwrap_or(80);
    }
    let (mut format, mut deref, mut sort) = (None, None, None);
    let mut style: Option<Vec<u8>> = None;
    let mut kibibytes = false;
    let mut unit_given = false;
    let mut options = Options::new(&TABLE, arguments);
    while let Some((id, value)) = options.next(run)? {
        let value = value.as_deref();
        let text = value.unwrap_or_default();
        match id {
            "a" => settings.hidden = Hidden::Shown,
            "A" => settings.hidden = Hidden::AlmostShown,
            "b" => settings.quoting = Quoting::Escape,
            "N" => settings.quoting = Quoting::Literal,
            "Q" => settings.quoting = Quoting::C,
            "q" => settings.question_marks = true,
            "show-control-chars" => settings.question_marks = false,
            "quoting-style" => settings.quoting = quoting(run, text)?,
            "d" => settings.directories_as_files = true,
            "group-directories-first" => settings.directories_first = true,
            "h" | "si" => {
                let base = if id == "h" { 1024 } else { 1000 };
                settings.block_unit = Unit::Human(base);
                settings.size_unit = Unit::Human(base);
                unit_given = true;
            }
            "k" => kibibytes = true,
            "block-size" => {
                settings.block_unit = sizes::block_size(run, "--block-size", text, 2)?;
                settings.size_unit = settings.block_unit.clone();
                unit_given = true;
            }
            "i" => settings.prints_numbers = true,
            "s" => settings.prints_blocks = true,
            "n" | "l" | "g" | "o" | "full-time" => {
                format = Some(Format::Long);
                match id {
                    "n" => settings.ids_as_numbers = true,
                    "g" => settings.prints_owner = false,
                    "o" => settings.prints_group = false,
                    "full-time" => style = Some(b"full-iso".to_vec()),
                    _ => {}
                }
            }
            "G" => settings.prints_group = false,
            "author" => settings.prints_author = true,
            "r" => settings.reverse = true,
            "R" => settings.recursive = true,
            "w" => match width(text) {
                Some(width) => settings.width = width,
                None => {
                    let word = run.word(text);
                    return run.die(2, cat!["invalid line width: ", word]);
                }
            },
            "T" => match number(text) {
                Some(tab) => settings.tab = tab,
                None => {
                    let word = run.word(text);
                    return run.die(2, cat!["invalid tab size: ", word]);
                }
            },
            "B" => settings.ignore.extend([b"*~".to_vec(), b".*~".to_vec()]),
            "I" => settings.ignore.push(text.to_vec()),
            "hide" => settings.hide.push(text.to_vec()),
            "F" => settings.mark = Mark::Classify,
            "classify" => {
                let word = match value {
                    Some(value) => choice(run, "--classify", value, CLASSIFY, 1)?,
                    None => "always",
                };
                if word == "always" {
                    settings.mark = Mark::Classify;
                }
            }
            "file-type" => settings.mark = Mark::FileType,
            "p" => settings.mark = Mark::Slash,
            "indicator-style" => settings.mark = mark(run, text)?,
            "H" => deref = Some(Deref::Operands),
            "dereference-command-line-symlink-to-dir" => deref = Some(Deref::OperandsToDirectories),
            "L" => deref = Some(Deref::Always),
            "1" => {
                if format != Some(Format::Long) {
                    format = Some(Format::OneEach);
                }
            }
            "m" => format = Some(Format::Commas),
            "x" => format = Some(Format::Across),
            "C" => format = Some(Format::Down),
            "format" => format = Some(format_of(run, text)?),
            "t" => sort = Some(Sort::Time),
            "S" => sort = Some(Sort::Size),
            "X" => sort = Some(Sort::Extension),
            "v" => sort = Some(Sort::Version),
            "U" => sort = Some(Sort::None),
            "sort" => sort = Some(sort_of(run, text)?),
            "f" => {
                settings.hidden = Hidden::Shown;
                sort = Some(Sort::None);
                if format == Some(Format::Long) {
                    format = None;
                }
                settings.colors = false;
                settings.prints_blocks = false;
            }
            "time" => time_of(run, text)?,
            "time-style" => style = Some(text.to_vec()),
            "color" => {
                let word = match value {
                    Some(value) => choice(run, "--color", value, CLASSIFY_COLOR, 1)?,
                    None => "always",
                };
                settings.colors = word == "always";
                if settings.colors {
                    // Names line up by blanks alone.
                    settings.tab = 0;
                }
            }
            "zero" => {
                settings.ends_with_nul = true;
                settings.colors = false;
                settings.quoting = Quoting::Literal;
                settings.question_marks = false;
                if format != Some(Format::Long) {
                    format = Some(Format::OneEach);
                }
            }
            "c" | "u" => {
                let message = format!(
                    "option '-{id}' is not supported: files have the time of their last change alone"
                );
                return run.die(2, message);
            }
            other => {
                let dashes = if other.len() == 1 { "-" } else { "--" };
                return run.die(2, format!("option '{dashes}{other}' is not supported"));
            }
        }
    }
    if kibibytes && !unit_given {
        settings.block_unit = Unit::Bytes(1024, "");
    }
    settings.format = format.unwrap_or(Format::OneEach);
    settings.sort = sort.unwrap_or(Sort::Name);
    settings.deref = deref.unwrap_or(
        if settings.directories_as_files
            || settings.mark == Mark::Classify
            || settings.format == Format::Long
        {
            Deref::Never
        } else {
            Deref::OperandsToDirectories
        },
    );
    settings.needs_stat = settings.format == Format::Long
        || settings.prints_blocks
        || settings.prints_numbers
        || matches!(settings.sort, Sort::Size | Sort::Time);
    if settings.format == Format::Long {
        settings.times = time_style(run, style)?;
    }
    Ok((settings, options.operands()))
}

const CLASSIFY_COLOR: &[&[&str]] = CLASSIFY;

/// The bound of a line; 0, and what is too large, is none.
fn width(text: &[u8]) -> Option<usize> {
    if text.is_empty() || !text.iter().all(u8::is_ascii_digit) {
        return None;
    }
    if text[0] == b'0' {
        return usize::from_str_radix(std::str::from_utf8(text).ok()?, 8).ok();
    }
    Some(number(text).unwrap_or(0))
}

fn quoting(run: &mut Run<'_, '_>, text: &[u8]) -> Step<Quoting> {
    const WORDS: &[&[&str]] = &[
        &["literal"],
        &["shell"],
        &["shell-always"],
        &["shell-escape"],
        &["shell-escape-always"],
        &["c"],
        &["c-maybe"],
        &["escape"],
        &["locale"],
        &["clocale"],
    ];
    Ok(match choice(run, "--quoting-style", text, WORDS, 1)? {
        "literal" => Quoting::Literal,
        "shell" => Quoting::Shell,
        "shell-always" => Quoting::ShellAlways,
        "shell-escape" => Quoting::ShellEscape,
        "shell-escape-always" => Quoting::ShellEscapeAlways,
        "escape" => Quoting::Escape,
        "locale" => Quoting::Locale,
        "c" => Quoting::C,
        other => return run.die(2, format!("quoting style '{other}' is not supported")),
    })
}

fn mark(run: &mut Run<'_, '_>, text: &[u8]) -> Step<Mark> {
    let words: &[&[&str]] = &[&["none"], &["slash"], &["file-type"], &["classify"]];
    Ok(match choice(run, "--indicator-style", text, words, 1)? {
        "none" => Mark::None,
        "slash" => Mark::Slash,
        "file-type" => Mark::FileType,
        _ => Mark::Classify,
    })
}

fn format_of(run: &mut Run<'_, '_>, text: &[u8]) -> Step<Format> {
    let words: &[&[&str]] = &[
        &["verbose", "long"],
        &["commas"],
        &["horizontal", "across"],
        &["vertical"],
        &["single-column"],
    ];
    Ok(match choice(run, "--format", text, words, 1)? {
        "verbose" => Format::Long,
        "commas" => Format::Commas,
        "horizontal" => Format::Across,
        "vertical" => Format::Down,
        _ => Format::OneEach,
    })
}

fn sort_of(run: &mut Run<'_, '_>, text: &[u8]) -> Step<Sort> {
    let words: &[&[&str]] = &[
        &["none"],
        &["time"],
        &["size"],
        &["extension"],
        &["version"],
        &["width"],
    ];
    Ok(match choice(run, "--sort", text, words, 1)? {
        "none" => Sort::None,
        "time" => Sort::Time,
        "size" => Sort::Size,
        "extension" => Sort::Extension,
        "version" => Sort::Version,
        _ => Sort::Width,
    })
}

/// There is one time, so only its name is taken.
fn time_of(run: &mut Run<'_, '_>, text: &[u8]) -> Step<()> {
    let words: &[&[&str]] = &[
        &["atime", "access", "use"],
        &["ctime", "status"],
        &["mtime", "modification"],
        &["birth", "creation"],
    ];
    match choice(run, "--time", text, words, 1)? {
        "mtime" => Ok(()),
        word => run.die(
            2,
            format!(
                "time '{word}' is not supported: files have the time of their last change alone"
            ),
        ),
    }
}

fn time_style(run: &mut Run<'_, '_>, style: Option<Vec<u8>>) -> Step<TimeStyle> {
    let style = style.or_else(|| run.variable("TIME_STYLE").map(<[u8]>::to_vec));
    let mut style = style.unwrap_or_else(|| b"locale".to_vec());
    while let Some(rest) = style.strip_prefix(b"posix-") {
        // In the locale of POSIX the style is the locale's.
        style = if run.charset == Charset::Ascii {
            b"locale".to_vec()
        } else {
            rest.to_vec()
        };
    }
    if let Some(format) = style.strip_prefix(b"+") {
        let mut formats = format.splitn(2, |byte| *byte == b'\n');
        let other = formats.next().unwrap_or_default().to_vec();
        let recent = formats.next().map_or_else(|| other.clone(), <[u8]>::to_vec);
        if recent.contains(&b'\n') {
            let word = run.word(format);
            return run.die(2, cat!["invalid time style format ", word]);
        }
        return Ok(TimeStyle { recent, other });
    }
    let words = ["full-iso", "long-iso", "iso", "locale"];
    let fitting: Vec<&str> = words
        .into_iter()
        .filter(|word| word.as_bytes().starts_with(&style))
        .collect();
    let (recent, other) = match fitting.as_slice() {
        ["full-iso"] => ("%Y-%m-%d %H:%M:%S.%N %z", "%Y-%m-%d %H:%M:%S.%N %z"),
        ["long-iso"] => ("%Y-%m-%d %H:%M", "%Y-%m-%d %H:%M"),
        ["iso"] => ("%m-%d %H:%M", "%Y-%m-%d "),
        ["locale"] => ("%b %e %H:%M", "%b %e  %Y"),
        fitting => {
            let word = run.word(&style);
            let kind = if fitting.is_empty() {
                "invalid"
            } else {
                "ambiguous"
            };
            run.say(cat![kind, " argument ", word, " for 'time style'"])?;
            run.put_error(
                "Valid arguments are:\n  - [posix-]full-iso\n  - [posix-]long-iso\n  - [posix-]iso\n  - [posix-]locale\n  - +FORMAT (e.g., +%H:%M) for a 'date'-style format\n",
            )?;
            return run.try_help(2);
        }
    };
    Ok(TimeStyle {
        recent: recent.into(),
        other: other.into(),
    })
}
