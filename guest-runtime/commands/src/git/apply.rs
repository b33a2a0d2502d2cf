//! `git apply`: all of a patch, or nothing.

mod fit;

use std::collections::BTreeMap;

use super::changes::{Change, Content, Status, absolute, top_path};
use super::commit::unwritable;
use super::patch::quoted;
use super::{Words, error, fatal, files, instead, option, stat, unknown};
use crate::Errno;
use crate::bytes::cat;
use crate::patch::parse::{FilePatch, Says, Wrong, name_of, parse};
use crate::run::{End, Run, Step};

#[derive(Default)]
struct Asked {
    checks: bool,
    reverses: bool,
    shows: bool,
    numbers: bool,
    strip: usize,
}

pub(super) async fn apply(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let words = Words::new(
        arguments,
        &["-p", "-C", "--directory", "--exclude", "--include"],
    );
    let mut asked = Asked {
        strip: 1,
        ..Asked::default()
    };
    for word in &words.options {
        let (name, value) = option(word);
        match (name.as_str(), value.as_deref()) {
            ("--check", None) => asked.checks = true,
            ("-R" | "--reverse", None) => asked.reverses = true,
            ("--stat", None) => asked.shows = true,
            ("--numstat", None) => asked.numbers = true,
            (
                "--apply"
                | "--index"
                | "--cached"
                | "-v"
                | "--verbose"
                | "-q"
                | "--quiet"
                | "--recount"
                | "--unidiff-zero"
                | "--whitespace"
                | "--ignore-whitespace"
                | "--allow-empty",
                _,
            ) => {}
            ("-3" | "--3way" | "--reject", None) => {
                return instead(
                    run,
                    cat![
                        "apply: ",
                        name,
                        " is not there: patch -p1 puts in what fits, and keeps the rest in FILE.rej"
                    ],
                );
            }
            (short, value) if short.starts_with("-p") => {
                let count = value.unwrap_or(&short[2..]).parse();
                let Ok(count) = count else {
                    return unknown(run, "apply", word);
                };
                asked.strip = count;
            }
            _ => return unknown(run, "apply", word),
        }
    }
    let mut operands = words.all_operands();
    if operands.is_empty() {
        operands.push(b"-".to_vec());
    }
    for name in operands {
        let text = patch_text(run, &name).await?;
        one(run, &asked, &text)?;
    }
    Ok(())
}

async fn patch_text(run: &mut Run<'_, '_>, name: &[u8]) -> Step<Vec<u8>> {
    if name != b"-" {
        return match run.files().read(&run.at(name), 0, usize::MAX) {
            Ok(text) => Ok(text),
            Err(errno) => error(run, cat!["can't open patch '", name, "': ", errno])
                .map_err(|_| End(super::FATAL)),
        };
    }
    match run.rest_of_input().await {
        Ok(text) => Ok(text),
        Err(_) => fatal(run, "unable to read the patch: Input/output error"),
    }
}

fn one(run: &mut Run<'_, '_>, asked: &Asked, text: &[u8]) -> Step<()> {
    let patches = match parse(text, false) {
        Ok(patches) => patches,
        Err(Wrong::Garbage) => {
            return corrupt(
                run,
                "No valid patches in input (allow with \"--allow-empty\")",
            );
        }
        Err(Wrong::Malformed(line, _)) => {
            return corrupt(run, &format!("corrupt patch at line {line}"));
        }
        Err(Wrong::Other(what)) => return corrupt(run, what),
    };
    if text
        .windows(17)
        .any(|part| part == b"\nGIT binary patch\n".get(..17).unwrap_or_default())
    {
        return instead(
            run,
            "apply: binary patches are not read: copy such files with cp",
        );
    }
    if asked.shows || asked.numbers {
        return put_stat(run, asked, &patches);
    }
    // What files become, by their paths; nothing of a path that is gone.
    let mut results: BTreeMap<Vec<u8>, Option<Content>> = BTreeMap::new();
    let mut all = Vec::new();
    let mut has_failed = false;
    let mut order: Vec<FilePatch> = patches;
    if asked.reverses {
        order = order.into_iter().map(reversed).collect();
    }
    for patch in &order {
        match changed(run, asked, patch, &results)? {
            Some(change) => {
                if let Some(from) = &change.from
                    && !patch.copies
                {
                    results.insert(from.clone(), None);
                }
                results.insert(change.path.clone(), change.after.clone());
                all.push(change);
            }
            None => has_failed = true,
        }
    }
    if has_failed {
        return Err(End(1)).or_else(|end| run.flush().and(Err(end)));
    }
    if asked.checks {
        return Ok(());
    }
    // What goes makes room first.
    let (gone, there): (Vec<_>, Vec<_>) =
        results.iter().partition(|(_, content)| content.is_none());
    for (path, content) in gone.into_iter().chain(there) {
        if let Err(errno) = files::put(run, path, content.as_ref()) {
            return unwritable(run, path, errno);
        }
    }
    Ok(())
}

/// What a patch says of itself: the files need not be there.
fn put_stat(run: &mut Run<'_, '_>, asked: &Asked, patches: &[FilePatch]) -> Step<()> {
    let mut files = Vec::new();
    for patch in patches {
        let names = names_of(run, asked, patch);
        let side = usize::from(patch.says(1) != Says::Missing);
        let Some(name) = names[side].clone().or_else(|| names[1 - side].clone()) else {
            return corrupt(run, "a patch without a name of a file");
        };
        let count = |mark: u8| {
            let lines = patch.hunks.iter().flat_map(|hunk| &hunk.lines);
            lines.filter(|line| line.mark == mark).count()
        };
        let (added, removed) = (count(b'+'), count(b'-'));
        files.push(match asked.reverses {
            true => (name, removed, added),
            false => (name, added, removed),
        });
    }
    if asked.shows {
        run.put(stat::of_patches(&files))?;
    }
    for (name, added, removed) in files.iter().filter(|_| asked.numbers) {
        run.put(cat![format!("{added}\t{removed}\t"), quoted(name), "\n"])?;
    }
    Ok(())
}

fn reversed(patch: FilePatch) -> FilePatch {
    // The mode of before is on the line that names it.
    let old_mode = patch.leading.iter().find_map(|line| {
        let text = line
            .strip_prefix(b"old mode ")
            .or_else(|| line.strip_prefix(b"deleted file mode "))?;
        u32::from_str_radix(std::str::from_utf8(text).ok()?.trim(), 8).ok()
    });
    let mut patch = patch.reversed();
    patch.mode = old_mode;
    patch
}

fn corrupt<T>(run: &mut Run<'_, '_>, message: &str) -> Step<T> {
    error::<T>(run, message).map_err(|_| End(super::FATAL))
}

/// A name of a patch, from the top.
fn path_of(run: &Run<'_, '_>, name: &[u8], strip: usize) -> Option<Vec<u8>> {
    if name == b"/dev/null" {
        return None;
    }
    let parts: Vec<&[u8]> = name
        .split(|byte| *byte == b'/')
        .filter(|part| !part.is_empty())
        .collect();
    let rest = parts.get(strip..).filter(|rest| !rest.is_empty())?;
    Some(top_path(&run.at(&rest.join(&b'/'))))
}

/// The paths of a patch, before it and behind it.
fn names_of(run: &Run<'_, '_>, asked: &Asked, patch: &FilePatch) -> [Option<Vec<u8>>; 2] {
    match &patch.renames {
        Some(names) => [0, 1].map(|side| path_of(run, &names[side], 0)),
        None => {
            let of_header = |side: usize| Some(name_of(patch.headers[side].as_deref()?));
            let of_line = || {
                let line = patch.leading.first()?.strip_prefix(b"diff --git ")?;
                // Both names are the same: `a/NAME b/NAME`.
                let half = line.len() / 2;
                Some(line.get(half + 1..)?.to_vec())
            };
            [0, 1].map(|side| {
                let name = of_header(side).or_else(of_line)?;
                path_of(run, &name, asked.strip)
            })
        }
    }
}

/// What a file becomes by a patch; nothing where it does not fit, which has been said.
fn changed(
    run: &mut Run<'_, '_>,
    asked: &Asked,
    patch: &FilePatch,
    results: &BTreeMap<Vec<u8>, Option<Content>>,
) -> Step<Option<Change>> {
    let names = names_of(run, asked, patch);
    let is_new = patch.says(0) == Says::Missing;
    let is_gone = patch.says(1) == Says::Missing;
    let from = names[0].clone().or_else(|| names[1].clone());
    let to = if is_gone {
        from.clone()
    } else {
        names[1].clone().or_else(|| names[0].clone())
    };
    let (Some(from), Some(to)) = (from, to) else {
        return corrupt(run, "a patch without a name of a file");
    };
    if from
        .split(|byte| *byte == b'/')
        .chain(to.split(|byte| *byte == b'/'))
        .any(|part| part == b".git")
    {
        return error(run, cat!["invalid path '", to, "'"]);
    }
    let before = if is_new {
        None
    } else {
        content_at(run, &from, results)?
    };
    if is_new && content_at(run, &to, results)?.is_some() {
        run.put_error(cat![
            "error: ",
            to,
            ": already exists in working directory\n"
        ])?;
        return Ok(None);
    }
    if !is_new && before.is_none() {
        run.put_error(cat!["error: ", from, ": ", Errno::NotFound, "\n"])?;
        return Ok(None);
    }
    let old = before
        .as_ref()
        .map(|before| before.bytes.as_slice())
        .unwrap_or_default();
    let content = match fit::with_hunks(old, &patch.hunks) {
        Ok(content) => content,
        Err(line) => {
            let line = line.to_string();
            run.put_error(cat!["error: patch failed: ", from, ":", line, "\n"])?;
            run.put_error(cat!["error: ", from, ": patch does not apply\n"])?;
            return Ok(None);
        }
    };
    if is_gone && !content.is_empty() {
        run.put_error(cat!["error: removal patch leaves file contents\n"])?;
        run.put_error(cat!["error: ", from, ": patch does not apply\n"])?;
        return Ok(None);
    }
    Ok(Some(change_of(
        patch,
        (from, to),
        (before, content),
        is_gone,
    )))
}

fn change_of(
    patch: &FilePatch,
    (from, to): (Vec<u8>, Vec<u8>),
    (before, bytes): (Option<Content>, Vec<u8>),
    is_gone: bool,
) -> Change {
    const LINK: u32 = 0o120_000;
    let was = before.as_ref();
    let is_link = patch.mode.map_or_else(
        || was.is_some_and(|was| was.is_link),
        |mode| mode & 0o170_000 == LINK,
    );
    let mode = match patch.mode {
        Some(mode) if mode & 0o100 != 0 => 0o755,
        Some(_) => 0o644,
        None => was.map_or(0o644, |was| was.mode),
    };
    let after = (!is_gone).then_some(Content {
        is_link,
        is_executable: !is_link && mode & 0o100 != 0,
        mode,
        size: bytes.len() as u64,
        bytes,
    });
    let status = match (&before, &after) {
        (None, _) => Status::Added,
        (_, None) => Status::Deleted,
        _ if from != to => Status::Renamed,
        _ => Status::Modified,
    };
    let is_renamed = status == Status::Renamed;
    Change {
        path: to,
        status,
        from: is_renamed.then_some(from),
        before,
        after,
        score: super::similar::SAME,
    }
}

/// What is at a path, or will be by then.
fn content_at(
    run: &mut Run<'_, '_>,
    path: &[u8],
    results: &BTreeMap<Vec<u8>, Option<Content>>,
) -> Step<Option<Content>> {
    if let Some(result) = results.get(path) {
        return Ok(result.clone());
    }
    let (files, whole) = (run.files(), absolute(path));
    let stat = match files.stat(&whole, false) {
        Ok(stat) => stat,
        Err(Errno::NotFound | Errno::NotDirectory) => return Ok(None),
        Err(errno) => return error(run, cat![path, ": ", errno]),
    };
    let read = match stat.is_link() {
        true => files.read_link(&whole),
        false => files.read(&whole, 0, usize::MAX),
    };
    match read {
        Ok(bytes) => Ok(Some(Content {
            is_link: stat.is_link(),
            is_executable: stat.is_file() && stat.mode & 0o100 != 0,
            mode: stat.mode,
            size: bytes.len() as u64,
            bytes,
        })),
        Err(errno) => error(run, cat![path, ": ", errno]),
    }
}
