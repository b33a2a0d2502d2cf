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
        "bzip2" | "bunzip2" | "bzcat" => Grammar {
            options: OF_PACKERS,
            options_max: 3,
            operands_min: 0,
            operands_max: 3,
            environment: &[],
        },
        // Lengths depend on the compressor.
        "xz" | "unxz" | "xzcat" => Grammar {
            options: &OF_PACKERS[..OF_PACKERS.len() - 2],
            options_max: 3,
            operands_min: 0,
            operands_max: 3,
            environment: &[],
        },
        _ => return None,
    })
}

const OF_PACKERS: &[&[&str]] = &[
    &["-k"],
    &["-k"],
    &["-c"],
    &["-c"],
    &["-d"],
    &["-d"],
    &["-f"],
    &["-f"],
    &["-t"],
    &["-z"],
    &["-q"],
    &["-1"],
    &["-9"],
    &["-kf"],
    &["-dkf"],
    &["--keep"],
    &["--stdout"],
    &["--decompress"],
    &["-v"],
    &["-tv"],
];

/// Whether a command has one format, and what its files end with.
fn suffixes(command: &str) -> Option<&'static [&'static str]> {
    match command {
        "gzip" | "gunzip" | "zcat" => Some(&[".gz", ".gz", ".tgz", ".z", "", "-gz", ".GZ"]),
        "bzip2" | "bunzip2" | "bzcat" => Some(&[".bz2", ".bz2", ".tbz2", ".bz", ""]),
        "xz" | "unxz" | "xzcat" => Some(&[".xz", ".xz", ".txz", ""]),
        _ => None,
    }
}

fn packed(random: &mut Random, command: &str, content: &[u8]) -> Vec<u8> {
    if suffixes(command) == suffixes("gzip") {
        return gzipped(random, content);
    }
    if suffixes(command) == suffixes("xz") {
        let options = lzma_rust2::XzOptions::with_preset(1);
        let mut packer = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
        packer.write_all(content).unwrap();
        return packer.finish().unwrap();
    }
    let mut packer = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::default());
    packer.write_all(content).unwrap();
    packer.finish().unwrap()
}

/// Packs some of the files of a tree, and breaks some of these.
pub(crate) fn pack(random: &mut Random, command: &str, tree: &mut Tree) {
    let Some(suffixes) = suffixes(command) else {
        return;
    };
    // A link to a directory would be followed without end.
    for (_, what, ..) in &mut tree.0 {
        if let What::Link(target) = what {
            *target = random.of(&["nowhere", "e.txt"]).as_bytes().to_vec();
        }
    }
    let known = tree.paths();
    for (path, what, ..) in &mut tree.0 {
        let What::File(content) = what else { continue };
        let suffix: &[u8] = random.of(suffixes).as_bytes();
        let named = [path.as_slice(), suffix].concat();
        if random.once_in(3) || known.contains(&named) && !suffix.is_empty() {
            continue;
        }
        let mut packed = packed(random, command, content);
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
    if bytes.starts_with(b"\xfd7zXZ\0") {
        let mut content = Vec::new();
        lzma_rust2::XzReader::new(bytes, true)
            .read_to_end(&mut content)
            .ok()?;
        return Some([b"xz: ".as_slice(), &plain(&content).unwrap_or(content)].concat());
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
