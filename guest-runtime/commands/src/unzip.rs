//! `unzip` and `zipinfo`, as UnZip 6.00 of Info-ZIP has them.

mod extract;
mod info;
mod list;
mod names;
mod say;
mod settings;

use settings::{Action, Settings};

use crate::bytes::cat;
use crate::files::Kind;
use crate::glob::{self, Rules};
use crate::paths;
use crate::run::{End, Run, Step};
use crate::zip::archive::{Archive, Bad};
use crate::zip::shown;

/// Exit codes.
const WARNING: u8 = 1;
const ERROR: u8 = 2;
const SEVERE: u8 = 3;
const NO_ARCHIVE: u8 = 9;
const MISUSED: u8 = 10;
const NOT_FOUND: u8 = 11;
const OVERLAP: u8 = 12;
const NOT_WRITTEN: u8 = 50;
const UNSUPPORTED: u8 = 81;
/// Of members that are encrypted.
const ENCRYPTED: u8 = 5;

pub(crate) async fn unzip(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let is_info = arguments
        .first()
        .is_some_and(|word| word.starts_with(b"-Z"));
    if is_info {
        return zipinfo(run, settings::without_z(arguments)).await;
    }
    let settings = settings::unzip(run, arguments)?;
    archives(run, settings).await
}

pub(crate) async fn zipinfo(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    run.name = "zipinfo";
    let settings = settings::zipinfo(run, arguments)?;
    archives(run, settings).await
}

impl Settings {
    /// Writes a line that tells of a fault: where the listing goes, for `zipinfo`.
    fn complain(&self, run: &mut Run<'_, '_>, text: impl AsRef<[u8]>) -> Step<()> {
        if self.action == Action::Test {
            return run.put(text);
        }
        if matches!(self.action, Action::Info(info) if info.is_listing()) && self.wants_all() {
            return run.put(text);
        }
        run.flush()?;
        run.put_error(text)
    }

    /// Whether only what is asked for goes to the output.
    fn is_pipe(&self) -> bool {
        self.action == Action::Pipe
    }
}

/// How many archives ended how.
#[derive(Default)]
struct Counts {
    good: usize,
    warned: usize,
    failed: usize,
    missing: usize,
}

async fn archives(run: &mut Run<'_, '_>, mut settings: Settings) -> Step<()> {
    let name = settings.archive.clone();
    let files = found(run, &name);
    if files.is_empty() && name.iter().any(|byte| b"*?[".contains(byte)) {
        let text = cat![
            run.name,
            ":  cannot find or open ",
            name,
            ", ",
            name,
            ".zip or ",
            name,
            ".ZIP.\n"
        ];
        settings.complain(run, text)?;
        return Err(End(NO_ARCHIVE));
    }
    let is_one = files.len() < 2;
    let mut counts = Counts::default();
    let mut worst = 0;
    for (number, file) in files.iter().enumerate() {
        let is_quiet = settings.quiet > 0 || settings.is_pipe();
        if number > 0 && !is_quiet && counts.missing < number {
            run.put("\n")?;
        }
        run.status = 0;
        for pattern in settings.wanted.iter_mut().chain(&mut settings.excluded) {
            pattern.was_found = false;
        }
        let is_there = one(run, &mut settings, file, is_one).await?;
        match run.status {
            _ if !is_there => counts.missing += 1,
            0 => counts.good += 1,
            WARNING => counts.warned += 1,
            _ => counts.failed += 1,
        }
        worst = worst.max(run.status);
    }
    run.status = worst;
    if !is_one && settings.quiet == 0 && !settings.is_pipe() {
        counts.say(run, &settings)?;
    }
    Ok(())
}

impl Counts {
    fn say(&self, run: &mut Run<'_, '_>, settings: &Settings) -> Step<()> {
        let line = |count: usize, one: &str, many: &str| match count {
            0 => String::new(),
            1 => format!("1 {one}\n"),
            count => format!("{count} {many}\n"),
        };
        let text = [
            "\n".to_owned(),
            line(
                self.good,
                "archive was successfully processed.",
                "archives were successfully processed.",
            ),
            line(
                self.warned,
                "archive had warnings but no fatal errors.",
                "archives had warnings but no fatal errors.",
            ),
            line(
                self.failed,
                "archive had fatal errors.",
                "archives had fatal errors.",
            ),
            line(
                self.missing,
                "file had no zipfile directory.",
                "files had no zipfile directory.",
            ),
        ];
        settings.complain(run, text.concat())
    }
}

/// The files that a name stands for: one of that name, or with `.zip` behind it, or those that fit it as a
/// pattern.
fn found(run: &Run<'_, '_>, name: &[u8]) -> Vec<Vec<u8>> {
    let is_file = |name: &[u8]| run.stat(name).is_ok_and(|stat| !stat.is_directory());
    for suffix in ["", ".zip", ".ZIP"] {
        let with = cat![name, suffix];
        if is_file(&with) {
            return vec![with];
        }
    }
    let has_pattern = name.iter().any(|byte| b"*?[".contains(byte));
    if !has_pattern {
        return vec![name.to_vec()];
    }
    let pattern = paths::last_part(name);
    let above = &name[..name.len() - pattern.len()];
    let directory = if above.is_empty() { b"." } else { above };
    let rules = Rules {
        period: true,
        ..Rules::default()
    };
    let entries = run.list(directory).unwrap_or_default();
    entries
        .into_iter()
        .filter(|entry| entry.kind != Kind::Directory && glob::fits(pattern, &entry.name, rules))
        .map(|entry| cat![above, entry.name])
        .collect()
}

/// Does what is asked for with an archive. Answers whether it is one.
async fn one(
    run: &mut Run<'_, '_>,
    settings: &mut Settings,
    name: &[u8],
    is_alone: bool,
) -> Step<bool> {
    let says_name = settings.says_name();
    let opened = Archive::open(run, run.at(name));
    if let Err(Bad::Read(errno)) = &opened {
        let text = if *errno != crate::Errno::Access {
            cat![
                run.name,
                ":  cannot find or open ",
                name,
                ", ",
                name,
                ".zip or ",
                name,
                ".ZIP.\n"
            ]
        } else {
            cat![run.name, ":  cannot open ", name, ": ", errno, "\n"]
        };
        settings.complain(run, text)?;
        run.status = NO_ARCHIVE;
        return Ok(false);
    }
    if says_name {
        run.put(cat!["Archive:  ", name, "\n"])?;
    }
    let mut archive = match opened {
        Ok(archive) => archive,
        Err(bad) => {
            no_archive(run, settings, name, &bad, is_alone)?;
            run.status = NO_ARCHIVE;
            return Ok(false);
        }
    };
    if !archive.comment.is_empty() && settings.says_comment() {
        run.put(&archive.comment)?;
        if !archive.comment.ends_with(b"\n") {
            run.put("\n")?;
        }
    }
    if settings.action == Action::Comment {
        return Ok(true);
    }
    shifted(run, settings, name, &archive)?;
    if archive.count == 0 && !matches!(settings.action, Action::Info(_)) {
        run.flush()?;
        run.put_error(cat!["warning [", name, "]:  zipfile is empty\n"])?;
        run.status = WARNING;
        return Ok(true);
    }
    match settings.action {
        Action::List | Action::Verbose => list::list(run, settings, name, &archive).await?,
        Action::Info(info) => info::info(run, settings, info, name, &archive).await?,
        _ => extract::extract(run, settings, name, &mut archive).await?,
    }
    Ok(true)
}

/// Says of an archive that something was put before it, or taken away.
fn shifted(run: &mut Run<'_, '_>, settings: &Settings, name: &[u8], archive: &Archive) -> Step<()> {
    let bytes = archive.shift.unsigned_abs();
    let text = match archive.shift {
        0 => return Ok(()),
        1.. => {
            run.status = run.status.max(WARNING);
            format!("]:  {bytes} extra bytes at beginning or within zipfile\n")
        }
        _ => {
            run.status = run.status.max(ERROR);
            format!("]:  missing {bytes} bytes in zipfile\n")
        }
    };
    let kind = if archive.shift > 0 {
        "warning ["
    } else {
        "error ["
    };
    settings.complain(
        run,
        cat![kind, name, text, "  (attempting to process anyway)\n"],
    )
}

fn no_archive(
    run: &mut Run<'_, '_>,
    settings: &Settings,
    name: &[u8],
    bad: &Bad,
    is_alone: bool,
) -> Step<()> {
    let is_info = matches!(settings.action, Action::Info(_));
    if *bad == Bad::Parts {
        let text =
            ":  this is a part of an archive in several files, which is not supported here\n";
        return settings.complain(run, cat![name, text]);
    }
    if is_info || settings.quiet > 0 || settings.is_pipe() {
        settings.complain(run, cat!["[", name, "]\n"])?;
    }
    settings.complain(
        run,
        "  End-of-central-directory signature not found.  Either this file is not
  a zipfile, or it constitutes one disk of a multi-part archive.  In the
  latter case the central directory and zipfile comment will be found on
  the last disk(s) of this archive.\n",
    )?;
    if !is_alone || settings.is_pipe() {
        return Ok(());
    }
    let space = " ".repeat(run.name.len() + 3);
    let text = cat![
        run.name,
        ":  cannot find zipfile directory in one of ",
        name,
        " or\n",
        space,
        name,
        ".zip, and cannot find ",
        name,
        ".ZIP, period.\n"
    ];
    settings.complain(run, text)
}

/// Says that the directory of an archive is damaged, and ends with that archive.
fn damaged(run: &mut Run<'_, '_>, settings: &Settings, name: &[u8], bad: &Bad) -> Step<()> {
    run.status = run.status.max(SEVERE);
    let text = match bad {
        Bad::Record(number) => cat![
            "error [",
            name,
            "]:  expected central file header signature not found (file #",
            number.to_string(),
            ").\n"
        ],
        Bad::Read(errno) => cat!["error [", name, "]:  ", errno, "\n"],
        _ => cat![
            "error [",
            name,
            "]:  the directory of the archive is cut off\n"
        ],
    };
    settings.complain(run, text)
}

/// A name with spaces up to a width in bytes.
fn padded(name: &[u8], width: usize) -> Vec<u8> {
    cat![name, " ".repeat(width.saturating_sub(name.len()))]
}

/// How much smaller the one number is than the other, in tenths of a percent.
fn ratio(size: u64, packed: u64) -> i64 {
    let (size, packed) = (i128::from(size), i128::from(packed));
    if size == 0 {
        return 0;
    }
    let difference = size - packed;
    let half = size / 2;
    let tenths = if difference >= 0 {
        (difference * 1000 + half) / size
    } else {
        -((-difference * 1000 + half) / size)
    };
    i64::try_from(tenths).unwrap_or(i64::MIN)
}
