//! The words that options of `ls` take.

use super::settings::{Format, Mark, Quoting, Sort, TimeStyle};
use crate::bytes::{cat, number};
use crate::options::{Words, choice, pick};
use crate::quote::Charset;
use crate::run::{Run, Step};

/// When colours and marks are printed; the output is never a terminal.
pub(super) const WHEN: &[Words<bool>] = &[
    (&["always", "yes", "force"], true),
    (&["never", "no", "none"], false),
    (&["auto", "tty", "if-tty"], false),
];

/// The styles of quoting, and the names of those that are not supported.
const QUOTINGS: &[Words<Result<Quoting, &str>>] = &[
    (&["literal"], Ok(Quoting::Literal)),
    (&["shell"], Ok(Quoting::Shell)),
    (&["shell-always"], Ok(Quoting::ShellAlways)),
    (&["shell-escape"], Ok(Quoting::ShellEscape)),
    (&["shell-escape-always"], Ok(Quoting::ShellEscapeAlways)),
    (&["c"], Ok(Quoting::C)),
    (&["c-maybe"], Err("c-maybe")),
    (&["escape"], Ok(Quoting::Escape)),
    (&["locale"], Ok(Quoting::Locale)),
    (&["clocale"], Err("clocale")),
];

pub(super) const MARKS: &[Words<Mark>] = &[
    (&["none"], Mark::None),
    (&["slash"], Mark::Slash),
    (&["file-type"], Mark::FileType),
    (&["classify"], Mark::Classify),
];

pub(super) const FORMATS: &[Words<Format>] = &[
    (&["verbose", "long"], Format::Long),
    (&["commas"], Format::Commas),
    (&["horizontal", "across"], Format::Across),
    (&["vertical"], Format::Down),
    (&["single-column"], Format::OneEach),
];

pub(super) const SORTS: &[Words<Sort>] = &[
    (&["none"], Sort::None),
    (&["time"], Sort::Time),
    (&["size"], Sort::Size),
    (&["extension"], Sort::Extension),
    (&["version"], Sort::Version),
    (&["width"], Sort::Width),
];

/// The bound of a line; 0, and what is too large, is none.
pub(super) fn width(text: &[u8]) -> Option<usize> {
    if text.is_empty() || !text.iter().all(u8::is_ascii_digit) {
        return None;
    }
    if text[0] == b'0' {
        return usize::from_str_radix(std::str::from_utf8(text).ok()?, 8).ok();
    }
    Some(number(text).unwrap_or(0))
}

pub(super) fn quoting(run: &mut Run<'_, '_>, text: &[u8]) -> Step<Quoting> {
    match pick(run, "--quoting-style", text, QUOTINGS, 1)? {
        Ok(quoting) => Ok(quoting),
        Err(other) => run.die(2, format!("quoting style '{other}' is not supported")),
    }
}

/// There is one time, so only its name is taken.
pub(super) fn time_of(run: &mut Run<'_, '_>, text: &[u8]) -> Step<()> {
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

pub(super) fn time_style(run: &mut Run<'_, '_>, style: Option<Vec<u8>>) -> Step<TimeStyle> {
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
