//! What the options of `ls` say.

use super::options::TABLE;
use super::words::{FORMATS, MARKS, SORTS, WHEN, quoting, time_of, time_style, width};
use crate::bytes::{cat, number};
use crate::options::{Options, pick, unsupported};
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
                let is_wanted = match value {
                    Some(value) => pick(run, "--classify", value, WHEN, 1)?,
                    None => true,
                };
                if is_wanted {
                    settings.mark = Mark::Classify;
                }
            }
            "file-type" => settings.mark = Mark::FileType,
            "p" => settings.mark = Mark::Slash,
            "indicator-style" => settings.mark = pick(run, "--indicator-style", text, MARKS, 1)?,
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
            "format" => format = Some(pick(run, "--format", text, FORMATS, 1)?),
            "t" => sort = Some(Sort::Time),
            "S" => sort = Some(Sort::Size),
            "X" => sort = Some(Sort::Extension),
            "v" => sort = Some(Sort::Version),
            "U" => sort = Some(Sort::None),
            "sort" => sort = Some(pick(run, "--sort", text, SORTS, 1)?),
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
                settings.colors = match value {
                    Some(value) => pick(run, "--color", value, WHEN, 1)?,
                    None => true,
                };
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
                return unsupported(run, other, 2);
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
