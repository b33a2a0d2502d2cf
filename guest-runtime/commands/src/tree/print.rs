//! How an entry is printed: as a line, or as an object of JSON.

use super::items::Item;
use super::settings::Settings;
use crate::bytes::cat;
use crate::files::Kind;
use crate::mode;
use crate::quote::{self, Charset};
use crate::run::{Run, Step};
use crate::sizes::Unit;

/// The line of an entry behind its lines of the tree.
pub(super) fn line(
    run: &mut Run<'_, '_>,
    settings: &Settings,
    item: &Item,
    path: &[u8],
) -> Step<()> {
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
pub(super) fn facts(settings: &Settings, item: &Item) -> Vec<u8> {
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
pub(super) fn name_of(run: &Run<'_, '_>, settings: &Settings, name: &[u8]) -> Vec<u8> {
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
pub(super) fn json_entry(
    run: &mut Run<'_, '_>,
    settings: &Settings,
    item: &Item,
    path: &[u8],
) -> Step<()> {
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
