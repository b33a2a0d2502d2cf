//! `tree`.

mod items;
mod print;
mod settings;

use crate::Errno;
use crate::bytes::cat;
use crate::paths;
use crate::quote::Charset;
use crate::run::{Run, Step};
use items::{Item, items};
use print::{facts, json_entry, line, name_of};
use settings::{Settings, read};

struct Counts {
    directories: u64,
    files: u64,
}

struct Level {
    items: std::vec::IntoIter<Item>,
    path_bytes: usize,
    is_first: bool,
}

pub(crate) async fn tree(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let Some((settings, mut operands)) = read(run, arguments)? else {
        return Ok(());
    };
    if operands.0.is_empty() {
        operands.0.push(b".".to_vec());
    }
    let mut counts = Counts {
        directories: 0,
        files: 0,
    };
    if settings.as_json {
        run.put("[\n")?;
    }
    let count = operands.0.len();
    for (at, operand) in operands.0.into_iter().enumerate() {
        root(run, &settings, &operand, at + 1 < count, &mut counts).await?;
    }
    if operands.1 {
        return if settings.as_json {
            run.put("\n]\n")
        } else {
            Ok(())
        };
    }
    let Counts { directories, files } = counts;
    if settings.as_json {
        let files = if settings.only_directories {
            String::new()
        } else {
            format!(",\"files\":{files}")
        };
        let report =
            format!(",\n  {{\"type\":\"report\",\"directories\":{directories}{files}}}\n]\n");
        return run.put(report);
    }
    let directories_word = if directories == 1 {
        "directory"
    } else {
        "directories"
    };
    let files_word = if files == 1 { "file" } else { "files" };
    let files = if settings.only_directories {
        String::new()
    } else {
        format!(", {files} {files_word}")
    };
    run.put(format!("\n{directories} {directories_word}{files}\n"))
}

async fn root(
    run: &mut Run<'_, '_>,
    settings: &Settings,
    operand: &[u8],
    has_next: bool,
    counts: &mut Counts,
) -> Step<()> {
    let path = paths::without_slashes(operand);
    let operand = if settings.whole_paths { path } else { operand };
    let stat = run.stat(operand);
    let is_link = run.lstat(operand).is_ok_and(|stat| stat.is_link());
    let comma = if has_next { "," } else { "" };
    let shown = name_of(run, settings, operand);
    let opened = match stat {
        Ok(stat) if stat.is_directory() => items(run, settings, operand),
        Ok(_) => Err(Errno::NotDirectory),
        Err(errno) => Err(errno),
    };
    let Ok(items) = opened else {
        // A file counts, and cannot be opened as a directory.
        let found = run.lstat(operand);
        counts.files += u64::from(found.is_ok());
        if found.is_err() {
            run.status = 2;
        }
        if settings.as_json {
            let item = Item {
                name: operand.to_vec(),
                stat: found.ok(),
                target: None,
                is_directory: false,
            };
            run.put("  ")?;
            json_entry(run, settings, &item, operand)?;
            let error = ",\"contents\":[{\"error\": \"error opening dir\"}\n";
            return run.put(cat![error, comma, "\n  ]}", comma, "\n"]);
        }
        let facts = match found {
            Ok(stat) => {
                let item = Item {
                    name: Vec::new(),
                    stat: Some(stat),
                    target: None,
                    is_directory: false,
                };
                facts(settings, &item)
            }
            Err(_) => Vec::new(),
        };
        let mark = match found {
            Ok(stat) if settings.marks && stat.is_link() => "@",
            Ok(stat) if settings.marks && stat.mode & 0o111 != 0 => "*",
            _ => "",
        };
        return run.put(cat![facts, shown, mark, "  [error opening dir]\n"]);
    };
    // An empty one is not counted.
    counts.directories += u64::from(!items.as_slice().is_empty());
    let stat = run.lstat(operand).ok();
    let item = Item {
        name: operand.to_vec(),
        stat,
        target: None,
        is_directory: true,
    };
    if settings.as_json {
        run.put("  ")?;
        json_entry(run, settings, &item, operand)?;
        if items.as_slice().is_empty() {
            return run.put(cat!["}", comma, "\n"]);
        }
        run.put(",\"contents\":[")?;
    } else {
        let facts = facts(settings, &item);
        let mark = match (settings.marks, is_link) {
            (false, _) => "",
            (true, true) => "@",
            (true, false) => "/",
        };
        run.put(cat![facts, shown, mark, "\n"])?;
    }
    below(run, settings, path, items, counts).await?;
    if settings.as_json {
        run.put(cat!["\n  ]}", comma, "\n"])
    } else {
        Ok(())
    }
}

/// All that is below a root, level by level on a stack of the heap.
async fn below(
    run: &mut Run<'_, '_>,
    settings: &Settings,
    operand: &[u8],
    items_of_root: std::vec::IntoIter<Item>,
    counts: &mut Counts,
) -> Step<()> {
    let mut path = operand.to_vec();
    let mut levels = vec![Level {
        items: items_of_root,
        path_bytes: path.len(),
        is_first: true,
    }];
    // What is before the names of a level: whether each level above has more to come.
    let mut more: Vec<bool> = Vec::new();
    let lines = if run.charset == Charset::Utf8 {
        ["│\u{a0}\u{a0} ", "    ", "├── ", "└── "]
    } else {
        ["|   ", "    ", "|-- ", "`-- "]
    };
    let indent = |depth: usize| "  ".repeat(depth + 1);
    while let Some(level) = levels.last_mut() {
        run.turn().await;
        path.truncate(level.path_bytes);
        let Some(item) = level.items.next() else {
            levels.pop();
            more.pop();
            if settings.as_json && !levels.is_empty() {
                run.put(cat!["\n", indent(levels.len()), "]}"])?;
            }
            continue;
        };
        let has_more = !level.items.as_slice().is_empty();
        let is_first = std::mem::replace(&mut level.is_first, false);
        let depth = levels.len();
        if path.ends_with(b"/") {
            path.extend_from_slice(&item.name);
        } else {
            path = paths::join(&path, &item.name);
        }
        if item.is_directory {
            counts.directories += 1;
        } else {
            counts.files += 1;
        }
        let is_real = item.stat.is_some_and(|stat| stat.is_directory());
        let inside = if is_real && depth < settings.levels {
            Some(items(run, settings, &path))
        } else {
            None
        };
        if settings.as_json {
            run.put(cat![if is_first { "\n" } else { ",\n" }, indent(depth)])?;
            json_entry(run, settings, &item, &path)?;
        } else {
            if !settings.no_lines {
                for more in &more {
                    run.put(if *more { lines[0] } else { lines[1] })?;
                }
                run.put(if has_more { lines[2] } else { lines[3] })?;
            }
            line(run, settings, &item, &path)?;
        }
        match inside {
            Some(Ok(items)) if !items.as_slice().is_empty() => {
                if settings.as_json {
                    run.put(",\"contents\":[")?;
                }
                levels.push(Level {
                    items,
                    path_bytes: path.len(),
                    is_first: true,
                });
                more.push(has_more);
            }
            Some(Err(_)) => {
                run.status = 2;
                run.put("  [error opening dir]")?;
                if settings.as_json {
                    run.put("}")?
                } else {
                    run.put("\n")?
                }
            }
            _ => {
                if settings.as_json {
                    run.put("}")?
                }
            }
        }
    }
    Ok(())
}
