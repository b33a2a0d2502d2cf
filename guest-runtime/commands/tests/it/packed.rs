//! Random command lines of archives and compression, and what their answers have in common.

use std::io::{Read as _, Write as _};

use crate::grammar::Grammar;
use crate::tree::{Random, Tree, What};

pub(crate) fn grammar(command: &str) -> Option<Grammar> {
    Some(match command {
        "gzip" | "gunzip" | "zcat" => Grammar {
            options: &[
                &["-k"],
                &["-k"],
                &["-c"],
                &["-c"],
                &["-d"],
                &["-d"],
                &["-f"],
                &["-f"],
                &["-l"],
                &["-n"],
                &["-N"],
                &["-r"],
                &["-t"],
                &["-v"],
                &["-q"],
                &["-1"],
                &["-9"],
                &["-S", ".x"],
                &["-S.gz"],
                &["-kv"],
                &["-lv"],
                &["-rv"],
                &["-dkf"],
                &["--keep"],
                &["--best"],
                &["--to-stdout"],
                &["--decomp"],
                &["--nonsense"],
                &["-Q"],
                &["--suffix"],
                &["--no-name"],
                &["-S", ""],
            ],
            options_max: 3,
            operands_min: 0,
            operands_max: 3,
            environment: &[],
        },
        _ => return None,
    })
}

/// Packs some of the files of a tree, and breaks some of these.
pub(crate) fn pack(random: &mut Random, command: &str, tree: &mut Tree) {
    if !matches!(command, "gzip" | "gunzip" | "zcat") {
        return;
    }
    // A link to a directory would be followed without end.
    for (_, what, ..) in &mut tree.0 {
        if let What::Link(target) = what {
            *target = random.of(&["nowhere", "e.txt"]).as_bytes().to_vec();
        }
    }
    let known = tree.paths();
    for (path, what, ..) in &mut tree.0 {
        let What::File(content) = what else { continue };
        let suffix: &[u8] = random
            .of(&[".gz", ".gz", ".tgz", ".z", "", "-gz", ".GZ"])
            .as_bytes();
        let named = [path.as_slice(), suffix].concat();
        if random.once_in(3) || known.contains(&named) && !suffix.is_empty() {
            continue;
        }
        let mut packed = gzipped(random, content);
        match random.below(12) {
            0 => packed.extend_from_slice(content),
            1 => packed.extend([0; 40]),
            2 => packed.truncate(random.below(packed.len())),
            3 => {
                let at = random.below(packed.len());
                packed[at] ^= 1 << random.below(8);
            }
            4 => packed.extend_from_slice(b"garbage"),
            _ => {}
        }
        *what = What::File(packed);
        *path = named;
    }
}

pub(crate) fn gzipped(random: &mut Random, content: &[u8]) -> Vec<u8> {
    let mut builder = flate2::GzBuilder::new();
    if random.once_in(3) {
        builder = builder.filename(*random.of(&["orig", "a/b", "a", "b.txt"]));
    }
    if random.once_in(3) {
        builder = builder.mtime(1_500_000_001);
    }
    if random.once_in(6) {
        builder = builder.comment("words").extra(b"xx".to_vec());
    }
    let mut packer = builder.write(Vec::new(), flate2::Compression::default());
    packer.write_all(content).unwrap();
    packer.finish().unwrap()
}

/// What compressed bytes hold: how they are compressed is ours to choose.
pub(crate) fn plain(bytes: &[u8]) -> Option<Vec<u8>> {
    if let Some(text) = crate::archives::alike(bytes) {
        return Some(text);
    }
    if let Some(text) = crate::zips::plain(bytes) {
        return Some(text);
    }
    if bytes.starts_with(b"BZh") {
        let mut content = b"bzip2: ".to_vec();
        bzip2::bufread::MultiBzDecoder::new(bytes)
            .read_to_end(&mut content)
            .ok()?;
        return Some(plain(&content[7..]).unwrap_or(content));
    }
    if !bytes.starts_with(&[0x1f, 0x8b, 8]) {
        return None;
    }
    let mut reader = flate2::bufread::GzDecoder::new(bytes);
    let mut content = Vec::new();
    reader.read_to_end(&mut content).ok()?;
    let header = reader.header()?;
    let mut text = format!(
        "gzip {} {:?}: ",
        header.mtime(),
        header
            .filename()
            .map(<[u8]>::escape_ascii)
            .map(|name| name.to_string())
    )
    .into_bytes();
    text.extend(plain(&content).unwrap_or(content));
    let rest = reader.into_inner();
    text.extend(plain(rest).unwrap_or_else(|| rest.to_vec()));
    Some(text)
}

/// Says of a message with a percentage that it has one: it follows from how much is compressed.
pub(crate) fn without_ratio(case: &crate::outside::Case, text: Vec<u8>) -> Vec<u8> {
    if case.command != "gzip" {
        return text;
    }
    let mut kept = Vec::new();
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        match line.iter().position(|byte| *byte == b'%') {
            Some(end) => {
                let start = line[..end].iter().rposition(|byte| b"\t ".contains(byte));
                kept.extend_from_slice(line[..start.map_or(0, |at| at + 1)].trim_ascii_end());
                kept.extend_from_slice(&line[end..]);
            }
            None => kept.extend_from_slice(line),
        }
    }
    kept
}
