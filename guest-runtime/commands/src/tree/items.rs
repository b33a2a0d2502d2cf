//! What is in a directory, in order.

use super::settings::{First, Settings, Sort};
use crate::Errno;
use crate::files::{Kind, Stat};
use crate::glob::{self, Rules};
use crate::paths;
use crate::run::Run;

/// One entry of a directory.
pub(super) struct Item {
    pub(super) name: Vec<u8>,
    pub(super) stat: Option<Stat>,
    pub(super) target: Option<Vec<u8>>,
    /// Whether it is a directory, or a link to one.
    pub(super) is_directory: bool,
}

/// What is in a directory, as far as it is shown, in order.
pub(super) fn items(
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
