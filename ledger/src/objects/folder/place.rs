//! Which file an object is.
//!
//! Names of objects have more than file systems allow: `a` and `a/b` are both there, parts have up to
//! 512 bytes, and `A` is another name than `a`. So a part is written with `+` before each capital
//! letter, as a small one; a folder ends with `@`, an object with `=`; and of a part of 100 bytes or
//! more, 100 bytes at a time are a folder that ends with `,`. Names of objects have none of these
//! characters. Files that begin with `~` are being written.

/// Bytes of a part that go into one folder at most. With its `+` that is less than the 255 bytes of
/// every file system.
const CHUNK_BYTES: usize = 100;

/// Where an object lies: folders from the root, and the name of its file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) folders: Vec<String>,
    pub(super) file: String,
}

/// What a name in a folder stands for.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// An object.
    Object,
    /// The objects whose names go on here; the text ends with `/` where a part ends.
    Folder,
}

/// The place of an object with a checked name.
pub(super) fn place(name: &str) -> Place {
    let mut folders = Vec::new();
    let mut rest = name;
    loop {
        let (part, others) = rest
            .split_once('/')
            .map_or((rest, None), |(part, others)| (part, Some(others)));
        let mut part = part;
        while part.len() >= CHUNK_BYTES {
            let (chunk, left) = part.split_at(CHUNK_BYTES);
            folders.push(written(chunk, ','));
            part = left;
        }
        match others {
            Some(others) => {
                folders.push(written(part, '@'));
                rest = others;
            }
            None => {
                let file = written(part, '=');
                return Place { folders, file };
            }
        }
    }
}

fn written(part: &str, end: char) -> String {
    let mut text = String::with_capacity(part.len() + 1);
    for letter in part.chars() {
        if letter.is_ascii_uppercase() {
            text.push('+');
        }
        text.push(letter.to_ascii_lowercase());
    }
    text.push(end);
    text
}

/// The text that an entry of a folder adds to the name, and what it is; `None` if it is not ours.
///
/// Invariant: of two entries of one folder, all names below the one with the smaller text come first.
pub(super) fn read(entry: &str) -> Option<(String, Kind)> {
    let (kind, end, part) = if let Some(part) = entry.strip_suffix('=') {
        (Kind::Object, "", part)
    } else if let Some(part) = entry.strip_suffix('@') {
        (Kind::Folder, "/", part)
    } else {
        (Kind::Folder, ",", entry.strip_suffix(',')?)
    };
    let mut text = String::with_capacity(part.len() + 1);
    let mut letters = part.chars();
    while let Some(letter) = letters.next() {
        text.push(match letter {
            '+' => letters
                .next()
                .filter(char::is_ascii_lowercase)?
                .to_ascii_uppercase(),
            'a'..='z' | '0'..='9' | '-' | '_' | '.' => letter,
            _ => return None,
        });
    }
    // Each name has one place.
    let is_chunk = end == ",";
    if is_chunk != (text.len() == CHUNK_BYTES) || text.len() > CHUNK_BYTES {
        return None;
    }
    if !is_chunk {
        text.push_str(end);
    }
    Some((text, kind))
}

#[cfg(test)]
mod tests {
    use super::{Kind, place, read};

    #[test]
    fn a_place_is_read_as_its_name() {
        let names = [
            "a".to_owned(),
            "log/0001".to_owned(),
            "Log/aB.C/x".to_owned(),
            "x".repeat(99),
            "x".repeat(100),
            "X".repeat(512),
            format!("{}/{}", "y".repeat(200), "z".repeat(101)),
        ];
        for name in names {
            let place = place(&name);
            let mut text = String::new();
            for folder in &place.folders {
                assert!(folder.len() <= 201, "{folder}");
                let (part, kind) = read(folder).unwrap();
                assert_eq!(kind, Kind::Folder);
                text.push_str(&part);
            }
            let (part, kind) = read(&place.file).unwrap();
            assert_eq!(kind, Kind::Object);
            text.push_str(&part);
            assert_eq!(text, name);
        }
    }

    #[test]
    fn other_files_are_not_ours() {
        for entry in [
            "", "a", "~1", "A=", "+=", "+1=", "a+=", "a b=", "ä=", ",", "a,",
        ] {
            assert_eq!(read(entry), None, "{entry}");
        }
        for (length, end) in [(100, "="), (100, "@"), (99, ","), (101, ",")] {
            assert_eq!(read(&format!("{}{end}", "a".repeat(length))), None, "{end}");
        }
    }
}
