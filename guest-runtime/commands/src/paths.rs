//! Paths as texts; nothing here asks for files.

/// The name with a directory before it, with one slash between them.
pub(crate) fn join(directory: &[u8], name: &[u8]) -> Vec<u8> {
    let mut path = without_slashes(directory).to_vec();
    push(&mut path, name);
    path
}

/// Adds a name to a path, in place.
pub(crate) fn push(path: &mut Vec<u8>, name: &[u8]) {
    if !path.is_empty() && !path.ends_with(b"/") {
        path.push(b'/');
    }
    path.extend_from_slice(name);
}

/// Without the slashes at the end, but for a path of slashes alone, of which one stays.
pub(crate) fn without_slashes(path: &[u8]) -> &[u8] {
    let end = path.iter().rposition(|byte| *byte != b'/');
    match end {
        Some(end) => &path[..=end],
        None => &path[..path.len().min(1)],
    }
}

/// With one slash at the end at most, as walks name their roots.
pub(crate) fn with_one_slash(path: &[u8]) -> &[u8] {
    let without = without_slashes(path);
    let extra = path.len() - without.len();
    if without == b"/" {
        return if extra > 1 { without } else { path };
    }
    &path[..without.len() + extra.min(1)]
}

/// The last part with the slashes behind it; empty for a path of slashes alone.
pub(crate) fn last_part(path: &[u8]) -> &[u8] {
    let end = without_slashes(path);
    if end == b"/" {
        return b"";
    }
    let start = end
        .iter()
        .rposition(|byte| *byte == b'/')
        .map_or(0, |at| at + 1);
    &path[start..]
}

/// What `basename` prints: the last part without slashes.
pub(crate) fn base_name(path: &[u8]) -> &[u8] {
    let last = last_part(path);
    if last.is_empty() {
        return without_slashes(path);
    }
    without_slashes(last)
}

/// What `dirname` prints.
pub(crate) fn directory_of(path: &[u8]) -> Vec<u8> {
    let end = path.len() - last_part(path).len();
    if end == 0 {
        return if path.starts_with(b"/") {
            b"/".to_vec()
        } else {
            b".".to_vec()
        };
    }
    without_slashes(&path[..end]).to_vec()
}

/// Whether it is `.` or `..`.
pub(crate) fn is_dots(name: &[u8]) -> bool {
    name == b"." || name == b".."
}
