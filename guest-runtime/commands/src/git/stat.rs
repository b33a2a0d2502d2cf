//! What changes come to, as `--stat`, `--numstat` and the lines behind a commit.

use super::changes::{Change, Status};
use super::patch::{Lines, is_binary, quoted};
use super::similar::SAME;
use crate::bytes::cat;

/// Columns of `--stat`, unless `COLUMNS` says otherwise.
pub(super) const WIDTH: usize = 80;

/// What has become of a file, in lines or bytes.
struct Counted {
    name: Vec<u8>,
    is_binary: bool,
    added: usize,
    removed: usize,
    is_same: bool,
}

fn counted(change: &Change) -> Counted {
    let bytes = |side: &Option<super::changes::Content>| {
        side.as_ref()
            .map(|side| side.bytes.clone())
            .unwrap_or_default()
    };
    let (before, after) = (bytes(&change.before), bytes(&change.after));
    let is_binary = is_binary(&before) || is_binary(&after);
    let (added, removed) = match is_binary {
        true if before == after => (0, 0),
        true => (after.len(), before.len()),
        false => Lines::of(&before, &after).counts(),
    };
    Counted {
        name: shown(change),
        is_binary,
        added,
        removed,
        is_same: before == after,
    }
}

/// The path of a change; of a rename, both with what they share outside of braces.
pub(super) fn shown(change: &Change) -> Vec<u8> {
    let Some(from) = &change.from else {
        return quoted(&change.path);
    };
    let to = &change.path;
    if quoted(from) != *from || quoted(to) != *to {
        return cat![quoted(from), " => ", quoted(to)];
    }
    let same = from.iter().zip(to).take_while(|(a, b)| a == b).count();
    let start = from[..same]
        .iter()
        .rposition(|byte| *byte == b'/')
        .map_or(0, |slash| slash + 1);
    // The rest that both share begins with a slash, which may be that of the beginning.
    let rest = from.len().min(to.len()) + 1 - start.max(1);
    let alike = from
        .iter()
        .rev()
        .zip(to.iter().rev())
        .take_while(|(a, b)| a == b)
        .count()
        .min(rest);
    let tail = &from[from.len() - alike..];
    let end = tail
        .iter()
        .position(|byte| *byte == b'/')
        .map_or(0, |slash| tail.len() - slash);
    let middle = |path: &[u8]| {
        let stop = (path.len() - end).max(start);
        path[start..stop].to_vec()
    };
    let (old, new) = (middle(from), middle(to));
    let end = &from[from.len() - end..];
    match start + end.len() {
        0 => cat![old, " => ", new],
        _ => cat![from[..start], "{", old, " => ", new, "}", end],
    }
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// The line with the sums.
fn sums(files: usize, added: usize, removed: usize) -> String {
    let mut line = format!(" {files} file{} changed", plural(files));
    if added > 0 || removed == 0 {
        line.push_str(&format!(", {added} insertion{}(+)", plural(added)));
    }
    if removed > 0 || added == 0 {
        line.push_str(&format!(", {removed} deletion{}(-)", plural(removed)));
    }
    line.push('\n');
    line
}

fn scaled(count: usize, width: usize, most: usize) -> usize {
    match count {
        0 => 0,
        _ => 1 + count * (width - 1) / most,
    }
}

/// The line with the sums alone, as behind a commit.
pub(super) fn shortstat(changes: &[Change]) -> Vec<u8> {
    if changes.is_empty() {
        return Vec::new();
    }
    let all: Vec<Counted> = changes.iter().map(counted).collect();
    let text = all.iter().filter(|file| !file.is_binary);
    let (added, removed) = text.fold((0, 0), |sum, file| {
        (sum.0 + file.added, sum.1 + file.removed)
    });
    sums(all.len(), added, removed).into_bytes()
}

/// `--stat`.
pub(super) fn stat(changes: &[Change], width: usize) -> Vec<u8> {
    if changes.is_empty() {
        return Vec::new();
    }
    let all: Vec<Counted> = changes.iter().map(counted).collect();
    let columns = |name: &[u8]| String::from_utf8_lossy(name).chars().count();
    let digits = |number: usize| number.to_string().len();
    let longest = all
        .iter()
        .map(|file| columns(&file.name))
        .max()
        .unwrap_or(0);
    let most = all
        .iter()
        .filter(|file| !file.is_binary)
        .map(|file| file.added + file.removed)
        .max();
    let most = most.unwrap_or(0);
    let binary = all.iter().filter(|file| file.is_binary);
    let bin_width = binary
        .clone()
        .map(|file| 14 + digits(file.added) + digits(file.removed))
        .max()
        .unwrap_or(0);
    let numbers = digits(most).max(if binary.count() > 0 { 3 } else { 0 });
    let width = width.max(16 + 6 + numbers);
    let mut graph = if most + 4 > bin_width {
        most
    } else {
        bin_width - 4
    };
    let mut names = longest;
    if names + numbers + 6 + graph > width {
        let part = (width * 3 / 8).saturating_sub(numbers + 6);
        if graph > part {
            graph = part.max(6);
        }
        if names > width - numbers - 6 - graph {
            names = width - numbers - 6 - graph;
        } else {
            graph = width - numbers - 6 - names;
        }
    }
    let mut out = Vec::new();
    for file in &all {
        let mut name = file.name.clone();
        if columns(&name) > names {
            let text = String::from_utf8_lossy(&name).into_owned();
            let skipped = text.chars().count() - names.saturating_sub(3);
            let rest: String = text.chars().skip(skipped).collect();
            let rest = rest
                .find('/')
                .map_or(rest.as_str(), |slash| &rest[slash..])
                .to_owned();
            name = cat!["...", rest];
        }
        let padding = " ".repeat(names.saturating_sub(columns(&name)));
        out.extend(cat![" ", name, padding, " | "]);
        if file.is_binary {
            let line = match file.is_same {
                true => format!("{:>numbers$}\n", "Bin"),
                false => format!(
                    "{:>numbers$} {} -> {} bytes\n",
                    "Bin", file.removed, file.added
                ),
            };
            out.extend(line.into_bytes());
            continue;
        }
        let total = file.added + file.removed;
        let (mut add, mut del) = (file.added, file.removed);
        if graph <= most && most > 0 {
            let mut all = scaled(total, graph, most);
            if all < 2 && add > 0 && del > 0 {
                all = 2;
            }
            if add < del {
                add = scaled(add, graph, most);
                del = all - add;
            } else {
                del = scaled(del, graph, most);
                add = all - del;
            }
        }
        let blank = if total > 0 { " " } else { "" };
        let line = format!(
            "{total:>numbers$}{blank}{}{}\n",
            "+".repeat(add),
            "-".repeat(del)
        );
        out.extend(line.into_bytes());
    }
    let text = all.iter().filter(|file| !file.is_binary);
    let (added, removed) = text.fold((0, 0), |sum, file| {
        (sum.0 + file.added, sum.1 + file.removed)
    });
    out.extend(sums(all.len(), added, removed).into_bytes());
    out
}

/// `--numstat`.
pub(super) fn numstat(changes: &[Change]) -> Vec<u8> {
    let mut out = Vec::new();
    for change in changes {
        let file = counted(change);
        let numbers = match file.is_binary {
            true => "-\t-\t".to_owned(),
            false => format!("{}\t{}\t", file.added, file.removed),
        };
        out.extend(cat![numbers, file.name, "\n"]);
    }
    out
}

/// What was made, deleted and renamed, as behind a commit.
pub(super) fn summary(changes: &[Change]) -> Vec<u8> {
    let mut out = Vec::new();
    for change in changes {
        let mode = |side: &Option<super::changes::Content>| {
            side.as_ref().map_or("", |side| side.git_mode())
        };
        let (before, after) = (mode(&change.before), mode(&change.after));
        let path = quoted(&change.path);
        match change.status {
            Status::Added => out.extend(cat![" create mode ", after, " ", path, "\n"]),
            Status::Deleted => out.extend(cat![" delete mode ", before, " ", path, "\n"]),
            Status::Renamed => {
                let percent = format!("{}", change.score * 100 / SAME);
                out.extend(cat![" rename ", shown(change), " (", percent, "%)\n"]);
                if before != after {
                    out.extend(cat![" mode change ", before, " => ", after, "\n"]);
                }
            }
            _ if before != after => {
                out.extend(cat![
                    " mode change ",
                    before,
                    " => ",
                    after,
                    " ",
                    path,
                    "\n"
                ]);
            }
            _ => {}
        }
    }
    out
}

/// `git apply --stat`, of names with the lines that are put in and taken out.
pub(super) fn of_patches(files: &[(Vec<u8>, usize, usize)]) -> Vec<u8> {
    /// Columns of names, and of names and marks.
    const NAME_MAX: usize = 50;
    const WIDTH_MAX: usize = 70;
    let longest = files
        .iter()
        .map(|(name, ..)| quoted(name).len())
        .max()
        .unwrap_or(0);
    let most = files
        .iter()
        .map(|(_, added, removed)| added + removed)
        .max()
        .unwrap_or(0);
    let names = longest.min(NAME_MAX);
    let width = if names + most > WIDTH_MAX {
        WIDTH_MAX - names
    } else {
        most
    };
    let (mut out, mut sum) = (Vec::new(), (0, 0));
    for (name, added, removed) in files {
        let mut shown = quoted(name);
        if shown.len() > names {
            let rest = &shown[shown.len() + 3 - names..];
            let slash = rest.iter().position(|byte| *byte == b'/').unwrap_or(0);
            shown = cat!["...", rest[slash..]];
        }
        let scaled = |count: usize| match most {
            0 => 0,
            most => (count * width + most / 2) / most,
        };
        let (all, plus) = (scaled(added + removed), scaled(*added));
        let padding = " ".repeat(names - shown.len());
        let marks = format!(
            "{}{}",
            "+".repeat(plus),
            "-".repeat(all.saturating_sub(plus))
        );
        out.extend(cat![
            " ",
            shown,
            padding,
            format!(" |{:>5} {marks}\n", added + removed)
        ]);
        sum = (sum.0 + added, sum.1 + removed);
    }
    out.extend(sums(files.len(), sum.0, sum.1).into_bytes());
    out
}
