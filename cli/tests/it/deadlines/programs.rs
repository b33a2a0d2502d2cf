//! Work of the host of every kind, which goes on beyond the limit of time.

/// Work of the host that would go on for long.
pub(super) struct Long {
    pub(super) name: &'static str,
    /// Writes what the work needs, with all the time that it takes.
    pub(super) prepare: &'static str,
    /// What is done again and again until time is over; what it throws is caught. `PORT` is one of this
    /// machine, at which a request is answered at the last moment or never.
    pub(super) work: &'static str,
    /// Flags of the command.
    pub(super) arguments: &'static [&'static str],
    /// When another process begins to hold the lock of writers.
    pub(super) lock: Lock,
    /// Whether it may end before its limit, or be refused by then.
    pub(super) may_end: bool,
    /// Whether a request is answered just before the limit, so that this passes in what comes next.
    pub(super) is_answered: bool,
}

/// When another process holds the lock of writers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lock {
    Never,
    /// From before the run to after it.
    AtOnce,
    /// From the middle of the run to after it.
    Later,
}

const fn long(name: &'static str, prepare: &'static str, work: &'static str) -> Long {
    Long {
        name,
        prepare,
        work,
        arguments: &[],
        lock: Lock::Never,
        may_end: false,
        is_answered: false,
    }
}

/// The same with flags of the command.
const fn flagged(
    name: &'static str,
    prepare: &'static str,
    work: &'static str,
    arguments: &'static [&'static str],
) -> Long {
    Long {
        arguments,
        ..long(name, prepare, work)
    }
}

/// Work while another process holds the lock of writers.
const fn locked(
    name: &'static str,
    lock: Lock,
    work: &'static str,
    arguments: &'static [&'static str],
) -> Long {
    Long {
        lock,
        may_end: true,
        ..flagged(name, "", work, arguments)
    }
}

/// The conversion of a result, which begins just before the limit.
const fn returning(name: &'static str, work: &'static str) -> Long {
    let arguments = &["--json", "--allow-net", "GET http://127.0.0.1:PORT/a"];
    Long {
        may_end: true,
        is_answered: true,
        ..flagged(name, "", work, arguments)
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

pub(super) const ALL: &[Long] = &[
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
    flagged(
        "an atomic run with much to take back",
        FILES,
        "await state.cp('/all', `/c${Math.random()}`, { recursive: true })",
        &["--atomic"],
    ),
    flagged(
        "an atomic run with much content to take back",
        NOISE,
        "await state.cp('/noise', `/n${Math.random()}`); await state.appendFile('/noise', 'x')",
        &["--atomic"],
    ),
    flagged(
        "a dry run with much to show",
        FILES,
        "await state.replaceInFiles('/all/**', 'text', 'TEXT'); await state.replaceInFiles('/all/**', 'TEXT', 'text')",
        &["--dry-run"],
    ),
    flagged(
        "effects of a large run",
        FILES,
        "await state.cp('/all', '/c', { recursive: true }); for (;;) {}",
        &["--json"],
    ),
    flagged(
        "effects of a run that writes the same",
        NOISE,
        "for (let i = 0; i < 20; i++) await state.cp('/noise', `/c${i}`); \
               for (let i = 0; i < 20; i++) { await state.appendFile(`/c${i}`, 'x'); } for (;;) {}",
        &["--json"],
    ),
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
    flagged(
        "a server that does not answer",
        "",
        "await srv.stall()",
        &["--mcp", "srv=/bin/sh server.sh"],
    ),
    flagged(
        "a request that is not answered",
        "",
        "await fetch('http://127.0.0.1:PORT/a')",
        &["--allow-net", "GET http://127.0.0.1:PORT/a"],
    ),
    locked(
        "a lock, and files that are written",
        Lock::AtOnce,
        "await state.writeFile('/a', 'x')",
        &[],
    ),
    locked(
        "a lock, and files that are read",
        Lock::AtOnce,
        "await state.find('/')",
        &[],
    ),
    locked("a lock, and no files", Lock::AtOnce, "", &[]),
    locked(
        "a lock, and an atomic run",
        Lock::AtOnce,
        "await state.writeFile('/a', 'x')",
        &["--atomic"],
    ),
    locked(
        "a lock that comes later, and files that are written",
        Lock::Later,
        "await state.writeFile('/a', 'x')",
        &[],
    ),
    locked(
        "a lock that comes later, and no files",
        Lock::Later,
        "",
        &[],
    ),
    returning(
        "a result of many values",
        "const all = Array.from({ length: 1_000_000 }, (_, i) => [i]); \
            await fetch('http://127.0.0.1:PORT/a'); return all",
    ),
    returning(
        "a result of a long text",
        "const all = 'é\\n'.repeat(3_000_000); await fetch('http://127.0.0.1:PORT/a'); return all",
    ),
    returning(
        "a result of many bytes",
        "const all = new Uint8Array(8_000_000); await fetch('http://127.0.0.1:PORT/a'); return all",
    ),
    flagged(
        "a record of much",
        "",
        "for (let i = 0; i < 10_000; i++) console.log('x'.repeat(100)); for (;;) {}",
        &["--input", "@input"],
    ),
];
