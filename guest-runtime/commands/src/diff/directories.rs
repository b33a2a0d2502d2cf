//! Two directories, name by name.

use super::files;
use super::print::c_quoted;
use super::settings::Settings;
use crate::Errno;
use crate::bytes::cat;
use crate::glob::{self, Rules};
use crate::paths;
use crate::run::{Run, Step};

/// A directory of both sides that is compared.
struct Task {
    names: std::vec::IntoIter<Vec<u8>>,
    paths: [Vec<u8>; 2],
}

impl Task {
    fn new(run: &mut Run<'_, '_>, settings: &Settings, paths: [Vec<u8>; 2]) -> Step<Option<Self>> {
        let mut names = Vec::new();
        for (side, path) in paths.iter().enumerate() {
            match run.list(path) {
                Ok(entries) => names.extend(entries.into_iter().map(|entry| entry.name)),
                Err(Errno::NotFound) if settings.new_file || (side == 0 && settings.new_first) => {}
                Err(errno) => {
                    let shown = run.qf(path);
                    run.fail(cat![shown, ": ", errno])?;
                    run.status = 2;
                    return Ok(None);
                }
            }
        }
        names.sort_unstable();
        names.dedup();
        names.retain(|name| {
            let fits = |pattern: &Vec<u8>| glob::fits(pattern, name, Rules::default());
            !settings.exclude.iter().any(fits)
        });
        Ok(Some(Self {
            names: names.into_iter(),
            paths,
        }))
    }
}

pub(super) async fn directories(
    run: &mut Run<'_, '_>,
    settings: &Settings,
    first: Vec<u8>,
    second: Vec<u8>,
) -> Step<()> {
    let mut tasks = Vec::new();
    let is_same = |run: &Run<'_, '_>, a: &[u8], b: &[u8]| match (run.stat(a), run.stat(b)) {
        (Ok(a), Ok(b)) => a.number == b.number,
        _ => false,
    };
    if is_same(run, &first, &second) {
        return Ok(());
    }
    tasks.extend(Task::new(run, settings, [first, second])?);
    while let Some(task) = tasks.last_mut() {
        run.turn().await;
        let Some(name) = task.names.next() else {
            tasks.pop();
            continue;
        };
        let paths = [
            paths::join(&task.paths[0], &name),
            paths::join(&task.paths[1], &name),
        ];
        let found = [run.stat(&paths[0]), run.stat(&paths[1])];
        let kinds = found.map(|stat| stat.ok().map(|stat| stat.is_directory()));
        let makes_empty = |side: usize| settings.new_file || (settings.new_first && side == 0);
        match kinds {
            [None, None] => {
                for (side, path) in paths.iter().enumerate() {
                    let listed = run.lstat(path);
                    if let (Ok(_), Err(errno)) = (listed, found[side]) {
                        let shown = run.qf(path);
                        run.fail(cat![shown, ": ", errno])?;
                        run.status = 2;
                    }
                }
            }
            [Some(true), Some(true)] if !settings.recursive => {
                let [a, b] = &paths;
                run.put(cat!["Common subdirectories: ", a, " and ", b, "\n"])?;
            }
            [Some(true), Some(true)] => tasks.extend(Task::new(run, settings, paths)?),
            [None, Some(true)] if makes_empty(0) && !settings.recursive => {
                let [a, b] = &paths;
                run.put(cat!["Common subdirectories: ", a, " and ", b, "\n"])?;
            }
            [Some(true), None] if makes_empty(1) && !settings.recursive => {
                let [a, b] = &paths;
                run.put(cat!["Common subdirectories: ", a, " and ", b, "\n"])?;
            }
            [None, Some(true)] if makes_empty(0) && settings.recursive => {
                tasks.extend(Task::new(run, settings, paths)?);
            }
            [Some(true), None] if makes_empty(1) && settings.recursive => {
                tasks.extend(Task::new(run, settings, paths)?);
            }
            [None, Some(is_directory)] if is_directory || !makes_empty(0) => {
                run.put(cat!["Only in ", task.paths[1], ": ", name, "\n"])?;
                run.status = run.status.max(1);
            }
            [Some(is_directory), None] if is_directory || !makes_empty(1) => {
                run.put(cat!["Only in ", task.paths[0], ": ", name, "\n"])?;
                run.status = run.status.max(1);
            }
            [Some(a), Some(b)] if a != b => {
                let kind = |side: usize| match found[side] {
                    Ok(stat) if stat.is_directory() => "directory",
                    Ok(stat) if stat.size == 0 => "regular empty file",
                    _ => "regular file",
                };
                let label = |side: usize| settings.labels.get(side).unwrap_or(&paths[side]).clone();
                let (first, second) = (label(0), label(1));
                let middle = cat![" is a ", kind(0), " while file "];
                run.put(cat![
                    "File ",
                    first,
                    middle,
                    second,
                    " is a ",
                    kind(1),
                    "\n"
                ])?;
                run.status = run.status.max(1);
            }
            _ => {
                let label = |side: usize| settings.labels.get(side).unwrap_or(&paths[side]).clone();
                let (first, second) = (label(0), label(1));
                let line = cat![
                    "diff",
                    settings.switches,
                    " ",
                    c_quoted(&first),
                    " ",
                    c_quoted(&second),
                    "\n"
                ];
                files(run, settings, [&paths[0], &paths[1]], Some(line)).await?;
            }
        }
    }
    Ok(())
}
