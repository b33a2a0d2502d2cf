//! `tree`.

use crate::Errno;
use crate::bytes::{cat, number};
use crate::files::{Kind, Stat};
use crate::glob::{self, Rules};
use crate::mode;
use crate::paths;
use crate::quote::{self, Charset};
use crate::run::{Run, Step};
use crate::sizes::Unit;

const HELP: &str = "[OPTION]... [--] [DIRECTORY]...
Prints what is in directories as a tree.

  -a             also names that begin with a dot
  -d             only directories
  -L N           N levels
  -f, -i         whole paths; no lines of the tree
  -P, -I PATTERN only files that fit; nothing that fits; patterns are joined with |
  -F, -p, -s, -h a character for the kind; the mode; the size, for people
  -t, -v, -U, --sort=WHAT
                 sorted by time, version, in the order of the directory; WHAT is name, version, size or mtime
  -r             the other way round
  -x             (there is one filesystem)
  --dirsfirst, --filesfirst
  --noreport     no numbers at the end
  -J             as JSON
  -n, -N         (no colours, names as they are)

      --help     print this and end
      --version  print the version and end
";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Name,
    Version,
    Size,
    Time,
    /// The order in which a directory lists its names, which is that of their bytes.
    None,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum First {
    Neither,
    Directories,
    Files,
}

struct Settings {
    all: bool,
    only_directories: bool,
    whole_paths: bool,
    no_lines: bool,
    marks: bool,
    modes: bool,
    sizes: Option<bool>,
    sort: Sort,
    reverse: bool,
    as_json: bool,
    raw_names: bool,
    first: First,
    levels: usize,
    include: Vec<Vec<u8>>,
    exclude: Vec<Vec<u8>>,
    ignores_case: bool,
}

struct Counts {
    directories: u64,
    files: u64,
}

/// One entry of a directory.
struct Item {
    name: Vec<u8>,
    stat: Option<Stat>,
    target: Option<Vec<u8>>,
    /// Whether it is a directory, or a link to one.
    is_directory: bool,
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

/// The operands, and whether the report is left out.
type Operands = (Vec<Vec<u8>>, bool);

fn read(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<Option<(Settings, Operands)>> {
    let mut settings = Settings {
        all: false,
        only_directories: false,
        whole_paths: false,
        no_lines: false,
        marks: false,
        modes: false,
        sizes: None,
        sort: Sort::Name,
        reverse: false,
        as_json: false,
        raw_names: false,
        first: First::Neither,
        levels: usize::MAX,
        include: Vec::new(),
        exclude: Vec::new(),
        ignores_case: false,
    };
    let (mut operands, mut no_report, mut is_over) = (Vec::new(), false, false);
    let mut words = arguments.into_iter();
    while let Some(word) = words.next() {
        if is_over || word.len() < 2 || word[0] != b'-' {
            operands.push(word);
            continue;
        }
        match word.as_slice() {
            b"--" => is_over = true,
            b"--help" => {
                run.put(format!("Usage: tree {HELP}"))?;
                return Ok(None);
            }
            b"--version" => {
                run.put(format!("tree (isolate) {}\n", env!("CARGO_PKG_VERSION")))?;
                return Ok(None);
            }
            b"--noreport" => no_report = true,
            b"--dirsfirst" => settings.first = First::Directories,
            b"--filesfirst" => settings.first = First::Files,
            b"--ignore-case" => settings.ignores_case = true,
            sort if sort == b"--sort" || sort.starts_with(b"--sort=") => {
                let by = match sort.strip_prefix(b"--sort=") {
                    Some(by) => by.to_vec(),
                    None => match words.next() {
                        Some(by) => by,
                        None => {
                            run.put_error("tree: missing argument to --sort\n")?;
                            return Err(crate::run::End(1));
                        }
                    },
                };
                settings.sort = match by.to_ascii_lowercase().as_slice() {
                    b"name" => Sort::Name,
                    b"version" => Sort::Version,
                    b"size" => Sort::Size,
                    b"mtime" => Sort::Time,
                    _ => {
                        let valid = "' not valid, should be one of: name,version,size,mtime\n";
                        run.put_error(cat!["tree: Sort type '", by, valid])?;
                        return Err(crate::run::End(1));
                    }
                };
            }
            long if long.starts_with(b"--") => {
                let shown = long.to_vec();
                run.put_error(cat![
                    "tree: Invalid argument `",
                    shown,
                    "'.\nTry 'tree --help' for more information.\n"
                ])?;
                return Err(crate::run::End(1));
            }
            letters => {
                let letters = letters[1..].to_vec();
                for letter in letters {
                    match letter {
                        b'a' => settings.all = true,
                        b'd' => settings.only_directories = true,
                        b'f' => settings.whole_paths = true,
                        b'i' => settings.no_lines = true,
                        b'F' => settings.marks = true,
                        b'p' => settings.modes = true,
                        b's' => settings.sizes = settings.sizes.or(Some(false)),
                        b'h' => settings.sizes = Some(true),
                        b't' => settings.sort = Sort::Time,
                        b'v' => settings.sort = Sort::Version,
                        b'U' => settings.sort = Sort::None,
                        b'r' => settings.reverse = true,
                        b'J' => settings.as_json = true,
                        b'N' => settings.raw_names = true,
                        b'n' | b'x' => {}
                        b'L' => {
                            let Some(value) = words.next() else {
                                run.put_error("tree: Missing argument to -L option.\n")?;
                                return Err(crate::run::End(1));
                            };
                            match number::<usize>(&value) {
                                Some(levels) if levels > 0 => settings.levels = levels,
                                _ => {
                                    run.put_error(
                                        "tree: Invalid level, must be greater than 0.\n",
                                    )?;
                                    return Err(crate::run::End(1));
                                }
                            }
                        }
                        b'P' | b'I' => {
                            let Some(value) = words.next() else {
                                let letter = [letter];
                                run.put_error(cat![
                                    "tree: missing argument to -",
                                    letter,
                                    " option.\n"
                                ])?;
                                return Err(crate::run::End(1));
                            };
                            let list = if letter == b'P' {
                                &mut settings.include
                            } else {
                                &mut settings.exclude
                            };
                            list.extend(value.split(|byte| *byte == b'|').map(<[u8]>::to_vec));
                        }
                        other => {
                            run.put_error(cat![
                                "tree: Invalid argument -`",
                                [other],
                                "'.\nTry 'tree --help' for more information.\n"
                            ])?;
                            return Err(crate::run::End(1));
                        }
                    }
                }
            }
        }
    }
    Ok(Some((settings, (operands, no_report))))
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

/// The line of an entry behind its lines of the tree.
fn line(run: &mut Run<'_, '_>, settings: &Settings, item: &Item, path: &[u8]) -> Step<()> {
    let name = if settings.whole_paths {
        path
    } else {
        &item.name
    };
    let mut text = cat![facts(settings, item), name_of(run, settings, name)];
    if let Some(target) = &item.target {
        text.extend(cat![" -> ", name_of(run, settings, target)]);
    }
    if settings.marks {
        let end = match &item.target {
            Some(_) => run.stat(path).ok(),
            None => item.stat,
        };
        text.extend(match end {
            Some(stat) if stat.is_directory() => b"/".as_slice(),
            Some(stat) if stat.kind == Kind::File && stat.mode & 0o111 != 0 => b"*",
            _ => b"",
        });
    }
    run.put(cat![text, "\n"])
}

/// What stands in brackets before a name.
fn facts(settings: &Settings, item: &Item) -> Vec<u8> {
    let mut parts = Vec::new();
    if settings.modes {
        parts.push(
            item.stat
                .map_or_else(|| "----------".to_owned(), |stat| mode::letters(&stat)),
        );
    }
    if let Some(is_human) = settings.sizes {
        let bytes = item.stat.map_or(0, |stat| stat.size);
        parts.push(if is_human {
            format!("{:>4}", human(bytes))
        } else {
            format!("{bytes:>11}")
        });
    }
    if parts.is_empty() {
        return Vec::new();
    }
    format!("[{}]  ", parts.join(" ")).into_bytes()
}

/// Sizes as `tree` rounds them: to the nearest.
fn human(bytes: u64) -> String {
    if bytes < 1024 {
        return bytes.to_string();
    }
    let mut unit = 1024_u64;
    let mut letters = "KMGTPE".chars();
    let mut letter = letters.next().unwrap_or('K');
    while bytes / unit >= 1024 {
        let Some(next) = letters.next() else { break };
        unit *= 1024;
        letter = next;
    }
    if bytes / unit >= 10 {
        return format!("{}{letter}", (bytes + unit / 2) / unit);
    }
    let tenths = (u128::from(bytes) * 10 + u128::from(unit) / 2) / u128::from(unit);
    if tenths >= 100 {
        return Unit::Human(1024).show(bytes);
    }
    format!("{}.{}{letter}", tenths / 10, tenths % 10)
}

/// A name as `tree` prints it: with escapes for what a shell or a terminal would take for more.
fn name_of(run: &Run<'_, '_>, settings: &Settings, name: &[u8]) -> Vec<u8> {
    if settings.raw_names {
        return name.to_vec();
    }
    if run.charset == Charset::Utf8 {
        let mut out = Vec::new();
        let mut rest = name;
        while let Some(first) = rest.first() {
            match quote::first_character(rest) {
                Some(character) if !character.is_control() => {
                    let length = character.len_utf8();
                    out.extend_from_slice(&rest[..length]);
                    rest = &rest[length..];
                }
                _ => {
                    out.extend(format!("\\{first:03o}").bytes());
                    rest = &rest[1..];
                }
            }
        }
        return out;
    }
    let mut out = Vec::new();
    for byte in name {
        match byte {
            7..=13 => out.extend([b'\\', b"abtnvfr"[usize::from(byte - 7)]]),
            b' ' | b'\\' => out.extend([b'\\', *byte]),
            0x21..=0x7e => out.push(*byte),
            _ => out.extend(format!("\\{byte:03o}").bytes()),
        }
    }
    out
}

fn json(name: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for byte in name {
        match byte {
            8..=13 if *byte != 11 => out.extend([b'\\', b"btnvfr"[usize::from(byte - 8)]]),
            b'"' | b'\\' => out.extend([b'\\', *byte]),
            0..=0x1f => out.extend(format!("\\u{byte:04x}").bytes()),
            _ => out.push(*byte),
        }
    }
    out
}

/// The object of an entry, still open for its contents.
fn json_entry(run: &mut Run<'_, '_>, settings: &Settings, item: &Item, path: &[u8]) -> Step<()> {
    let kind = match item.stat.map(|stat| stat.kind) {
        Some(Kind::Directory) => "directory",
        Some(Kind::Link) => "link",
        _ => "file",
    };
    let name = json(if settings.whole_paths {
        path
    } else {
        &item.name
    });
    let mut text = cat!["{\"type\":\"", kind, "\",\"name\":\"", name, "\""];
    if let Some(target) = &item.target {
        text.extend(cat![",\"target\":\"", json(target), "\""]);
    }
    if let Some(stat) = item.stat {
        if settings.modes {
            let (octal, letters) = (format!("{:04o}", stat.mode), mode::letters(&stat));
            text.extend(format!(",\"mode\":\"{octal}\",\"prot\":\"{letters}\"").bytes());
        }
        match settings.sizes {
            Some(true) => text.extend(format!(",\"size\":\"{}\"", human(stat.size)).bytes()),
            Some(false) => text.extend(format!(",\"size\":{}", stat.size).bytes()),
            None => {}
        }
    }
    run.put(text)
}

/// What is in a directory, as far as it is shown, in order.
fn items(
    run: &Run<'_, '_>,
    settings: &Settings,
    path: &[u8],
) -> Result<std::vec::IntoIter<Item>, Errno> {
    let rules = Rules {
        period: false,
        ignores_case: settings.ignores_case,
    };
    let fits = |patterns: &[Vec<u8>], name: &[u8], is_directory: bool| {
        patterns
            .iter()
            .any(|pattern| match pattern.strip_suffix(b"/") {
                Some(pattern) => is_directory && glob::fits(pattern, name, rules),
                None => glob::fits(pattern, name, rules),
            })
    };
    let sorts_by_stat = matches!(settings.sort, Sort::Size | Sort::Time);
    let needs_stat = settings.modes || settings.sizes.is_some() || sorts_by_stat || settings.marks;
    let mut items = Vec::new();
    for entry in run.list(path)? {
        if !settings.all && entry.name.starts_with(b".") {
            continue;
        }
        let below = paths::join(path, &entry.name);
        let stat = if needs_stat {
            run.lstat(&below).ok()
        } else {
            // The kind is all that counts.
            let size = 0;
            Some(Stat {
                kind: entry.kind,
                mode: 0,
                size,
                mtime_us: 0,
                links: 1,
                number: 0,
            })
        };
        let is_link = entry.kind == Kind::Link;
        let leads_to_directory = is_link && run.stat(&below).is_ok_and(|stat| stat.is_directory());
        let is_directory = entry.kind == Kind::Directory || leads_to_directory;
        let is_left_out = (settings.only_directories && !is_directory)
            || fits(&settings.exclude, &entry.name, is_directory)
            || (!settings.include.is_empty()
                && entry.kind != Kind::Directory
                && !fits(&settings.include, &entry.name, is_directory));
        if is_left_out {
            continue;
        }
        let target = if is_link {
            run.read_link(&below).ok()
        } else {
            None
        };
        items.push(Item {
            name: entry.name,
            stat,
            target,
            is_directory,
        });
    }
    match settings.sort {
        Sort::Name | Sort::None => {}
        Sort::Version => items.sort_by(|a, b| compare_versions(&a.name, &b.name)),
        Sort::Size => {
            items.sort_by_key(|item| std::cmp::Reverse(item.stat.map_or(0, |stat| stat.size)));
        }
        Sort::Time => items.sort_by_key(|item| {
            item.stat
                .map_or(0, |stat| stat.mtime_us / crate::times::MICROS)
        }),
    }
    if settings.reverse && settings.sort != Sort::None {
        items.reverse();
    }
    match settings.first {
        First::Neither => {}
        First::Directories => items.sort_by_key(|item| !item.is_directory),
        First::Files => items.sort_by_key(|item| item.is_directory),
    }
    Ok(items.into_iter())
}

/// Where a comparison of versions is in its numbers.
#[derive(Clone, Copy)]
enum Digits {
    /// In none.
    None,
    /// In one that begins with another digit than zero.
    Whole,
    /// Behind the zeros that one begins with, and behind digits after them.
    Zeros,
    Part,
}

/// The order of `strverscmp` of the C library: digits are numbers, and those that begin with zeros are
/// parts behind a point.
fn compare_versions(a: &[u8], b: &[u8]) -> std::cmp::Ordering {
    use std::cmp::Ordering;
    let at = |name: &[u8], index: usize| name.get(index).copied();
    let is_digit = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_digit());
    let mut state = Digits::None;
    let mut index = 0;
    while let (Some(left), Some(right)) = (at(a, index), at(b, index)) {
        if left != right {
            break;
        }
        state = match (state, left) {
            (Digits::Whole, b'0'..=b'9') | (Digits::None, b'1'..=b'9') => Digits::Whole,
            (Digits::None | Digits::Zeros, b'0') => Digits::Zeros,
            (Digits::Zeros | Digits::Part, b'0'..=b'9') => Digits::Part,
            _ => Digits::None,
        };
        index += 1;
    }
    let (left, right) = (at(a, index), at(b, index));
    let longer = || {
        let run = |name: &[u8]| {
            let rest = name.iter().skip(index);
            rest.take_while(|byte| byte.is_ascii_digit()).count()
        };
        run(a).cmp(&run(b)).then(left.cmp(&right))
    };
    match (state, is_digit(left), is_digit(right)) {
        (Digits::None, true, true) if left != Some(b'0') && right != Some(b'0') => longer(),
        (Digits::Whole, true, true) => longer(),
        (Digits::Whole, true, false) | (Digits::Zeros, false, true) => Ordering::Greater,
        (Digits::Whole, false, true) | (Digits::Zeros, true, false) => Ordering::Less,
        _ => left.cmp(&right),
    }
}
