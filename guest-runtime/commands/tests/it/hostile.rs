//! Endless inputs, and archives that lie.

use std::io::{self, Read, Write};

use isolate_shell_commands::BROKEN_PIPE;

use crate::disk::Disk;

/// Zeros without end.
struct Zeros;

impl Read for Zeros {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        bytes.fill(0);
        Ok(bytes.len())
    }
}

/// Takes some bytes, and then no more.
struct Most(usize);

impl Write for Most {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0 == 0 {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        let count = bytes.len().min(self.0);
        self.0 -= count;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub(crate) fn ran(
    folder: &std::path::Path,
    words: &[&str],
    stdin: &mut (dyn Read + Send),
    stdout: &mut (dyn Write + Send),
) -> (u8, String) {
    let directory = folder.as_os_str().as_encoded_bytes();
    crate::ours::ran(&Disk, directory, words, stdin, stdout)
}

#[test]
fn endless_streams_end_with_their_reader() {
    let folder = tempfile::tempdir().unwrap();
    let ended = (BROKEN_PIPE, String::new());
    let gzip = ran(folder.path(), &["gzip", "-c"], &mut Zeros, &mut Most(10));
    assert_eq!(gzip, ended);

    // What is decompressed is much more than what is read.
    let mut packed = Vec::new();
    let mut zeros = Zeros.take(200 << 20);
    assert_eq!(ran(folder.path(), &["gzip"], &mut zeros, &mut packed).0, 0);
    assert!(packed.len() < 1 << 20);
    let zcat = ran(
        folder.path(),
        &["zcat"],
        &mut packed.as_slice(),
        &mut Most(10),
    );
    assert_eq!(zcat, ended);

    let mut ones: Box<dyn Read + Send> = Box::new(b"while (1) 1\n".as_slice());
    assert_eq!(
        ran(folder.path(), &["bc"], &mut ones, &mut Most(1000)),
        ended
    );
}

#[test]
fn archives_that_lie_are_said_to() {
    let folder = tempfile::tempdir().unwrap();
    let archive = |kind: u8, size: &[u8; 12]| {
        let mut block = vec![0; 512];
        block[..4].copy_from_slice(b"file");
        block[100..107].copy_from_slice(b"0000644");
        block[124..136].copy_from_slice(size);
        block[148..156].fill(b' ');
        block[156] = kind;
        let sum: u32 = block.iter().map(|byte| u32::from(*byte)).sum();
        block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        block.extend(b"short");
        block
    };
    let said = |bytes: Vec<u8>, action: &str| {
        let (code, errors) = ran(
            folder.path(),
            &["tar", action, "-"],
            &mut bytes.as_slice(),
            &mut Vec::new(),
        );
        assert_eq!(code, 2, "{errors}");
        errors
    };
    // Eight gigabytes, and more than a number of 64 bits is.
    let large = b"77777777777\0";
    let cut = "tar: Unexpected EOF in archive\n";
    assert!(said(archive(b'0', large), "xf").starts_with(cut));
    assert!(said(archive(b'0', large), "tf").starts_with(cut));
    assert_eq!(std::fs::read(folder.path().join("file")).unwrap(), b"short");
    let huge = b"\x80\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff";
    assert!(
        said(archive(b'0', huge), "tf").starts_with("tar: This does not look like a tar archive\n")
    );
    for kind in [b'L', b'K', b'x', b'g'] {
        let errors = said(archive(kind, large), "tf");
        assert!(
            errors.contains("claims to have 8589934591 bytes"),
            "{errors}"
        );
    }
}

/// Bytes of compressed files are changed, removed and doubled: the contents come out, or an error.
#[test]
fn broken_bytes_are_said_to_be() {
    let folder = tempfile::tempdir().unwrap();
    let mut random = crate::tree::Random(0x8a2);
    let content: Vec<u8> = (0..9000_u32)
        .flat_map(|number| (number % 777).to_le_bytes())
        .collect();
    for name in ["bzip2", "xz", "gzip"] {
        let mut packed = Vec::new();
        let made = ran(
            folder.path(),
            &[name, "-c"],
            &mut content.as_slice(),
            &mut packed,
        );
        assert_eq!(made, (0, String::new()));
        for round in 0..150 {
            let mut bytes = packed.clone();
            let at = random.below(bytes.len());
            match random.below(4) {
                0 => bytes.truncate(at),
                1 => bytes[at] ^= 1 << random.below(8),
                2 => drop(bytes.splice(at..at, [0xff; 5])),
                _ => drop(bytes.drain(at..(at + 9).min(bytes.len() - 1))),
            }
            let mut out = Vec::new();
            let (code, errors) = ran(
                folder.path(),
                &[name, "-dc"],
                &mut bytes.as_slice(),
                &mut out,
            );
            let is_said = code != 0 && !errors.is_empty();
            assert!(
                is_said || out == content || name == "gzip",
                "{name} {round}: {code} {errors}"
            );
        }
    }
}
