//! What other programs and the `tar` crate write is read, and they read what is written.

use std::io::Read;
use std::process::Command;

use isolate_oracles::Oracle;
use proptest::prelude::*;
use tar::{Archive, Builder, EntryType, Header};

use super::*;

#[test]
fn other_programs_read_our_archives() {
    let Some(tar) = Oracle::GnuTar.find() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.tar"), sample()).expect("written");
    let mut command = Command::new(tar);
    command.args([
        "-tvf",
        "a.tar",
        "--full-time",
        "--utc",
        "--quoting-style=literal",
    ]);
    command.env("LC_ALL", "C.UTF-8").current_dir(folder.path());
    let output = command.output().expect("tar is installed");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(text.lines().count(), 6, "{text}");
    assert!(
        text.contains("ф/日本.txt") && text.contains(&"z".repeat(150)),
        "{text}"
    );
}

#[test]
fn archives_of_other_programs_are_read() {
    let Some(tar) = Oracle::GnuTar.find() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let deep = format!("d/{}/{}", "x".repeat(90), "y".repeat(90));
    std::fs::create_dir_all(folder.path().join(&deep)).expect("made");
    std::fs::write(folder.path().join(&deep).join("f"), "content").expect("written");
    for format in ["gnu", "pax", "ustar", "v7"] {
        let mut command = Command::new(&tar);
        let source = if format == "v7" { "d/." } else { "d" };
        command.args(["--format", format, "-czf", "a.tgz", source]);
        if format == "v7" {
            command.arg("--no-recursion");
        }
        let output = command.current_dir(folder.path()).output();
        let output = output.expect("tar is installed");
        // Names as long as this do not fit into the two older formats.
        let is_made = output.status.success();
        assert!(is_made || ["ustar", "v7"].contains(&format), "{output:?}");
        if !is_made {
            continue;
        }
        let lines = list(&std::fs::read(folder.path().join("a.tgz")).expect("read")).expect(format);
        let is_there = lines
            .iter()
            .any(|line| line.starts_with(&format!("{deep}/f file 7")));
        assert!(is_there || format == "v7", "{format}: {lines:?}");
    }
}

#[test]
fn archives_of_python_are_read() {
    let Some(python) = Oracle::Python.find() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    // A prefix of 90 bytes and a name of 90 fit into ustar, the longer ones into the others.
    for (format, length) in [("USTAR", 90), ("GNU", 200), ("PAX", 200)] {
        let script = format!(
            "import io, tarfile\n\
             with tarfile.open('a.tar', 'w', format=tarfile.{format}_FORMAT) as archive:\n\
             \x20   for name, data in [('d/' + 'x' * 80 + '/' + 'y' * {length}, b'long'), ('empty', b''), ('grün', b'g')]:\n\
             \x20       entry = tarfile.TarInfo(name)\n\
             \x20       entry.size, entry.mtime = len(data), 1.5\n\
             \x20       archive.addfile(entry, io.BytesIO(data))\n\
             \x20   link = tarfile.TarInfo('link')\n\
             \x20   link.type, link.linkname = tarfile.SYMTYPE, 'empty'\n\
             \x20   archive.addfile(link)\n"
        );
        let mut command = Command::new(&python);
        command.args(["-c", &script]).current_dir(folder.path());
        let output = command.output().expect("Python is installed");
        assert!(output.status.success(), "{output:?}");
        let lines = list(&std::fs::read(folder.path().join("a.tar")).expect("read"));
        let expected = [
            format!("d/{}/{} file 4 644", "x".repeat(80), "y".repeat(length)),
            "empty file 0 644".to_owned(),
            "grün file 1 644".to_owned(),
            "link -> empty 644".to_owned(),
        ];
        assert_eq!(lines.expect(format), expected, "{format}");
    }
}

/// What both readers tell of an entry.
#[derive(Debug, PartialEq, Eq)]
struct Listed {
    path: Vec<u8>,
    kind: u8,
    content: Vec<u8>,
    link: Option<Vec<u8>>,
}

/// The entries as the `tar` crate reads them.
fn by_crate(data: &[u8]) -> Vec<Listed> {
    let mut archive = Archive::new(data);
    let entries = archive.entries().expect("at the start");
    let read = entries.map(|entry| {
        let mut entry = entry.expect("well-formed");
        let mut content = Vec::new();
        entry.read_to_end(&mut content).expect("well-formed");
        Listed {
            path: entry.path_bytes().into_owned(),
            kind: entry.header().entry_type().as_byte(),
            content,
            link: entry.link_name_bytes().map(Cow::into_owned),
        }
    });
    read.collect()
}

/// The same, as they are read here.
fn by_us(data: &[u8]) -> Vec<Listed> {
    let read = Entries::new(data, &Limits::default()).map(|entry| {
        let entry = entry.expect("well-formed");
        let (kind, link) = match entry.kind {
            EntryKind::File => (b'0', None),
            EntryKind::Directory => (b'5', None),
            EntryKind::Symlink(link) => (b'2', Some(link.into_bytes())),
            EntryKind::HardLink(link) => (b'1', Some(link.into_bytes())),
            EntryKind::Unsupported(what) => panic!("{what}"),
        };
        Listed {
            path: entry.path.into_bytes(),
            kind,
            content: entry.data.to_vec(),
            link,
        }
    });
    read.collect()
}

proptest! {
    /// Names of any length, as the crate writes them with headers of GNU.
    #[test]
    fn archives_of_the_tar_crate_are_read(names in prop::collection::vec("[a-zé][a-zé\n/]{0,250}[a-z]", 1..5), content in prop::collection::vec(any::<u8>(), 0..1_100)) {
        let mut builder = Builder::new(Vec::new());
        for name in &names {
            let mut header = Header::new_gnu();
            header.set_size(content.len() as u64);
            header.set_mode(0o644);
            builder.append_data(&mut header, name, &content[..]).expect("in memory");
            let mut header = Header::new_gnu();
            header.set_entry_type(EntryType::Symlink);
            header.set_size(0);
            builder.append_link(&mut header, name, &names[0]).expect("in memory");
        }
        let data = builder.into_inner().expect("in memory");
        prop_assert_eq!(by_us(&data), by_crate(&data));
    }

    /// Without line breaks: the crate takes them for the end of a record.
    #[test]
    fn the_tar_crate_reads_our_archives(names in prop::collection::vec("[a-zé][a-zé/]{0,250}[a-z]", 1..5), content in prop::collection::vec(any::<u8>(), 0..1_100)) {
        let mut writer = Writer::new(BYTES_MAX);
        for name in &names {
            writer.add(name, NewKind::File(&content), 0o644, 0).expect("small");
            writer.add(name, NewKind::Symlink(&names[0]), 0o777, 0).expect("small");
            writer.add(name, NewKind::Directory, 0o755, 0).expect("small");
        }
        let data = writer.finish().expect("small");
        prop_assert_eq!(by_us(&data), by_crate(&data));
    }
}

/// Records end where their length says. `PaxExtensions` of the `tar` crate (0.4.46) ends them at
/// line breaks, and answers the name `gr?n\nzwei` for the first entry.
#[test]
fn records_hold_line_breaks() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = "import io, tarfile\n\
         with tarfile.open('a.tar', 'w', format=tarfile.PAX_FORMAT) as archive:\n\
         \x20   for name, records in [('grün\\nzwei', {}), ('é', {'SCHILY.xattr.user.a': '1\\n2'})]:\n\
         \x20       entry = tarfile.TarInfo(name)\n\
         \x20       entry.size, entry.pax_headers = 1, records\n\
         \x20       archive.addfile(entry, io.BytesIO(b'x'))\n";
    let Some(python) = Oracle::Python.find() else {
        return;
    };
    let mut command = Command::new(python);
    command.args(["-c", script]).current_dir(folder.path());
    let output = command.output().expect("Python is installed");
    assert!(output.status.success(), "{output:?}");
    let lines = list(&std::fs::read(folder.path().join("a.tar")).expect("read"));
    assert_eq!(
        lines.expect("pax"),
        ["grün\nzwei file 1 644", "é file 1 644"]
    );
    let mut writer = Writer::new(BYTES_MAX);
    let name = format!("{}\n{}", "a".repeat(120), "b".repeat(120));
    writer
        .add(&name, NewKind::File(b"x"), 0o644, 0)
        .expect("small");
    let data = writer.finish().expect("small");
    assert_eq!(by_us(&data)[0].path, name.as_bytes());
}

/// A link and a directory may state a size; no content follows. `Archive` of the `tar` crate
/// (0.4.46) passes over as many bytes, and so over the file behind the link.
#[test]
fn sizes_of_links_and_directories_are_ignored() {
    let stating = |name: &str, kind: u8, link: &str, size: &[u8; 12]| {
        let mut block = raw(name, kind, b"", link);
        block[124..136].copy_from_slice(size);
        with_checksum((&mut block[..]).try_into().expect("one block"));
        block
    };
    let data = [
        raw("f", b'0', &[b'x'; 600], ""),
        stating("h", b'1', "f", b"00000001130\0"),
        raw("g", b'0', b"hi", ""),
        stating("d", b'5', "", b"00000010000\0"),
        raw("z", b'0', b"hi", ""),
        vec![0; 2 * BLOCK_BYTES],
    ]
    .concat();
    let names: Vec<Vec<u8>> = by_us(&data).into_iter().map(|entry| entry.path).collect();
    assert_eq!(names, [b"f", b"h", b"g", b"d", b"z"]);
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.tar"), &data).expect("written");
    let Some(tar) = Oracle::GnuTar.find() else {
        return;
    };
    let mut command = Command::new(tar);
    command.args(["-tf", "a.tar"]).current_dir(folder.path());
    let output = command.output().expect("tar is installed");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "f\nh\ng\nd\nz\n");
}
