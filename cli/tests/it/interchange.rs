//! Files are exchanged with other programs in both directions: GNU tar, Python's tarfile,
//! gzip, `git apply` and `patch`. Where one is not installed its test is reported as skipped.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use isolate_oracles::Oracle;
use serde_json::{Value as Json, json};

use crate::Folder;

/// Runs a program in the folder, which must succeed and say nothing against it.
fn judge(folder: &Folder, program: &str, arguments: &[&str]) -> Vec<u8> {
    let output = Command::new(program)
        .current_dir(folder.path(""))
        .args(arguments)
        .env("LC_ALL", "C.UTF-8")
        .env("TZ", "UTC")
        .output()
        .unwrap();
    let says = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && says.is_empty(),
        "{program} {arguments:?}: {} {says}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout)
    );
    output.stdout
}

/// Runs one of our programs, called with `input`, and gives what it returned.
fn ours(folder: &Folder, program: &str, input: &Json) -> Json {
    const HELPERS: &str = "
        const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');";
    fs::write(folder.path("input.json"), input.to_string()).unwrap();
    let code = format!("async (input) => {{ {HELPERS} {program} }}");
    let answer = folder.eval(&code, &["--input", "@input.json", "--json"]);
    assert_eq!(answer.code, Some(0), "{answer}");
    answer.json()["result"].clone()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn unhex(text: &Json) -> Vec<u8> {
    let text = text.as_str().unwrap();
    (0..text.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap())
        .collect()
}

/// Names and contents that formats of archives have trouble with.
fn files() -> BTreeMap<String, Vec<u8>> {
    let long = "l".repeat(120);
    let names = [
        "empty".to_owned(),
        "one block".to_owned(),
        "größe/名前".to_owned(),
        format!("{}/{}", "d".repeat(90), "n".repeat(90)),
        format!("{}/{}/deep", "p".repeat(150), "q".repeat(40)),
        format!("{long}/{long}/{long}/file"),
        "x".repeat(100),
        "y".repeat(101),
        "z".repeat(255),
        "-dash".to_owned(),
        "quote'\"\\back".to_owned(),
    ];
    let sizes = [0, 512, 1, 511, 513, 5000, 3, 4, 5, 6, 70_000];
    names
        .into_iter()
        .zip(sizes)
        .map(|(name, size)| {
            (
                name,
                (0..size).map(|at: usize| at.to_le_bytes()[0]).collect(),
            )
        })
        .collect()
}

fn write_all(folder: &Path, files: &BTreeMap<String, Vec<u8>>) {
    for (name, bytes) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
}

/// What lies below a folder: contents in hex, targets of links, a slash for folders.
fn found(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(at) = folders.pop() {
        for entry in fs::read_dir(at).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(folder).unwrap().to_str().unwrap();
            let kind = fs::symlink_metadata(&path).unwrap();
            let what = if kind.is_symlink() {
                format!("-> {}", fs::read_link(&path).unwrap().display())
            } else if kind.is_dir() {
                folders.push(path.clone());
                "/".to_owned()
            } else {
                hex(&fs::read(&path).unwrap())
            };
            found.insert(name.to_owned(), what);
        }
    }
    found
}

/// Unpacks an archive with ours, and gives the tree in the form of [`found`].
fn unpacked(folder: &Folder, archive: &[u8]) -> BTreeMap<String, String> {
    let result = ours(
        folder,
        "await state.writeFileBytes('/a', Uint8Array.from(input));
         const listed = await state.listArchive('/a');
         const { entries } = await state.extractArchive('/a', '/out');
         if (listed.length !== entries.length) throw new Error(`${listed.length} listed, ${entries.length} unpacked`);
         const found = {};
         for (const { path, type } of await state.find('/out')) {
             const name = path.slice('/out/'.length);
             if (name === '') continue;
             found[name] = type === 'directory' ? '/'
                 : type === 'symlink' ? '-> ' + await state.readlink(path)
                 : hex(await state.readFileBytes(path));
         }
         return found;",
        &json!(archive),
    );
    let members = result.as_object().unwrap().iter();
    members
        .map(|(name, what)| (name.clone(), what.as_str().unwrap().to_owned()))
        .collect()
}

#[test]
fn gnu_tar_reads_our_archives() {
    if Oracle::GnuTar.find().is_none() {
        return;
    }
    let folder = Folder::new();
    let files = files();
    let input: Vec<Json> = files
        .iter()
        .map(|(name, bytes)| json!([name, bytes]))
        .collect();
    let result = ours(
        &folder,
        "for (const [name, content] of input) await state.writeFileBytes('/t/' + name, Uint8Array.from(content));
         await state.mkdir('/t/empty folder');
         const pack = async (path) => (await state.createArchive(path, ['/t']), hex(await state.readFileBytes(path)));
         const [one, two] = [await pack('/one.tar'), await pack('/two.tar')];
         await state.compressFile('/one.tar', '/one.tar.gz');
         return [one, one === two, hex(await state.readFileBytes('/one.tar.gz'))];",
        &Json::from(input),
    );
    assert_eq!(result[1], true, "the same tree gives the same bytes");
    fs::write(folder.path("one.tar"), unhex(&result[0])).unwrap();
    fs::write(folder.path("one.tar.gz"), unhex(&result[2])).unwrap();

    write_all(&folder.path("expected/t"), &files);
    fs::create_dir(folder.path("expected/t/empty folder")).unwrap();
    for (archive, flags) in [("one.tar", "-xf"), ("one.tar.gz", "-xzf")] {
        let _ = fs::remove_dir_all(folder.path("out"));
        fs::create_dir(folder.path("out")).unwrap();
        judge(&folder, "tar", &[flags, archive, "-C", "out"]);
        assert_eq!(
            found(&folder.path("out")),
            found(&folder.path("expected")),
            "{archive}"
        );
    }
    if Oracle::Python.find().is_some() {
        let list = "import tarfile; t = tarfile.open('one.tar'); print(len(t.getmembers()))";
        let listed = judge(&folder, "python3", &["-c", list]);
        let entries = found(&folder.path("expected")).len();
        assert_eq!(String::from_utf8_lossy(&listed).trim(), entries.to_string());
    }
}

#[cfg(unix)]
fn write_with_links(folder: &Folder, files: &BTreeMap<String, Vec<u8>>) {
    use std::os::unix::fs::symlink;

    write_all(&folder.path("t"), files);
    fs::create_dir(folder.path("t/empty folder")).unwrap();
    symlink("empty", folder.path("t/link")).unwrap();
    symlink("../one block", folder.path("t/größe/up")).unwrap();
    let target = files.keys().find(|name| name.starts_with("ddd")).unwrap();
    symlink(target, folder.path("t/long link")).unwrap();
    fs::hard_link(folder.path("t/one block"), folder.path("t/same block")).unwrap();
    fs::hard_link(
        folder.path("t").join(target),
        folder.path("t/same as the long name"),
    )
    .unwrap();
}

#[cfg(unix)]
#[test]
fn we_read_archives_of_gnu_tar() {
    if Oracle::GnuTar.find().is_none() {
        return;
    }
    for format in ["gnu", "oldgnu", "pax", "posix"] {
        let folder = Folder::new();
        write_with_links(&folder, &files());
        let flag = format!("--format={format}");
        judge(&folder, "tar", &[&flag, "-cf", "t.tar", "-C", "t", "."]);
        let archive = fs::read(folder.path("t.tar")).unwrap();
        let expected = found(&folder.path("t"));
        assert_eq!(unpacked(&folder, &archive), expected, "{format}");
        judge(&folder, "tar", &[&flag, "-czf", "t.tar.gz", "-C", "t", "."]);
        let archive = fs::read(folder.path("t.tar.gz")).unwrap();
        assert_eq!(unpacked(&folder, &archive), expected, "{format}, gzip");
    }
}

#[cfg(unix)]
#[test]
fn we_read_archives_of_gnu_tar_with_short_names() {
    if Oracle::GnuTar.find().is_none() {
        return;
    }
    let mut files = files();
    files.retain(|name, _| {
        let last = name.rsplit('/').next().unwrap_or_default();
        last.len() <= 100 && name.len() - last.len() <= 155
    });
    for format in ["ustar", "v7"] {
        if format == "v7" {
            files.retain(|name, _| name.len() < 97);
        }
        let folder = Folder::new();
        write_all(&folder.path("t"), &files);
        let flag = format!("--format={format}");
        judge(&folder, "tar", &[&flag, "-cf", "t.tar", "-C", "t", "."]);
        let archive = fs::read(folder.path("t.tar")).unwrap();
        assert!(files.len() > 4, "{format}");
        let expected = found(&folder.path("t"));
        assert_eq!(unpacked(&folder, &archive), expected, "{format}");
    }
}

#[cfg(unix)]
#[test]
fn we_read_archives_of_python() {
    if Oracle::Python.find().is_none() {
        return;
    }
    for format in ["PAX_FORMAT", "GNU_FORMAT"] {
        let folder = Folder::new();
        write_with_links(&folder, &files());
        for mode in ["w", "w:gz"] {
            let script = format!(
                "import tarfile\n\
                 with tarfile.open('t.tar', '{mode}', format=tarfile.{format}, \
                 pax_headers={{'comment': 'gr\u{fc}n'}}) as archive:\n    archive.add('t', arcname='.')\n"
            );
            judge(&folder, "python3", &["-c", &script]);
            let archive = fs::read(folder.path("t.tar")).unwrap();
            let expected = found(&folder.path("t"));
            assert_eq!(unpacked(&folder, &archive), expected, "{format}, {mode}");
        }
    }
}

#[test]
fn gzip_reads_ours_and_we_read_gzip() {
    if Oracle::Gzip.find().is_none() {
        return;
    }
    let folder = Folder::new();
    let plain: Vec<u8> = (0..40_000_u32)
        .map(|at| at.wrapping_mul(at).to_le_bytes()[1])
        .collect();
    fs::write(folder.path("plain"), &plain).unwrap();
    fs::write(folder.path("none"), b"").unwrap();
    let mut members = Vec::new();
    for arguments in [
        ["-1cn", "plain"],
        ["-9c", "plain"],
        ["-c", "none"],
        ["-6c", "plain"],
    ] {
        members.push(judge(&folder, "gzip", &arguments));
    }
    let expected = [plain.clone(), plain.clone(), vec![], plain.clone()];
    let result = ours(
        &folder,
        "const inflate = async (member) => {
             await state.writeFileBytes('/m.gz', Uint8Array.from(member));
             const { bytesWritten } = await state.decompressFile('/m.gz');
             const content = await state.readFileBytes('/m');
             if (bytesWritten !== content.length) throw new Error('bytesWritten');
             return hex(content);
         };
         const each = [];
         for (const member of input.members) each.push(await inflate(member));
         const all = await inflate(input.members.flat());
         await state.writeFileBytes('/p', Uint8Array.from(input.plain));
         await state.compressFile('/p');
         return { each, all, ours: hex(await state.readFileBytes('/p.gz')) };",
        &json!({
            "members": members,
            "plain": plain,
        }),
    );
    for (index, expected) in expected.iter().enumerate() {
        assert!(unhex(&result["each"][index]) == *expected, "member {index}");
    }
    assert!(unhex(&result["all"]) == expected.concat(), "concatenated");
    fs::write(folder.path("ours.gz"), unhex(&result["ours"])).unwrap();
    judge(&folder, "gzip", &["-t", "ours.gz"]);
    assert!(judge(&folder, "gzip", &["-dc", "ours.gz"]) == plain);
}

/// Numbers that look random and are the same each time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % end
    }

    fn text(&mut self) -> String {
        let count = 1 + self.below(40);
        let mut text: String = (0..count).map(|_| self.line()).collect();
        if self.below(3) == 0 {
            text.pop();
        }
        text
    }

    /// Few different ones, so that diffs have something to choose, and some that look like
    /// parts of a patch.
    fn line(&mut self) -> String {
        const LINES: &[&str] = &[
            "a",
            "b",
            "c",
            "",
            " ",
            "\t",
            "--- a",
            "+++ b",
            "@@ -1 +1 @@",
            "-",
            "+",
            "\\ No newline at end of file",
            "windows\r",
            "gr\u{fc}n",
            "diff --git a/x b/x",
            "-- ",
            "\u{2028}",
            "x y z",
        ];
        format!("{}\n", LINES[self.below(LINES.len())])
    }

    fn edited(&mut self, text: &str) -> String {
        let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
        for _ in 0..=self.below(5) {
            let at = self.below(lines.len() + 1);
            match self.below(3) {
                0 if at < lines.len() => drop(lines.remove(at)),
                1 if at < lines.len() => lines[at] = self.line(),
                _ => lines.insert(at, self.line()),
            }
        }
        let mut text = lines.concat();
        if self.below(4) == 0 && text.len() > 1 && text.ends_with('\n') {
            text.pop();
        }
        text
    }
}

/// Random pairs of texts that are neither equal nor empty.
fn pairs(count: usize) -> Vec<(String, String)> {
    let mut chance = Chance(0x9e37_79b9_7f4a_7c15);
    let mut pairs = Vec::new();
    while pairs.len() < count {
        let before = chance.text();
        let after = if chance.below(10) == 0 {
            chance.text()
        } else {
            chance.edited(&before)
        };
        if before != after && !before.is_empty() && !after.is_empty() {
            pairs.push((before, after));
        }
    }
    pairs
}

/// The patch from all that comes first in pairs to what comes second, as `f0`, `f1` and so on;
/// by `diff` and by `diffContent`, which must agree, in a replacement and in a plan.
fn patch_of(folder: &Folder, pairs: &[(String, String)]) -> String {
    let patch = ours(
        folder,
        "let patch = '';
         for (const [index, [before, after]] of input.entries()) {
             const path = `f${index}`;
             await state.writeFile(path, before);
             const diff = await state.diffContent(path, after);
             const plan = await state.planEdits([{ kind: 'write', path, content: after }]);
             const { edits } = await state.applyEdits([{ path, content: after }]);
             if (plan.edits[0].diff !== diff || edits[0].diff !== diff) throw new Error(`diffs of ${path} differ`);
             patch += diff;
         }
         return patch;",
        &json!(pairs),
    );
    patch.as_str().unwrap().to_owned()
}

fn is_accepted(oracle: Oracle, arguments: &[&str], pairs: &[(String, String)]) {
    let Some(program) = oracle.find() else {
        return;
    };
    let folder = Folder::new();
    let patch = patch_of(&folder, pairs);
    fs::create_dir(folder.path("tree")).unwrap();
    fs::write(folder.path("tree/the.patch"), &patch).unwrap();
    for (index, (before, _)) in pairs.iter().enumerate() {
        fs::write(folder.path(&format!("tree/f{index}")), before).unwrap();
    }
    let output = Command::new(program)
        .current_dir(folder.path("tree"))
        .env("GIT_CEILING_DIRECTORIES", folder.path(""))
        .args(arguments)
        .arg("the.patch")
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    for (index, (before, after)) in pairs.iter().enumerate() {
        let got = fs::read(folder.path(&format!("tree/f{index}"))).unwrap();
        let got = String::from_utf8_lossy(&got);
        assert_eq!(got, *after, "{index}, from {before:?}");
    }
}

#[test]
fn git_applies_our_diffs() {
    is_accepted(
        Oracle::Git,
        &["apply", "-p0", "--whitespace=nowarn"],
        &pairs(300),
    );
}

#[test]
fn patch_applies_our_diffs() {
    is_accepted(Oracle::Patch, &["-p0", "--binary", "-s", "-i"], &pairs(300));
}

#[test]
fn empty_files_are_filled() {
    let pairs = [
        (String::new(), "a\nb\n".to_owned()),
        (String::new(), "a".to_owned()),
    ];
    is_accepted(Oracle::Patch, &["-p0", "--binary", "-s", "-i"], &pairs);
    is_accepted(
        Oracle::Git,
        &["apply", "-p0", "--whitespace=nowarn"],
        &pairs,
    );
}
