//! Names of members as paths below a directory.

use super::settings::Settings;

/// What a member is extracted to.
pub(super) struct Target {
    /// Relative, without dots and empty parts; empty where nothing is left.
    pub(super) path: Vec<u8>,
    /// Whether slashes at the beginning, and parts that lead up, were taken away.
    pub(super) was_absolute: bool,
    pub(super) led_up: bool,
}

/// The path of a member. None for one that is left out: a directory where none are made.
pub(super) fn target(settings: &Settings, name: &[u8], is_directory: bool) -> Option<Target> {
    let was_absolute = name.starts_with(b"/");
    let mut led_up = false;
    let mut parts: Vec<Vec<u8>> = Vec::new();
    let mut given: Vec<&[u8]> = name
        .split(|byte| *byte == b'/')
        .filter(|part| !part.is_empty())
        .collect();
    let last = if is_directory { None } else { given.pop() };
    if settings.junks {
        if is_directory {
            return None;
        }
        given.clear();
    }
    for part in given {
        match part {
            b"." => {}
            b".." => led_up = true,
            part => parts.push(printable(part)),
        }
    }
    if let Some(last) = last {
        let last = without_version(settings, last);
        parts.push(match last {
            // As a file they would be directories.
            b"." | b".." => vec![b'_'; last.len()],
            last => printable(last),
        });
    }
    parts.retain(|part| !part.is_empty());
    let mut path = parts.join(&b'/');
    if settings.lowers > 0 {
        path.make_ascii_lowercase();
    }
    Some(Target {
        path,
        was_absolute,
        led_up,
    })
}

/// Without control characters. What is a part of dots alone after that stays a name.
fn printable(part: &[u8]) -> Vec<u8> {
    let kept: Vec<u8> = part
        .iter()
        .copied()
        .filter(|byte| !byte.is_ascii_control())
        .collect();
    if kept == b"." || kept == b".." {
        return vec![b'_'; kept.len()];
    }
    kept
}

/// Without the version that VMS puts behind names.
fn without_version<'n>(settings: &Settings, name: &'n [u8]) -> &'n [u8] {
    if settings.keeps_versions {
        return name;
    }
    match name.iter().rposition(|byte| *byte == b';') {
        Some(at) if at > 0 && !name[at + 1..].is_empty() => {
            let is_number = name[at + 1..].iter().all(u8::is_ascii_digit);
            if is_number { &name[..at] } else { name }
        }
        _ => name,
    }
}
