//! A run ends at its time limit, during any work of the host, also while other runs take every core.

use std::collections::{BTreeMap, BTreeSet};
use std::process::{Child, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::{Folder, from_output};

/// Work of the host that would go on for long.
struct Long {
    name: &'static str,
    /// Writes what the work needs, with all the time that it takes.
    prepare: &'static str,
    /// What is done again and again until time is over; what it throws is caught.
    work: &'static str,
    arguments: &'static [&'static str],
}

const fn long(name: &'static str, prepare: &'static str, work: &'static str) -> Long {
    Long {
        name,
        prepare,
        work,
        arguments: &[],
    }
}

/// Text of 12 MB, of one line and of many.
const TEXT: &str = "const line = 'ab '.repeat(300); \
    await state.writeFile('/lines', (line + '\\n').repeat(14_000)); \
    await state.writeFile('/line', line.repeat(14_000));";

/// Bytes that no compression makes smaller, 24 MB, and no text.
const NOISE: &str = "const part = new Uint8Array(1 << 20); let x = 1; \
    for (let i = 0; i < part.length; i++) { x = (x * 1103515245 + 12345) % 2147483648; part[i] = x >> 16; } \
    const all = new Uint8Array(24 << 20); for (let i = 0; i < 24; i++) all.set(part, i << 20); \
    await state.writeFileBytes('/noise', all);";

/// 60,000 files, in folders of folders.
const FILES: &str = "for (let i = 0; i < 1_000; i++) await state.writeFile(`/d/${i % 30}/${i}`, `text ${i}`); \
    for (let n = 0; n < 60; n++) await state.cp('/d', `/all/${n}`, { recursive: true });";

/// An array of 200,000 objects, 12 MB.
const DOCUMENT: &str = "await state.writeJson('/j', \
    Array.from({ length: 200_000 }, (_, i) => ({ number: i, name: `name ${i}`, list: [i] })));";

const ALL: &[Long] = &[
    long(
        "look-ahead",
        TEXT,
        "await state.searchText('/line', '(?=(a+)+c)a', { regex: true })",
    ),
    long(
        "back reference",
        TEXT,
        "await state.searchText('/line', '(\\\\w+) \\\\1 \\\\1x', { regex: true })",
    ),
    long(
        "one long expression",
        TEXT,
        "await state.searchText('/line', '[a-z ]+[0-9]', { regex: true })",
    ),
    long(
        "Unicode classes",
        TEXT,
        "await state.searchText('/line', '(?:\\\\p{Lu}|[^a-z\\\\s]|\\\\w+ \\\\d){3,40}', { regex: true })",
    ),
    long(
        "an expression over many lines",
        TEXT,
        "await state.searchFiles('/**', '[a-z ]+[0-9]', { regex: true })",
    ),
    long(
        "search of bytes",
        NOISE,
        "await state.searchFiles('/**', 'Z{3}[^Z]*Q', { regex: true })",
    ),
    long(
        "replacement",
        TEXT,
        "await state.replaceInFile('/lines', '[ab]+', '$&$&', { regex: true })",
    ),
    long(
        "replacement in files",
        FILES,
        "await state.replaceInFiles('/all/**', 'text', 'TEXT'); await state.replaceInFiles('/all/**', 'TEXT', 'text')",
    ),
    long(
        "difference of files",
        "const text = (n) => Array.from({ length: 200_000 }, (_, i) => (i * n) % 79_19).join('\\n'); \
        await state.writeFile('/a', text(7)); await state.writeFile('/b', text(11));",
        "await state.diff('/a', '/b')",
    ),
    long(
        "difference of one line",
        TEXT,
        "await state.diff('/line', '/lines')",
    ),
    long(
        "difference of bytes",
        NOISE,
        "await state.diffContent('/noise', 'x')",
    ),
    long(
        "tar",
        NOISE,
        "await state.createArchive('/a.tar', ['/noise'])",
    ),
    long(
        "tar.gz",
        FILES,
        "await state.createArchive('/a.tar.gz', ['/all'])",
    ),
    long(
        "zip",
        NOISE,
        "await state.createArchive('/a.zip', ['/noise'])",
    ),
    long(
        "unpacking",
        "const files = []; for (let i = 0; i < 3_000; i++) await state.writeFile(`/d/${i}`, 'x'.repeat(i)); \
         await state.createArchive('/a.tar.gz', ['/d']); await state.createArchive('/a.zip', ['/d']);",
        "await state.extractArchive('/a.tar.gz', '/x'); await state.extractArchive('/a.zip', '/y')",
    ),
    long(
        "listing an archive",
        "for (let i = 0; i < 3_000; i++) await state.writeFile(`/d/${i}`, 'x'.repeat(i)); \
         await state.createArchive('/a.tar.gz', ['/d']);",
        "await state.listArchive('/a.tar.gz')",
    ),
    long("compression", NOISE, "await state.compressFile('/noise')"),
    long(
        "decompression",
        "await state.writeFile('/a', 'abc'.repeat(18_000_000)); await state.compressFile('/a');",
        "await state.decompressFile('/a.gz', '/b')",
    ),
    long(
        "hashes",
        NOISE,
        "for (const algorithm of ['md5', 'sha1', 'sha256', 'sha512']) await state.hashFile('/noise', algorithm)",
    ),
    long("what a file is", NOISE, "await state.detectFile('/noise')"),
    long("decoding", NOISE, "(await state.readFile('/noise')).length"),
    long(
        "bytes",
        NOISE,
        "(await state.readFileBytes('/noise')).length",
    ),
    long(
        "base64",
        NOISE,
        "(await state.readFile('/noise', 'base64')).length",
    ),
    long(
        "writing",
        "",
        "await state.writeFile('/a', 'é'.repeat(8_000_000))",
    ),
    long(
        "writing bytes",
        "",
        "await state.writeFileBytes('/a', new Uint8Array(60 << 20))",
    ),
    long("appending", NOISE, "await state.appendFile('/noise', 'x')"),
    long("JSON read", DOCUMENT, "(await state.readJson('/j')).length"),
    long(
        "JSON queries",
        DOCUMENT,
        "await state.queryJson('/j', '[199999].name')",
    ),
    long(
        "JSON wildcards",
        DOCUMENT,
        "await state.queryJson('/j', '[*].list[0]')",
    ),
    long(
        "JSON updates",
        DOCUMENT,
        "await state.updateJson('/j', [{ op: 'set', path: '[5].number', value: Math.random() }])",
    ),
    long(
        "JSON merges",
        DOCUMENT,
        "await state.updateJson('/j', Array.from({ length: 500 }, (_, i) => ({ op: 'insert', path: '[0]', value: i })))",
    ),
    long("find", FILES, "await state.find('/')"),
    long("walk", FILES, "await state.walkTree('/')"),
    long("summary", FILES, "await state.summarizeTree('/')"),
    long(
        "globs",
        FILES,
        "await state.glob('/**/{1,2,3}*[0-9]*/**/*{4,5}*')",
    ),
    long(
        "listing of a folder",
        "for (let i = 0; i < 20_000; i++) await state.writeFile(`/d/${i}`, '');",
        "await state.readdirWithFileTypes('/d')",
    ),
    long(
        "copies",
        FILES,
        "await state.cp('/all', `/c${Math.random()}`, { recursive: true })",
    ),
    long(
        "moves",
        FILES,
        "await state.moveTree('/all', '/b/c'); await state.moveTree('/b/c', '/all')",
    ),
    long(
        "removal",
        FILES,
        "await state.rm('/all', { recursive: true }); await state.undo()",
    ),
    long(
        "merging trees",
        FILES,
        "await state.copyTree('/all/1', '/all/2'); await state.copyTree('/all', '/other')",
    ),
    Long {
        name: "an atomic run with much to take back",
        prepare: FILES,
        work: "await state.cp('/all', `/c${Math.random()}`, { recursive: true })",
        arguments: &["--atomic"],
    },
    Long {
        name: "an atomic run with much content to take back",
        prepare: NOISE,
        work: "await state.cp('/noise', `/n${Math.random()}`); await state.appendFile('/noise', 'x')",
        arguments: &["--atomic"],
    },
    Long {
        name: "a dry run with much to show",
        prepare: FILES,
        work: "await state.replaceInFiles('/all/**', 'text', 'TEXT'); await state.replaceInFiles('/all/**', 'TEXT', 'text')",
        arguments: &["--dry-run"],
    },
    Long {
        name: "effects of a large run",
        prepare: FILES,
        work: "await state.cp('/all', '/c', { recursive: true }); for (;;) {}",
        arguments: &["--json"],
    },
    Long {
        name: "effects of a run that writes the same",
        prepare: NOISE,
        work: "for (let i = 0; i < 20; i++) await state.cp('/noise', `/c${i}`); \
               for (let i = 0; i < 20; i++) { await state.appendFile(`/c${i}`, 'x'); } for (;;) {}",
        arguments: &["--json"],
    },
    long(
        "undoing a large run",
        FILES,
        "const [last] = await state.history(); await state.undo(last.opId)",
    ),
    long(
        "checkpoints",
        FILES,
        "await state.checkpoint('one'); await state.rm('/all/1', { recursive: true }); await state.restore('one')",
    ),
    long(
        "plans of edits",
        FILES,
        "await state.planEdits((await state.glob('/all/1/**')).slice(0, 900).map((path) => \
            ({ kind: 'replace', path, search: 'text', replacement: 'TEXT' })))",
    ),
    long(
        "batches of edits",
        "",
        "await state.applyEdits(Array.from({ length: 900 }, (_, i) => ({ path: `/e/${i}`, content: `${Math.random()}`.repeat(500) })))",
    ),
    long(
        "patches",
        "await state.writeFile('/p', Array.from({ length: 100_000 }, (_, i) => `line ${i % 977}`).join('\\n'));",
        "await state.applyPatch('--- /p\\n+++ /p\\n' + Array.from({ length: 300 }, (_, i) => \
            `@@ -${i * 300 + 1},3 +${i * 300 + 1},3 @@\\n line ${i % 977}\\n-line ${i * 7 % 977}x\\n+new\\n line ${i % 977}\\n`).join(''))",
    ),
    long(
        "outlines",
        "await state.writeFile('/o.ts', Array.from({ length: 100_000 }, (_, i) => `export function f${i}(a: number) { if (a) { return [a]; } }`).join('\\n'));",
        "await state.outline('/o.ts')",
    ),
    long(
        "expressions of the language",
        "",
        "/^(?:a|aa)+$/.test('a'.repeat(60) + 'b')",
    ),
    long(
        "sorting",
        "",
        "Array.from({ length: 300_000 }, (_, i) => (i * 7919) % 100_003).sort()",
    ),
    long(
        "text of the language",
        "",
        "JSON.parse(JSON.stringify(Array.from({ length: 200_000 }, (_, i) => ({ i }))))",
    ),
    long(
        "memory of the guest",
        "",
        "new Uint8Array(120 << 20).fill(7).toReversed()",
    ),
];

fn is_slow() -> bool {
    std::env::var_os("RUN_SLOW_TESTS").is_some()
}

fn cores() -> usize {
    thread::available_parallelism().map_or(2, usize::from)
}

/// Runs that compute until they are dropped.
struct Load(Vec<Child>);

impl Load {
    fn new(folder: &Folder, count: usize) -> Self {
        let arguments = [
            "--eval",
            "for (;;) {}",
            "--timeout",
            "10m",
            "--fuel",
            "100000G",
        ];
        let start = |_| {
            let mut command = folder.command(arguments);
            command.stdout(Stdio::null()).stderr(Stdio::null());
            command.spawn().unwrap()
        };
        Self((0..count).map(start).collect())
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        for child in &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Bytes and times that programs need, of which most are plenty.
const PLENTY: [&str; 8] = [
    "--db",
    "a.sqlite",
    "--fuel",
    "100000G",
    "--memory",
    "1024",
    "--host-memory",
    "2048",
];

/// A workspace for each thing that is prepared.
struct Prepared(BTreeMap<&'static str, Folder>);

impl Prepared {
    fn new(all: &[&Long]) -> Self {
        let texts: BTreeSet<&'static str> = all.iter().map(|long| long.prepare).collect();
        let texts: Vec<&'static str> = texts.into_iter().collect();
        let folders = in_threads(&texts, 2, |prepare| {
            let folder = Folder::new();
            let arguments = [&PLENTY[..], &["--timeout", "10m"]].concat();
            let answer = folder.eval(prepare, &arguments);
            assert_eq!(answer.code, Some(0), "{prepare}: {answer}");
            (*prepare, folder)
        });
        Self(folders.into_iter().collect())
    }

    fn copy(&self, long: &Long) -> Folder {
        let folder = Folder::new();
        let from = self.0[long.prepare].path("a.sqlite");
        std::fs::copy(from, folder.path("a.sqlite")).unwrap();
        folder
    }
}

/// Does something with all items, so many at a time.
fn in_threads<T: Sync, R: Send>(
    items: &[T],
    at_a_time: usize,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..at_a_time {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let result = work(item);
                    results.lock().unwrap().push(result);
                }
            });
        }
    });
    results.into_inner().unwrap()
}

/// How much longer than its limit a run took, from the start of its process to its end.
fn overshoot(prepared: &Prepared, long: &Long, limit: Duration) -> Duration {
    let folder = prepared.copy(long);
    let work = format!("for (;;) {{ try {{ {} }} catch {{}} }}", long.work);
    let time = format!("{}ms", limit.as_millis());
    let mut command = folder.command(["--eval", &work, "--timeout", &time]);
    command.args(PLENTY).args(long.arguments);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let started = Instant::now();
    let output = command.output().unwrap();
    let took = started.elapsed();
    let answer = from_output(output);
    assert_eq!(answer.code, Some(124), "{}: {answer}", long.name);
    took.saturating_sub(limit)
}

/// Runs all of them, and answers the worst first.
fn measured(all: &[&Long], limit: Duration, at_a_time: usize) -> Vec<(Duration, &'static str)> {
    let prepared = Prepared::new(all);
    let mut found = in_threads(all, at_a_time, |long| {
        (overshoot(&prepared, long, limit), long.name)
    });
    found.sort_unstable();
    found.reverse();
    found
}

/// Those that `DEADLINE_PROGRAM` names, in any build; `all`, and all where it is not set.
fn selected() -> Vec<&'static Long> {
    let name = std::env::var("DEADLINE_PROGRAM").ok();
    let is_meant = |long: &&Long| {
        name.as_deref()
            .is_none_or(|name| name == "all" || long.name == name)
    };
    ALL.iter().filter(is_meant).collect()
}

/// Every fourth, or all where slow tests are asked for, at the same time: each is the load of the
/// others. The bound is the machine's that builds and tests at once, not that of the limit.
#[test]
fn long_work_of_every_kind_ends_at_the_deadline() {
    let step = if is_slow() { 1 } else { 4 };
    let some: Vec<&Long> = selected().into_iter().step_by(step).collect();
    let found = measured(&some, Duration::from_millis(500), cores() + 1);
    assert!(found[0].0 < Duration::from_secs(5), "{found:?}");
}

/// What the limit of time promises, on an optimised build and a machine of its own.
#[test]
fn overshoot_is_below_its_bound_alone_and_under_load() {
    if !is_slow() || cfg!(debug_assertions) && std::env::var_os("DEADLINE_PROGRAM").is_none() {
        return;
    }
    let all = selected();
    let folder = Folder::new();
    for (name, bound, load) in [
        ("overshoot_alone", 100, 0),
        ("overshoot_under_load", 200, cores()),
    ] {
        let _load = Load::new(&folder, load);
        let found = measured(&all, Duration::from_secs(1), 1);
        for (took, program) in &found {
            println!("{name}: {:>5} ms {program}", took.as_millis());
        }
        println!("NIGHTLY {name} {} ms", found[0].0.as_millis());
        for (took, program) in &found {
            assert!(*took < Duration::from_millis(bound), "{program}: {found:?}");
        }
    }
}
