//! `diff`.

mod compare;
mod directories;
mod print;
pub(crate) mod script;
mod settings;

use crate::Errno;
use crate::bytes::cat;
use crate::paths;
use crate::run::{Run, Step};
use compare::{Side, compare};
use directories::directories;
use print::Style;
use settings::{Blanks, Settings, read};

pub(crate) async fn diff(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    run.help_has_name = true;
    let (settings, operands) = read(run, arguments)?;
    let [first, second] = operands;
    let is_directory = |run: &Run<'_, '_>, name: &[u8]| {
        name != b"-" && run.stat(name).is_ok_and(|stat| stat.is_directory())
    };
    let (first_is, second_is) = (is_directory(run, &first), is_directory(run, &second));
    let (first, second) = match (first_is, second_is) {
        (true, true) => return directories(run, &settings, first, second).await,
        (true, false) | (false, true) if may_be_empty(run, &settings, [&first, &second]) => {
            return directories(run, &settings, first, second).await;
        }
        (true, false) if second != b"-" && run.lstat(&second).is_err() => {
            return missing(run, &second);
        }
        (false, true) if first != b"-" && run.lstat(&first).is_err() => {
            return missing(run, &first);
        }
        (true, false) if second != b"-" && run.lstat(&second).is_ok() => {
            (paths::join(&first, paths::base_name(&second)), second)
        }
        (false, true) if first != b"-" && run.lstat(&first).is_ok() => {
            let inside = paths::join(&second, paths::base_name(&first));
            (first, inside)
        }
        _ => (first, second),
    };
    files(run, &settings, [&first, &second], None).await
}

/// Whether the one that is missing counts as an empty directory.
fn may_be_empty(run: &Run<'_, '_>, settings: &Settings, names: [&[u8]; 2]) -> bool {
    let is_missing = |name: &[u8]| name != b"-" && run.stat(name) == Err(Errno::NotFound);
    let second = settings.new_file && is_missing(names[1]);
    second || (settings.makes_first() && is_missing(names[0]))
}

/// A name that is needed and is not there.
fn missing(run: &mut Run<'_, '_>, name: &[u8]) -> Step<()> {
    let errno = run.stat(name).err().unwrap_or(Errno::NotFound);
    run.die(2, cat![name, ": ", errno])
}

/// What is read of a name; a missing file may be empty.
async fn side(
    run: &mut Run<'_, '_>,
    settings: &Settings,
    name: &[u8],
    number: usize,
) -> Step<Result<Side, Errno>> {
    let label = settings.labels.get(number).cloned();
    let label = label.unwrap_or_else(|| name.to_vec());
    let mut side = Side {
        label,
        time_us: 0,
        content: Vec::new(),
    };
    if name == b"-" {
        side.time_us = run.ctx.now_us;
        match run.rest_of_input().await {
            Ok(content) => side.content = content,
            Err(_) => return run.die(2, "-: Input/output error"),
        }
    } else {
        let is_empty = settings.new_file || (settings.new_first && number == 0);
        match run.stat(name) {
            Err(Errno::NotFound) if is_empty => {}
            Err(errno) => return Ok(Err(errno)),
            Ok(stat) => {
                side.time_us = stat.mtime_us;
                match run.files().read(&run.at(name), 0, usize::MAX) {
                    Ok(content) => side.content = content,
                    Err(errno) => return Ok(Err(errno)),
                }
            }
        }
    }
    if settings.strips_returns {
        let mut kept = Vec::with_capacity(side.content.len());
        for line in side.content.split_inclusive(|byte| *byte == b'\n') {
            match line.strip_suffix(b"\r\n") {
                Some(text) => kept.extend(cat![text, "\n"]),
                None => kept.extend_from_slice(line),
            }
        }
        side.content = kept;
    }
    Ok(Ok(side))
}

fn is_binary(content: &[u8]) -> bool {
    /// What the program looks at.
    const BLOCK: usize = 4096;
    content[..content.len().min(BLOCK)].contains(&0)
}

/// Compares two files; `before` is the line that names them.
async fn files(
    run: &mut Run<'_, '_>,
    settings: &Settings,
    names: [&[u8]; 2],
    before: Option<Vec<u8>>,
) -> Step<()> {
    let mut sides = Vec::new();
    let mut is_missing = false;
    let input = [names[0] == b"-", names[1] == b"-"];
    if settings.new_file
        && names
            .iter()
            .all(|name| *name != b"-" && run.stat(name).is_err())
    {
        is_missing = true;
    }
    for (number, name) in names.into_iter().enumerate() {
        if input == [true, true] && number == 1 {
            break;
        }
        let found = if is_missing {
            Ok(Err(Errno::NotFound))
        } else {
            side(run, settings, name, number).await
        };
        match found? {
            Ok(side) => sides.push(side),
            Err(errno) => {
                run.fail(cat![name, ": ", errno])?;
                run.status = 2;
            }
        }
    }
    let [first, second] = sides.as_slice() else {
        return Ok(());
    };
    let is_same = first.content == second.content;
    let is_binary = !settings.as_text && (is_binary(&first.content) || is_binary(&second.content));
    let folds = settings.ignores_case || settings.blanks != Blanks::Count || settings.ignores_empty;
    let compared = if is_same || is_binary || (settings.brief && !folds) {
        None
    } else {
        Some(compare(settings, [first, second]))
    };
    let differs = match &compared {
        Some(compared) => compared.changes.iter().any(|(_, counts)| *counts),
        None => !is_same,
    };
    if settings.style == Style::Ed && !is_binary && !settings.brief {
        for (side, name) in [first, second].iter().zip(names) {
            if !side.content.is_empty() && !side.content.ends_with(b"\n") {
                let shown = run.qf(name);
                run.flush()?;
                run.say(cat![shown, ": No newline at end of file\n"])?;
                run.status = 2;
            }
        }
    }
    if !differs {
        if settings.tells_same {
            let [a, b] = [&first.label, &second.label];
            run.put(cat!["Files ", a, " and ", b, " are identical\n"])?;
        }
        // Side by side, common lines are shown, too.
        if settings.style == Style::Columns && !settings.brief && !is_binary {
            let same = compare(settings, [first, second]);
            print::columns(run, settings, &same)?;
        }
        return Ok(());
    }
    run.status = run.status.max(1);
    if settings.brief || is_binary {
        let kind = if settings.brief {
            "Files"
        } else {
            "Binary files"
        };
        let [a, b] = [&first.label, &second.label];
        return run.put(cat![kind, " ", a, " and ", b, " differ\n"]);
    }
    let Some(compared) = compared else {
        return Ok(());
    };
    if let Some(before) = before {
        run.put(before)?;
    }
    print::all(run, settings, &compared)
}
