mod peers;

use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::super::compress::gzip;
use super::super::stop;
use super::*;
use crate::budget::{Budget, within};

fn packed(data: &[u8]) -> Vec<u8> {
    gzip(data).unwrap()
}

const BYTES_MAX: usize = 1 << 22;

fn show(entry: &Entry<'_>) -> String {
    let Entry {
        path,
        kind,
        data,
        mode,
        ..
    } = entry;
    let sort = match kind {
        EntryKind::File => format!("file {}", data.len()),
        EntryKind::Directory => "directory".to_owned(),
        EntryKind::Symlink(target) => format!("-> {target}"),
        EntryKind::HardLink(target) => format!("== {target}"),
        EntryKind::Unsupported(what) => (*what).to_owned(),
    };
    format!("{path} {sort} {mode:o}")
}

fn list(data: &[u8]) -> Result<Vec<String>, ArchiveError> {
    let limits = Limits {
        entries_max: 100,
        bytes_max: BYTES_MAX,
    };
    let data = open(data, &limits)?;
    Entries::new(&data, &limits)
        .map(|entry| entry.map(|entry| show(&entry)))
        .collect()
}

fn check(data: &[u8], expect: Expect) {
    expect.assert_eq(&match list(data) {
        Ok(lines) => lines.join("\n"),
        Err(error) => error.to_string(),
    });
}

fn guard(data: &[u8], absolute: AbsolutePaths) -> String {
    let mut guard = Guard::new(absolute);
    let limits = Limits::default();
    let paths: Result<Vec<String>, ArchiveError> = Entries::new(data, &limits)
        .map(|entry| guard.check(&entry?))
        .collect();
    match paths {
        Ok(paths) => paths.join(" "),
        Err(error) => error.to_string(),
    }
}

/// An entry as other programs may write it: name, type, content, link.
fn raw(name: &str, kind: u8, content: &[u8], link: &str) -> Vec<u8> {
    let mut block = [0_u8; BLOCK_BYTES];
    block[..name.len()].copy_from_slice(name.as_bytes());
    block[100..108].copy_from_slice(b"0000644\0");
    block[124..136].copy_from_slice(format!("{:011o}\0", content.len()).as_bytes());
    block[156] = kind;
    block[157..157 + link.len()].copy_from_slice(link.as_bytes());
    block[257..265].copy_from_slice(b"ustar  \0");
    with_checksum(&mut block);
    let mut out = block.to_vec();
    out.extend_from_slice(content);
    out.resize(out.len().next_multiple_of(BLOCK_BYTES), 0);
    out
}

fn with_checksum(block: &mut [u8; BLOCK_BYTES]) {
    block[148..156].fill(b' ');
    let sum: u32 = block.iter().map(|&byte| u32::from(byte)).sum();
    block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
}

fn sample() -> Vec<u8> {
    let mut writer = Writer::new(BYTES_MAX);
    let long = format!("p/{}/f.txt", "x".repeat(120));
    let longer = format!("p/{}ü", "y".repeat(200));
    writer
        .add("p", NewKind::Directory, 0o755, 0)
        .expect("small");
    writer
        .add("p/a.txt", NewKind::File(b"alpha"), 0o644, 0)
        .expect("small");
    writer
        .add("p/l", NewKind::Symlink("a.txt"), 0o777, 0)
        .expect("small");
    writer
        .add("ф/日本.txt", NewKind::File("é".as_bytes()), 0o600, 7)
        .expect("small");
    writer
        .add(&long, NewKind::File(b"long"), 0o644, 0)
        .expect("small");
    writer
        .add(&longer, NewKind::Symlink(&"z".repeat(150)), 0o777, 0)
        .expect("small");
    writer.finish().expect("small")
}

#[test]
fn archives_survive_writing_and_reading() {
    check(
        &sample(),
        expect![[r#"
        p directory 755
        p/a.txt file 5 644
        p/l -> a.txt 777
        ф/日本.txt file 2 600
        p/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx/f.txt file 4 644
        p/yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyü -> zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz 777"#]],
    );
    assert_eq!(sample(), sample());
    assert_eq!(list(&packed(&sample())), list(&sample()));
    assert_eq!(Writer::new(0).finish(), Ok(vec![0; 1_024]));
    let size = |path: &str, content: &[u8]| {
        let mut writer = Writer::new(BYTES_MAX);
        writer
            .add(path, NewKind::File(content), 0o644, 0)
            .expect("small");
        writer.finish().expect("small").len()
    };
    assert_eq!(size("one.txt", b"1"), 2_048);
    assert_eq!(size(&"n".repeat(100), b"ok"), 2_048);
    let mut writer = Writer::new(4_096);
    assert!(
        writer
            .add("a", NewKind::File(&[0; 2_000]), 0o644, 0)
            .is_err()
    );
}

#[test]
fn handmade_archives() {
    let long = raw("././@LongLink", b'L', b"very/long/name.txt\0", "");
    check(
        &[long, raw("very/long", b'0', b"hi", "")].concat(),
        expect!["very/long/name.txt file 2 644"],
    );
    let pax = raw(
        "PaxHeader/f",
        b'x',
        b"17 path=new/name\n20 mtime=1234.56789\n",
        "",
    );
    check(
        &[pax, raw("f.txt", b'0', b"hi", "")].concat(),
        expect!["new/name file 2 644"],
    );
    let global = raw("g", b'g', b"16 comment=hello\n", "");
    check(
        &[
            global,
            raw("d/", b'0', b"", ""),
            raw("h", b'1', b"", "f"),
            vec![0; 512],
        ]
        .concat(),
        expect![[r#"
            d/ directory 644
            h == f 644"#]],
    );
    check(&raw(" a b ", 0, b"hi", ""), expect![" a b  file 2 644"]);
    check(&raw("dev", b'3', b"", ""), expect!["dev a device 644"]);
    check(&[0; 1_024], expect![""]);
}

#[test]
fn damaged_archives_are_refused() {
    check(b"", expect!["not a tar archive"]);
    check(b"hello", expect!["not a tar archive"]);
    check(&[b'A'; 600], expect!["not a tar archive"]);
    let good = raw("a", b'0', b"hello", "");
    check(
        &good[..515],
        expect!["archive entry 'a': the archive ends before its content does"],
    );
    check(
        &[&good[..], b"x"].concat(),
        expect!["the archive is cut off"],
    );
    check(
        &[&good[..], &[b'x'; 512]].concat(),
        expect![
            "archive entry 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx': the checksum of its header is wrong"
        ],
    );
    let mut negative = raw("neg", b'0', b"", "");
    negative[124..136].copy_from_slice(b"-0000001000\0");
    with_checksum((&mut negative[..]).try_into().expect("one block"));
    check(
        &negative,
        expect!["archive entry 'neg': its size is no number"],
    );
    let mut huge = raw("huge", b'0', b"", "");
    huge[124..136].fill(0xff);
    with_checksum((&mut huge[..]).try_into().expect("one block"));
    check(
        &huge,
        expect!["archive entry 'huge': the archive ends before its content does"],
    );
    for records in [
        "5 a=b",
        "99 path=x\n",
        "x path=y\n",
        "0 \n",
        "3 \n",
        "11 size=-1\n",
    ] {
        let pax = [
            raw("p", b'x', records.as_bytes(), ""),
            raw("f", b'0', b"", ""),
        ]
        .concat();
        assert!(list(&pax).is_err(), "{records}");
    }
    let many = raw("a", b'0', b"", "").repeat(101);
    check(&many, expect!["the archive has more than 100 entries"]);
    check(
        &packed(&vec![0; BYTES_MAX + 1]),
        expect!["the gzip data becomes larger than the 4194304 bytes allowed"],
    );
    check(
        &packed(&good)[..30],
        expect!["the gzip data is damaged or cut off"],
    );
}

#[test]
fn nothing_is_unpacked_outside() {
    let check = |entries: &[Vec<u8>], expect: Expect| {
        expect.assert_eq(&guard(&entries.concat(), AbsolutePaths::Refuse));
    };
    let file = |name: &str| raw(name, b'0', b"x", "");
    let link = |name: &str, target: &str| raw(name, b'2', b"", target);
    check(
        &[file("./a//b"), raw("./", b'5', b"", ""), file("...")],
        expect!["a/b  ..."],
    );
    check(
        &[file("a/../../b")],
        expect!["archive entry 'a/../../b': its path holds '..'"],
    );
    check(
        &[file("/etc/passwd")],
        expect!["archive entry '/etc/passwd': its path is absolute"],
    );
    check(
        &[file(".")],
        expect!["archive entry '.': it names the folder itself"],
    );
    check(
        &[link("l", "a/b"), link("d/e/l", "../../x")],
        expect!["l d/e/l"],
    );
    check(
        &[link("l", "/etc")],
        expect!["archive entry 'l': its link is absolute"],
    );
    check(
        &[link("d/l", "../..")],
        expect!["archive entry 'd/l': its link leads outside"],
    );
    check(
        &[link("p", "."), link("l", "p/p/../..")],
        expect!["archive entry 'l': its link goes up after it went down"],
    );
    check(
        &[link("p", "."), link("p/l", "..")],
        expect!["archive entry 'p/l': it lies below a link of the same archive"],
    );
    check(
        &[link("p", "q"), file("p/x")],
        expect!["archive entry 'p/x': it lies below a link of the same archive"],
    );
    check(
        &[link("p", "q"), raw("p", b'5', b"", ""), file("p/x")],
        expect!["archive entry 'p/x': it lies below a link of the same archive"],
    );
    check(
        &[raw("h", b'1', b"", "../x")],
        expect!["archive entry 'h': it links to a path outside"],
    );
    check(
        &[link("p", "q"), raw("h", b'1', b"", "p/x")],
        expect!["archive entry 'h': it links to a link of the same archive"],
    );
    check(
        &[raw("dev", b'3', b"", "")],
        expect!["archive entry 'dev': a device cannot be unpacked"],
    );
    check(
        &[raw("s", b'S', b"", "")],
        expect!["archive entry 's': a sparse file cannot be unpacked"],
    );
    assert_eq!(guard(&file("//abs/f"), AbsolutePaths::Strip), "abs/f");
}

proptest! {
    #[test]
    fn any_entry_survives(path in "[a-zé/]{1,300}", content in proptest::collection::vec(any::<u8>(), 0..700), link in "[a-zé]{1,200}") {
        let mut writer = Writer::new(BYTES_MAX);
        let path = path.trim_matches('/');
        prop_assume!(!path.is_empty());
        writer.add(path, NewKind::File(&content), 0o640, 5).expect("small");
        writer.add(path, NewKind::Symlink(&link), 0o777, 5).expect("small");
        let bytes = writer.finish().expect("small");
        let entries: Result<Vec<Entry<'_>>, _> = Entries::new(&bytes, &Limits::default()).collect();
        let entries = entries.expect("well-formed");
        prop_assert_eq!(&entries[0].path, path);
        prop_assert_eq!(entries[0].data, &content[..]);
        prop_assert_eq!((entries[0].mode, entries[0].mtime), (0o640, Some(5)));
        prop_assert_eq!(&entries[1].kind, &EntryKind::Symlink(link));
    }

    #[test]
    fn any_bytes_are_read_or_refused(data in proptest::collection::vec(any::<u8>(), 0..2_000)) {
        let _: Result<_, ArchiveError> = list(&data);
    }

    #[test]
    fn changed_archives_are_read_or_refused(at in 0_usize..512, byte: u8, kind in "[0-7xgLKSVMDN]", content in "[0-9 a-z=.\n]{0,80}") {
        let mut block = raw("PaxHeader", kind.as_bytes()[0], content.as_bytes(), "l");
        block[at] = byte;
        let (head, _) = block.split_at_mut(BLOCK_BYTES);
        with_checksum(head.try_into().expect("one block"));
        let data = [block, raw("f", b'0', b"hi", "")].concat();
        let _: Result<_, ArchiveError> = list(&data);
        let mut guard = Guard::new(AbsolutePaths::Strip);
        for entry in Entries::new(&data, &Limits::default()).flatten() {
            if let Ok(path) = guard.check(&entry) {
                prop_assert!(!path.starts_with('/') && path.split('/').all(|segment| segment != ".."));
            }
        }
    }
}

#[test]
fn the_size_of_an_archive_is_bounded() {
    assert_eq!(Limits::default().bytes_max, 256 << 20);
    let plain = sample();
    let within = |data: &[u8], bytes_max| {
        let limits = Limits {
            bytes_max,
            ..Limits::default()
        };
        open(data, &limits)
            .map(|tar| tar.len())
            .map_err(|error| error.kind())
    };
    for data in [plain.clone(), packed(&plain)] {
        assert_eq!(within(&data, plain.len()), Ok(plain.len()));
        assert_eq!(
            within(&data, plain.len() - 1),
            Err(ArchiveErrorKind::TooLarge)
        );
    }
}

#[test]
fn writing_is_charged_and_stops() {
    let write = || {
        let mut writer = Writer::new(BYTES_MAX);
        writer.add("a", NewKind::File(&[0; 100_000]), 0o644, 0)?;
        writer.finish().map(|tar| tar.len())
    };
    let size = write().expect("small");
    let kind = |error: ArchiveError| error.kind();
    let stopped = Err(ArchiveErrorKind::Stopped);
    let signal = std::sync::Arc::new(|| true);
    assert_eq!(stop::within(signal, write).map_err(kind), stopped);
    for (bytes_max, expected) in [(size, Ok(size)), (size - 1, stopped)] {
        let budget = Budget::new(bytes_max as u64);
        assert_eq!(within(&budget, write).map_err(kind), expected);
    }
}
