//! `zip`, as Zip 3.0 of Info-ZIP has it.
//!
//! A new archive is written beside the old one, and takes its place when it is whole. Members are
//! compressed in pieces: those of some megabytes have their lengths behind them.

pub(crate) mod archive;
mod find;
pub(crate) mod member;
mod page;
mod settings;
mod write;

use std::collections::{BTreeMap, BTreeSet};

use archive::{Archive, Bad};
use find::{Found, fits_any};
use member::{BZIPPED, Member, STORED};
use settings::{Action, Settings};
use write::Out;

use crate::bytes::cat;
use crate::paths;
use crate::run::{End, Run, Step};
use crate::streams::{NewFile, Sink};

/// Exit codes.
const NOT_AN_ARCHIVE: u8 = 3;
const TEST_FAILED: u8 = 8;
const NOTHING_TO_DO: u8 = 12;
const NOT_WRITTEN: u8 = 14;
const NOT_MADE: u8 = 15;
const MISUSED: u8 = 16;
const NOT_READ: u8 = 18;

/// The archive as it is before the command.
struct Made {
    archive: Option<Archive>,
    /// The number of its file.
    archive_number: Option<u64>,
    mode: Option<u32>,
    members: Vec<Member>,
}

/// What becomes of a member.
enum Plan {
    Keep(Member),
    Replace(Found),
    Add(Found),
}

/// A name as it is shown: control characters with a caret.
pub(crate) fn shown(name: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(name.len());
    for byte in name {
        match byte {
            0..=31 => out.extend([b'^', byte + 64]),
            127 => out.extend(b"^?"),
            _ => out.push(*byte),
        }
    }
    out
}

/// Writes a message: to the output, unless that is the archive.
fn tell(run: &mut Run<'_, '_>, settings: &Settings, text: impl AsRef<[u8]>) -> Step<()> {
    if settings.archive == b"-" {
        run.flush()?;
        return run.put_error(text);
    }
    run.put(text)
}

fn warn(run: &mut Run<'_, '_>, settings: &Settings, text: impl AsRef<[u8]>) -> Step<()> {
    if settings.quiet > 0 {
        return Ok(());
    }
    tell(run, settings, cat!["\tzip warning: ", text, "\n"])
}

fn fatal<T>(
    run: &mut Run<'_, '_>,
    settings: &Settings,
    code: u8,
    text: impl AsRef<[u8]>,
) -> Step<T> {
    tell(run, settings, cat!["\nzip error: ", text, "\n"])?;
    run.flush()?;
    Err(End(code))
}

pub(crate) async fn zip(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let mut settings = settings::read(run, arguments).await?;
    let made = old(run, &settings)?;
    let is_missing = made.archive.is_none() && settings.archive != b"-";
    if is_missing && !matches!(settings.action, Action::Add | Action::Sync) {
        let text = cat![settings.archive, " not found or empty"];
        warn(run, &settings, text)?;
    }
    let names: BTreeSet<Vec<u8>> = made
        .members
        .iter()
        .map(|member| member.name.clone())
        .collect();
    let mut found = match settings.action {
        Action::Delete | Action::Copy => Vec::new(),
        _ => find::find(run, &settings, &made, &names).await?,
    };
    if settings.shows {
        return show(run, &settings, &made, &found);
    }
    if settings.tests && settings.archive == b"-" {
        settings.tests = false;
        warn(run, &settings, "can't use -T on stdout, -T ignored")?;
    }
    let only_changes = settings.names.is_empty() && found.is_empty();
    let plan = match settings.action {
        Action::Delete => deleted(run, &settings, &made)?,
        Action::Copy => copied(run, &settings, &made)?,
        Action::Add if only_changes && settings.out.is_some() => copied(run, &settings, &made)?,
        Action::Add if only_changes && settings.changes_archive() && !is_missing => {
            made.members.iter().cloned().map(Plan::Keep).collect()
        }
        _ => planned(run, &settings, &made, &mut found)?,
    };
    write(run, &settings, made, plan).await
}

impl Settings {
    /// Whether an archive is changed, or looked at, although nothing is put into it.
    fn changes_archive(&self) -> bool {
        self.tests || self.asks_comment || self.is_as_old
    }
}

/// Reads the archive that is there.
fn old(run: &mut Run<'_, '_>, settings: &Settings) -> Step<Made> {
    let mut made = Made {
        archive: None,
        archive_number: None,
        mode: None,
        members: Vec::new(),
    };
    let name = &settings.archive;
    if name == b"-" {
        return Ok(made);
    }
    let Ok(stat) = run.stat(name) else {
        return Ok(made);
    };
    made.archive_number = Some(stat.number);
    made.mode = Some(stat.mode);
    if stat.is_file() && stat.size == 0 {
        return Ok(made);
    }
    let read = Archive::open(run, run.at(name)).and_then(|archive| {
        let mut directory = archive.directory();
        while let Some(member) = directory.next(run)? {
            made.members.push(member);
        }
        made.archive = Some(archive);
        Ok(())
    });
    match read {
        Ok(()) => Ok(made),
        Err(Bad::Read(errno)) => {
            let text = cat!["Could not read archive: ", errno, " (", name, ")"];
            fatal(run, settings, NOT_MADE, text)
        }
        Err(Bad::NoArchive) => {
            let lines = [
                "missing end signature--probably not a zip file (did you",
                "remember to use binary mode when you transferred it?)",
            ];
            for line in lines {
                warn(run, settings, line)?;
            }
            let text = cat!["Zip file structure invalid (", name, ")"];
            fatal(run, settings, NOT_AN_ARCHIVE, text)
        }
        Err(_) => {
            let text = cat!["Zip file structure invalid (", name, ")"];
            fatal(run, settings, NOT_AN_ARCHIVE, text)
        }
    }
}

/// Says that there is nothing to do.
fn nothing<T>(run: &mut Run<'_, '_>, settings: &Settings) -> Step<T> {
    let text = match &settings.hint {
        Some(hint)
            if settings.action != Action::Delete
                && settings.included.is_empty()
                && settings.excluded.is_empty() =>
        {
            cat!["Nothing to do! (try: zip", hint, ")"]
        }
        _ => cat!["Nothing to do! (", settings.archive, ")"],
    };
    fatal(run, settings, NOTHING_TO_DO, text)
}

/// Members without those that fit patterns.
fn deleted(run: &mut Run<'_, '_>, settings: &Settings, made: &Made) -> Step<Vec<Plan>> {
    let mut plan = Vec::new();
    let mut removed = Vec::new();
    let mut was_found = vec![false; settings.names.len()];
    for member in &made.members {
        let mut is_removed = false;
        if !settings.allows_time(member.mtime_us()) {
            plan.push(Plan::Keep(member.clone()));
            continue;
        }
        for (number, pattern) in settings.names.iter().enumerate() {
            if fits_any(settings, std::slice::from_ref(pattern), &member.name) {
                was_found[number] = true;
                is_removed = true;
            }
        }
        if is_removed {
            removed.push(member.name.clone());
        } else {
            plan.push(Plan::Keep(member.clone()));
        }
    }
    for (pattern, _) in settings
        .names
        .iter()
        .zip(was_found)
        .filter(|(_, found)| !found)
    {
        // What is a file was found, if not here.
        if run.stat(pattern).is_ok() && settings.allows(pattern) {
            continue;
        }
        warn(run, settings, cat!["name not matched: ", pattern])?;
    }
    if removed.is_empty() {
        return nothing(run, settings);
    }
    for name in removed {
        if settings.quiet == 0 {
            tell(run, settings, cat!["deleting: ", shown(&name), "\n"])?;
        }
    }
    Ok(plan)
}

/// Members that fit patterns, or all.
fn copied(run: &mut Run<'_, '_>, settings: &Settings, made: &Made) -> Step<Vec<Plan>> {
    if settings.out.is_none() {
        return settings::misused(run, "a copy of members needs --out");
    }
    let names = &settings.names;
    let kept: Vec<Plan> = made
        .members
        .iter()
        .filter(|member| names.is_empty() || fits_any(settings, names, &member.name))
        .filter(|member| settings.allows(&member.name))
        .cloned()
        .map(Plan::Keep)
        .collect();
    if kept.is_empty() {
        return nothing(run, settings);
    }
    for member in &kept {
        if let (Plan::Keep(member), 0) = (member, settings.quiet) {
            tell(run, settings, cat![" copying: ", shown(&member.name), "\n"])?;
        }
    }
    Ok(kept)
}

/// Members with those that are put into the archive.
fn planned(
    run: &mut Run<'_, '_>,
    settings: &Settings,
    made: &Made,
    found: &mut Vec<Found>,
) -> Step<Vec<Plan>> {
    let goes_on = if made.archive.is_some() {
        settings.changes_archive()
    } else {
        !settings.included.is_empty()
    };
    let is_nothing = match settings.action {
        Action::Add => !goes_on,
        // Nothing on the disk is no wish for an empty archive.
        Action::Sync => true,
        _ => false,
    };
    if found.is_empty() && is_nothing {
        return nothing(run, settings);
    }
    let mut new: BTreeMap<Vec<u8>, Found> = BTreeMap::new();
    let mut order = Vec::new();
    for found in found.drain(..) {
        order.push(found.name.clone());
        new.insert(found.name.clone(), found);
    }
    let mut plan = Vec::new();
    let mut is_changed = false;
    for member in &made.members {
        let Some(found) = new.remove(&member.name) else {
            if settings.action == Action::Sync {
                is_changed = true;
                if settings.quiet == 0 {
                    tell(run, settings, cat!["deleting: ", shown(&member.name), "\n"])?;
                }
            } else {
                plan.push(Plan::Keep(member.clone()));
            }
            continue;
        };
        let seconds = |time: i64| time.div_euclid(crate::times::MICROS);
        let (is, was) = (seconds(found.stat.mtime_us), seconds(member.mtime_us()));
        let replaces = match settings.action {
            Action::Update | Action::Freshen => is > was,
            Action::Sync => is != was || !member.is_directory() && found.stat.size != member.size,
            _ => true,
        };
        is_changed |= replaces;
        plan.push(if replaces {
            Plan::Replace(found)
        } else {
            Plan::Keep(member.clone())
        });
    }
    for name in order {
        if let (Some(found), true) = (new.remove(&name), settings.action != Action::Freshen) {
            is_changed = true;
            plan.push(Plan::Add(found));
        }
    }
    if !is_changed && !goes_on {
        if settings.action == Action::Sync {
            if settings.quiet == 0 {
                tell(run, settings, "Archive is current\n")?;
            }
            run.flush()?;
            return Err(End(run.status));
        }
        run.flush()?;
        return Err(End(NOTHING_TO_DO));
    }
    Ok(plan)
}

/// Where the archive goes: a file beside it, or the output.
fn target(run: &mut Run<'_, '_>, settings: &Settings, name: &[u8]) -> Step<Out> {
    if name == b"-" {
        return Ok(Out::new(Sink::Output, name.to_vec()));
    }
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    let above = &name[..name.len() - paths::last_part(name).len()];
    for _ in 0..100 {
        let mut bytes = [0; 6];
        (run.ctx.random)(&mut bytes);
        let letters = bytes.map(|byte| LETTERS[usize::from(byte) % LETTERS.len()]);
        let path = run.at(&cat![above, "zi", letters]);
        match NewFile::make(run.files(), path, false) {
            Ok(file) => return Ok(Out::new(Sink::File(file), name.to_vec())),
            Err(crate::Errno::Exists) => {}
            Err(errno) => {
                tell(run, settings, cat!["zip I/O error: ", errno])?;
                let text = cat!["Could not create output file (", name, ")"];
                return fatal(run, settings, NOT_MADE, text);
            }
        }
    }
    let text = cat!["Could not create output file (", name, ")"];
    fatal(run, settings, NOT_MADE, text)
}

async fn write(
    run: &mut Run<'_, '_>,
    settings: &Settings,
    made: Made,
    plan: Vec<Plan>,
) -> Step<()> {
    let name = settings.out.as_ref().unwrap_or(&settings.archive);
    let is_test = settings.tests
        && !plan.iter().any(|plan| !matches!(plan, Plan::Keep(_)))
        && settings.action == Action::Add
        && !settings.asks_comment;
    if is_test {
        return test(run, settings, name, &run.at(name)).await;
    }
    let mut comment = made
        .archive
        .as_ref()
        .map_or(Vec::new(), |archive| archive.comment.clone());
    let mut out = target(run, settings, name)?;
    let mut moved = Vec::new();
    for step in plan {
        let (found, verb) = match step {
            Plan::Keep(member) => {
                let name = member.name.clone();
                let archive = made.archive.as_ref().expect("it has the member");
                if let Err(bad) = out.copy(run, archive, member).await? {
                    out.remove(run);
                    return unreadable(run, settings, &name, &bad);
                }
                continue;
            }
            Plan::Replace(found) if settings.action == Action::Freshen => (found, "freshening: "),
            Plan::Replace(found) => (found, "updating: "),
            Plan::Add(found) => (found, "  adding: "),
        };
        if !out.add(run, settings, &found).await? {
            continue;
        }
        if let (Some(member), 0) = (out.members().last(), settings.quiet) {
            let line = cat![verb, progress(settings, member)];
            tell(run, settings, line)?;
        }
        moved.push(found);
        run.turn().await;
    }
    if settings.is_verbose && settings.quiet == 0 {
        let members = out.members().iter();
        let (size, packed) = members.fold((0, 0), |sums, member| {
            (sums.0 + member.size, sums.1 + member.packed)
        });
        let percent = percent(size, packed);
        tell(
            run,
            settings,
            format!("total bytes={size}, compressed={packed} -> {percent}% savings\n"),
        )?;
    }
    if settings.asks_comment {
        if settings.quiet == 0 {
            tell(run, settings, "enter new zip file comment (end with .):\n")?;
        }
        run.flush()?;
        comment = read_comment(run).await;
    }
    if out.members().is_empty() {
        warn(run, settings, "zip file empty")?;
    }
    let files = out.members().iter().filter(|member| !member.is_directory());
    let newest = files.map(Member::even_us).max();
    if settings.is_as_old && newest.is_none() && !out.members().is_empty() {
        let text = "zip file has only directories, can't make it as old as latest entry";
        warn(run, settings, text)?;
    }
    let mode = made.mode.unwrap_or(0o666 & !run.ctx.umask);
    let path = out.finish(run, &comment, mode).await?;
    if name != b"-" {
        if settings.tests {
            let tested = test(run, settings, name, &path).await;
            if tested.is_err() {
                let _ = run.files().unlink(&path);
            }
            tested?;
        }
        let place = run.files().real_path(&run.at(name));
        let place = place.unwrap_or_else(|_| run.at(name));
        if let Err(errno) = run.files().rename(&path, &place) {
            let _ = run.files().unlink(&path);
            let text = cat!["Could not create output file (", name, "): ", errno];
            return fatal(run, settings, NOT_MADE, text);
        }
        if let (true, Some(time)) = (settings.is_as_old, newest) {
            let _ = run.files().set_time(&place, time, true);
        }
    }
    if settings.moves {
        remove(run, settings, &moved)?;
    }
    Ok(())
}

/// A member, and how it was compressed.
fn progress(settings: &Settings, member: &Member) -> Vec<u8> {
    let word = match member.method {
        STORED => "stored",
        BZIPPED => "bzipped",
        _ => "deflated",
    };
    let lengths = if settings.is_verbose {
        format!("\t(in={}) (out={})", member.size, member.packed)
    } else {
        String::new()
    };
    let percent = percent(member.size, member.packed);
    cat![
        shown(&member.name),
        lengths,
        format!(" ({word} {percent}%)\n")
    ]
}

fn percent(size: u64, packed: u64) -> u64 {
    if size <= packed {
        return 0;
    }
    let (size, packed) = (u128::from(size), u128::from(packed));
    let percent = (200 * (size - packed) / size).div_ceil(2);
    u64::try_from(percent).unwrap_or(100)
}

fn unreadable(run: &mut Run<'_, '_>, settings: &Settings, name: &[u8], bad: &Bad) -> Step<()> {
    let why = match bad {
        Bad::Read(errno) => errno.words(),
        Bad::Offset(_) => "it is not where the directory says",
        _ => "its data is cut off",
    };
    let text = cat![
        "Zip file structure invalid (",
        settings.archive,
        ": ",
        name,
        ": ",
        why,
        ")"
    ];
    fatal(run, settings, NOT_AN_ARCHIVE, text)
}

/// Lines of the input up to one that is a dot.
async fn read_comment(run: &mut Run<'_, '_>) -> Vec<u8> {
    /// A comment has no more bytes.
    const BYTES_MAX: usize = 65_535;
    let mut text: Vec<u8> = Vec::new();
    let mut byte = [0];
    while text.len() < BYTES_MAX {
        match run.input(&mut byte).await {
            Ok(1..) => text.push(byte[0]),
            Ok(0) | Err(_) => break,
        }
        if text == b".\n" || text.ends_with(b"\n.\n") {
            text.truncate(text.len() - 2);
            break;
        }
    }
    if text.ends_with(b"\n") {
        text.pop();
    }
    text
}

/// Reads all of an archive, which is to be that of the settings.
async fn test(run: &mut Run<'_, '_>, settings: &Settings, name: &[u8], path: &[u8]) -> Step<()> {
    let tested = match Archive::open(run, path.to_vec()) {
        Ok(mut archive) => {
            let mut directory = archive.directory();
            let mut bytes = Vec::new();
            loop {
                let member = match directory.next(run) {
                    Ok(Some(member)) => member,
                    Ok(None) => break Ok(()),
                    Err(bad) => break Err(bad),
                };
                if member.is_encrypted() {
                    continue;
                }
                let opened = archive.open_member(run, &member);
                let mut content = match opened {
                    Ok(content) => content,
                    Err(bad) => break Err(bad),
                };
                let ended = loop {
                    match content.next(run, &mut bytes) {
                        Ok(()) if bytes.is_empty() => break Ok(()),
                        Ok(()) => run.turn().await,
                        Err(bad) => break Err(bad),
                    }
                };
                if let Err(bad) = ended {
                    break Err(bad);
                }
            }
        }
        Err(bad) => Err(bad),
    };
    if tested.is_err() {
        let text = cat!["test of ", name, " FAILED\n"];
        tell(run, settings, text)?;
        let text = cat![
            "Zip file invalid, could not spawn unzip, or wrong unzip (original files unmodified) (",
            name,
            ")"
        ];
        return fatal(run, settings, TEST_FAILED, text);
    }
    if settings.quiet == 0 {
        tell(run, settings, cat!["test of ", name, " OK\n"])?;
    }
    Ok(())
}

/// Removes files that are in the archive now, and directories that became empty.
fn remove(run: &mut Run<'_, '_>, settings: &Settings, moved: &[Found]) -> Step<()> {
    for found in moved.iter().rev() {
        let Some(path) = &found.path else { continue };
        let path = run.at(path);
        let removed = if found.stat.is_directory() {
            match run.files().remove_directory(&path) {
                Err(crate::Errno::NotEmpty | crate::Errno::NotDirectory) => Ok(()),
                removed => removed,
            }
        } else {
            run.files().unlink(&path)
        };
        if let Err(errno) = removed {
            run.status = run.status.max(NOT_READ);
            warn(
                run,
                settings,
                cat!["could not delete ", found.name, ": ", errno],
            )?;
        }
    }
    Ok(())
}

/// What would be put into the archive, or what is in it.
fn show(run: &mut Run<'_, '_>, settings: &Settings, made: &Made, found: &[Found]) -> Step<()> {
    let is_listing = settings.names.is_empty();
    let names: Vec<(Vec<u8>, u64)> = if is_listing {
        let members = made.members.iter();
        members
            .map(|member| (member.name.clone(), member.size))
            .collect()
    } else {
        found
            .iter()
            .map(|found| {
                let size = if found.stat.is_file() {
                    found.stat.size
                } else {
                    0
                };
                (found.name.clone(), size)
            })
            .collect()
    };
    let head = if is_listing {
        "Archive contains:\n"
    } else {
        match settings.action {
            Action::Freshen => "Would Freshen:\n",
            _ => "Would Add/Update:\n",
        }
    };
    if settings.quiet == 0 {
        tell(run, settings, head)?;
    }
    let mut bytes = 0;
    for (name, size) in &names {
        bytes += size;
        if settings.quiet == 0 {
            tell(run, settings, cat!["  ", shown(name), "\n"])?;
        }
    }
    let count = names.len();
    tell(
        run,
        settings,
        format!("Total {count} entries ({bytes} bytes)\n"),
    )
}
