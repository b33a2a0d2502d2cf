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

/// Work about which nothing is special.
const LONG: Long = Long {
    name: "",
    prepare: NOTHING,
    work: "",
    arguments: &[],
    lock: Lock::Never,
    may_end: false,
    is_answered: false,
};

/// Work while another process holds the lock of writers.
const fn locked(
    name: &'static str,
    lock: Lock,
    work: &'static str,
    arguments: &'static [&'static str],
) -> Long {
    Long {
        name,
        work,
        arguments,
        lock,
        may_end: true,
        ..LONG
    }
}

/// The conversion of a result, which begins just before the limit.
const fn returning(name: &'static str, work: &'static str) -> Long {
    Long {
        name,
        work,
        arguments: &["--json", "--allow-net", "GET http://127.0.0.1:PORT/a"],
        may_end: true,
        is_answered: true,
        ..LONG
    }
}

/// Rows of a name, what is prepared, the work, and flags of the command if it has any.
macro_rules! works {
    ($($name:literal $prepare:ident $work:literal $([$($flag:literal)+])?)*) => {
        &[$(Long {
            name: $name,
            prepare: $prepare,
            work: $work,
            arguments: &[$($($flag),+)?],
            ..LONG
        }),*]
    };
}

/// Nothing but an empty workspace.
const NOTHING: &str = "";

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

/// Tables of 12 MB: of many rows, of one cell of quotes, of lines of JSON.
const TABLE: &str = "const rows = Array.from({ length: 300_000 }, (_, i) => `${i},\"name, ${i}\",${i % 7}`); \
    await state.writeFile('/t.csv', 'a,b,c\\n' + rows.join('\\n')); \
    await state.writeFile('/q.csv', '\"' + '\"\"'.repeat(6_000_000) + '\"'); \
    await state.writeFile('/l.ndjson', Array.from({ length: 300_000 }, (_, i) => `{\"i\":${i},\"list\":[${i}]}`).join('\\n'));";

/// YAML of 12 MB: of many values, of one long text; and one of 1.5 MB.
const YAML: &str = "const one = (_, i) => `- number: ${i}\\n  name: name ${i}\\n  list: [${i}]\\n`; \
    await state.writeFile('/y.yaml', Array.from({ length: 250_000 }, one).join('')); \
    await state.writeFile('/small.yaml', Array.from({ length: 30_000 }, one).join('')); \
    await state.writeFile('/long.yaml', 'some words: '.slice(0, -2) + ' in a line\\n'.repeat(300_000));";

/// TOML of 10 MB and of 1.5 MB.
const TOML: &str = "const one = (_, i) => `[table.t${i}]\\nname = \"name ${i}\"\\nlist = [${i}, 1, 2]\\n`; \
    await state.writeFile('/t.toml', Array.from({ length: 180_000 }, one).join('')); \
    await state.writeFile('/small.toml', Array.from({ length: 18_000 }, one).join(''));";

/// XML of 12 MB: of many elements, of many comments.
const XML: &str = "await state.writeFile('/x.xml', '<a>' + '<b id=\"1\">some <i>text</i></b>'.repeat(350_000) + '</a>'); \
    await state.writeFile('/c.xml', '<a>' + '<!-- a comment of some words -->'.repeat(380_000) + '</a>');";

/// Two files of 200,000 lines each.
const DIFFERENT: &str = "const text = (n) => Array.from({ length: 200_000 }, (_, i) => (i * n) % 79_19).join('\\n'); \
        await state.writeFile('/a', text(7)); await state.writeFile('/b', text(11));";

/// Archives of 3,000 files, 4.5 MB.
const ARCHIVES: &str = "for (let i = 0; i < 3_000; i++) await state.writeFile(`/d/${i}`, 'x'.repeat(i)); \
         await state.createArchive('/a.tar.gz', ['/d']); await state.createArchive('/a.zip', ['/d']);";

/// A packed file of 54 MB.
const PACKED: &str =
    "await state.writeFile('/a', 'abc'.repeat(18_000_000)); await state.compressFile('/a');";

/// A folder of 20,000 files.
const FOLDER: &str = "for (let i = 0; i < 20_000; i++) await state.writeFile(`/d/${i}`, '');";

/// A file of 100,000 lines.
const NUMBERED: &str = "await state.writeFile('/p', Array.from({ length: 100_000 }, (_, i) => `line ${i % 977}`).join('\\n'));";

/// A program of 100,000 functions.
const SOURCE: &str = "await state.writeFile('/o.ts', Array.from({ length: 100_000 }, (_, i) => `export function f${i}(a: number) { if (a) { return [a]; } }`).join('\\n'));";

/// All of them.
pub(super) fn all() -> impl Iterator<Item = &'static Long> {
    WORKS.iter().chain(LOCKED).chain(RETURNING)
}

const WORKS: &[Long] = works! {
    "look-ahead" TEXT "await state.searchText('/line', '(?=(a+)+c)a', { regex: true })"
    "back reference" TEXT "await state.searchText('/line', '(\\\\w+) \\\\1 \\\\1x', { regex: true })"
    "one long expression" TEXT "await state.searchText('/line', '[a-z ]+[0-9]', { regex: true })"
    "Unicode classes" TEXT "await state.searchText('/line', '(?:\\\\p{Lu}|[^a-z\\\\s]|\\\\w+ \\\\d){3,40}', { regex: true })"
    "an expression over many lines" TEXT "await state.searchFiles('/**', '[a-z ]+[0-9]', { regex: true })"
    "search of bytes" NOISE "await state.searchFiles('/**', 'Z{3}[^Z]*Q', { regex: true })"
    "replacement" TEXT "await state.replaceInFile('/lines', '[ab]+', '$&$&', { regex: true })"
    "replacement in files" FILES "await state.replaceInFiles('/all/**', 'text', 'TEXT'); await state.replaceInFiles('/all/**', 'TEXT', 'text')"
    "difference of files" DIFFERENT "await state.diff('/a', '/b')"
    "difference of one line" TEXT "await state.diff('/line', '/lines')"
    "difference of bytes" NOISE "await state.diffContent('/noise', 'x')"
    "tar" NOISE "await state.createArchive('/a.tar', ['/noise'])"
    "tar.gz" FILES "await state.createArchive('/a.tar.gz', ['/all'])"
    "zip" NOISE "await state.createArchive('/a.zip', ['/noise'])"
    "unpacking" ARCHIVES "await state.extractArchive('/a.tar.gz', '/x'); await state.extractArchive('/a.zip', '/y')"
    "listing an archive" ARCHIVES "await state.listArchive('/a.tar.gz')"
    "compression" NOISE "await state.compressFile('/noise')"
    "decompression" PACKED "await state.decompressFile('/a.gz', '/b')"
    "hashes" NOISE "for (const algorithm of ['md5', 'sha1', 'sha256', 'sha512']) await state.hashFile('/noise', algorithm)"
    "what a file is" NOISE "await state.detectFile('/noise')"
    "decoding" NOISE "(await state.readFile('/noise')).length"
    "bytes" NOISE "(await state.readFileBytes('/noise')).length"
    "base64" NOISE "(await state.readFile('/noise', 'base64')).length"
    "writing" NOTHING "await state.writeFile('/a', 'é'.repeat(8_000_000))"
    "writing bytes" NOTHING "await state.writeFileBytes('/a', new Uint8Array(60 << 20))"
    "appending" NOISE "await state.appendFile('/noise', 'x')"
    "JSON read" DOCUMENT "(await state.readJson('/j')).length"
    "JSON queries" DOCUMENT "await state.queryJson('/j', '[199999].name')"
    "JSON wildcards" DOCUMENT "await state.queryJson('/j', '[*].list[0]')"
    "JSON updates" DOCUMENT "await state.updateJson('/j', [{ op: 'set', path: '[5].number', value: Math.random() }])"
    "JSON merges" DOCUMENT "await state.updateJson('/j', Array.from({ length: 500 }, (_, i) => ({ op: 'insert', path: '[0]', value: i })))"
    "CSV read" TABLE "(await state.readCsv('/t.csv', { header: true, cast: true })).length"
    "CSV read, one cell" TABLE "(await state.readCsv('/q.csv')).length"
    "CSV written" NOTHING "await state.writeCsv('/a.csv', Array.from({ length: 100_000 }, (_, i) => [i, 'a, b', 'c']))"
    "YAML read" YAML "(await state.readYaml('/y.yaml')).length"
    "YAML read, long text" YAML "(await state.readYaml('/long.yaml')).length"
    "YAML written" NOTHING "await state.writeYaml('/a.yaml', Array.from({ length: 100_000 }, (_, i) => ({ i, list: ['x'] })))"
    "YAML updates" YAML "await state.updateJson('/small.yaml', [{ op: 'set', path: '[5].number', value: Math.random() }])"
    "TOML read" TOML "Object.keys(await state.readToml('/t.toml')).length"
    "TOML updates" TOML "await state.updateJson('/small.toml', { x: Math.random() })"
    "XML read" XML "(await state.readXml('/x.xml')).a.b.length"
    "XML read, comments" XML "await state.readXml('/c.xml')"
    "NDJSON read" TABLE "(await state.readNdjson('/l.ndjson')).length"
    "find" FILES "await state.find('/')"
    "walk" FILES "await state.walkTree('/')"
    "summary" FILES "await state.summarizeTree('/')"
    "globs" FILES "await state.glob('/**/{1,2,3}*[0-9]*/**/*{4,5}*')"
    "listing of a folder" FOLDER "await state.readdirWithFileTypes('/d')"
    "copies" FILES "await state.cp('/all', `/c${Math.random()}`, { recursive: true })"
    "moves" FILES "await state.moveTree('/all', '/b/c'); await state.moveTree('/b/c', '/all')"
    "removal" FILES "await state.rm('/all', { recursive: true }); await state.undo()"
    "merging trees" FILES "await state.copyTree('/all/1', '/all/2'); await state.copyTree('/all', '/other')"
    "an atomic run with much to take back" FILES "await state.cp('/all', `/c${Math.random()}`, { recursive: true })" ["--atomic"]
    "an atomic run with much content to take back" NOISE "await state.cp('/noise', `/n${Math.random()}`); await state.appendFile('/noise', 'x')" ["--atomic"]
    "a dry run with much to show" FILES "await state.replaceInFiles('/all/**', 'text', 'TEXT'); await state.replaceInFiles('/all/**', 'TEXT', 'text')" ["--dry-run"]
    "effects of a large run" FILES "await state.cp('/all', '/c', { recursive: true }); for (;;) {}" ["--json"]
    "effects of a run that writes the same" NOISE "for (let i = 0; i < 20; i++) await state.cp('/noise', `/c${i}`); for (let i = 0; i < 20; i++) { await state.appendFile(`/c${i}`, 'x'); } for (;;) {}" ["--json"]
    "undoing a large run" FILES "const [last] = await state.history(); await state.undo(last.run)"
    "checkpoints" FILES "await state.checkpoint('one'); await state.rm('/all/1', { recursive: true }); await state.restore('one')"
    "plans of edits" FILES "await state.planEdits((await state.glob('/all/1/**')).slice(0, 900).map((path) => ({ kind: 'replace', path, search: 'text', replacement: 'TEXT' })))"
    "batches of edits" NOTHING "await state.applyEdits(Array.from({ length: 900 }, (_, i) => ({ path: `/e/${i}`, content: `${Math.random()}`.repeat(500) })))"
    "patches" NUMBERED "await state.applyPatch('--- /p\\n+++ /p\\n' + Array.from({ length: 300 }, (_, i) => `@@ -${i * 300 + 1},3 +${i * 300 + 1},3 @@\\n line ${i % 977}\\n-line ${i * 7 % 977}x\\n+new\\n line ${i % 977}\\n`).join(''))"
    "outlines" SOURCE "await state.outline('/o.ts')"
    "expressions of the language" NOTHING "/^(?:a|aa)+$/.test('a'.repeat(60) + 'b')"
    "sorting" NOTHING "Array.from({ length: 300_000 }, (_, i) => (i * 7919) % 100_003).sort()"
    "text of the language" NOTHING "JSON.parse(JSON.stringify(Array.from({ length: 200_000 }, (_, i) => ({ i }))))"
    "memory of the guest" NOTHING "new Uint8Array(120 << 20).fill(7).toReversed()"
    "a server that does not answer" NOTHING "await srv.stall()" ["--mcp" "srv=/bin/sh server.sh"]
    "a request that is not answered" NOTHING "await fetch('http://127.0.0.1:PORT/a')" ["--allow-net" "GET http://127.0.0.1:PORT/a"]
    "a record of much" NOTHING "for (let i = 0; i < 10_000; i++) console.log('x'.repeat(100)); for (;;) {}" ["--input" "@input"]
};

const LOCKED: &[Long] = &[
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
];

const RETURNING: &[Long] = &[
    returning(
        "a result of many values",
        "const all = Array.from({ length: 1_000_000 }, (_, i) => [i]); await fetch('http://127.0.0.1:PORT/a'); return all",
    ),
    returning(
        "a result of a long text",
        "const all = 'é\\n'.repeat(3_000_000); await fetch('http://127.0.0.1:PORT/a'); return all",
    ),
    returning(
        "a result of many bytes",
        "const all = new Uint8Array(8_000_000); await fetch('http://127.0.0.1:PORT/a'); return all",
    ),
];
