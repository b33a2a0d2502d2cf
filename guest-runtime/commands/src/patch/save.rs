//! What comes of a patch, as files.

use super::parse::{FilePatch, Hunk, name_of};
use super::target::stripped;
use super::{Settings, fatal};
use crate::Errno;
use crate::bytes::cat;
use crate::files::{Open, Then};
use crate::paths;
use crate::run::{End, Run, Step};

/// Writes hunks that do not fit beside their file, and answers how that is said.
pub(super) fn save(
    run: &mut Run<'_, '_>,
    settings: &Settings,
    patch: &FilePatch,
    hunks: &[&Hunk],
    name: &[u8],
) -> Step<Vec<u8>> {
    if settings.is_dry {
        return Ok(Vec::new());
    }
    let target = match &settings.rejects {
        Some(rejects) => rejects.clone(),
        None => cat![name, ".rej"],
    };
    if target == b"-" {
        return Ok(Vec::new());
    }
    let mut text = Vec::new();
    for (mark, header) in [("--- ", &patch.headers[0]), ("+++ ", &patch.headers[1])] {
        let header = header.as_deref().unwrap_or(name);
        let whole = name_of(header);
        let shown = (settings.strip).and_then(|strip| stripped(&whole, Some(strip)));
        let behind = header.get(whole.len()..).unwrap_or_default();
        text.extend(match shown {
            Some(shown) => cat![mark, shown, behind, "\n"],
            None => cat![mark, header, "\n"],
        });
    }
    for hunk in hunks {
        let count = |other: u8| hunk.lines.iter().filter(|line| line.mark != other).count();
        let range = |at: usize, count: usize| match count {
            1 => format!("{at}"),
            _ => format!("{at},{count}"),
        };
        let (old, new) = (
            range(hunk.at[0], count(b'+')),
            range(hunk.at[1], count(b'-')),
        );
        text.extend(format!("@@ -{old} +{new} @@\n").bytes());
        for line in &hunk.lines {
            text.push(line.mark);
            text.extend_from_slice(&line.text);
            if !line.text.ends_with(b"\n") {
                text.extend_from_slice(b"\n\\ No newline at end of file\n");
            }
        }
    }
    write(run, &target, &text, None)?;
    Ok(cat![" -- saving rejects to file ", target])
}

pub(super) fn write(
    run: &mut Run<'_, '_>,
    name: &[u8],
    content: &[u8],
    mode: Option<u32>,
) -> Step<()> {
    let path = run.at(name);
    let umask = run.ctx.umask;
    let mut made = Vec::new();
    // The directories that are missing, the topmost last.
    let mut above = paths::directory_of(&path);
    while run.files().stat(&above, true) == Err(Errno::NotFound) && above != b"/" {
        let next = paths::directory_of(&above);
        made.push(std::mem::replace(&mut above, next));
    }
    let written = made
        .iter()
        .rev()
        .try_for_each(|directory| run.files().make_directory(directory, 0o777 & !umask))
        .and_then(|()| {
            let how = Open {
                create: true,
                truncate: true,
                ..Open::default()
            };
            let new_mode = mode.unwrap_or(0o666 & !umask);
            run.files().open(&path, how, new_mode, Then::Write(content))
        })
        .and_then(|()| match mode {
            Some(mode) if run.files().stat(&path, true)?.mode != mode => {
                run.files().set_mode(&path, mode)
            }
            _ => Ok(()),
        });
    match written {
        Ok(()) => Ok(()),
        Err(errno) => {
            let message = cat!["Can't create file ", name, " : ", errno];
            fatal(run, message)
        }
    }
}

/// Removes a file, and the directories above it that are empty then.
pub(super) fn remove(run: &mut Run<'_, '_>, name: &[u8]) -> Step<()> {
    if let Err(errno) = run.files().unlink(&run.at(name)) {
        let message = cat!["Can't remove file ", name, " : ", errno];
        run.say(cat!["**** ", message])?;
        return Err(End(2));
    }
    let mut above = paths::directory_of(name);
    while !matches!(above.as_slice(), b"." | b"/" | b"") {
        if run.files().remove_directory(&run.at(&above)).is_err() {
            break;
        }
        above = paths::directory_of(&above);
    }
    Ok(())
}
