//! A hundred programs that make the host hold data, each in another way.

/// A program: what it is called, whether it is one of the short ones, how it is run (with a database, in
/// one transaction, or in memory), and its text.
pub(super) struct Greedy {
    pub(super) name: &'static str,
    pub(super) is_short: bool,
    pub(super) options: &'static [&'static str],
    pub(super) code: &'static str,
}

macro_rules! programs {
    ($($name:ident $size:ident $place:ident $code:literal)*) => {
        &[$(Greedy {
            name: stringify!($name),
            is_short: programs!(@size $size),
            options: programs!(@place $place),
            code: $code,
        }),*]
    };
    (@size short) => { true };
    (@size long) => { false };
    (@place file) => { &["--db", "a.sqlite"] };
    (@place atomic) => { &["--db", "a.sqlite", "--atomic"] };
    (@place memory) => { &[] };
}

/// What the programs may use beside `state`.
pub(super) const PRELUDE: &str = "
const MIB = 1 << 20;
const grow = async (path, piece, times) => {
  await state.writeFileBytes(path, new Uint8Array(0));
  for (let i = 0; i < times; i++) await state.appendFile(path, piece);
};
const noise = (length) => {
  const bytes = new Uint8Array(length);
  let x = 1;
  for (let i = 0; i < length; i++) { x = (x * 1103515245 + 12345) & 0x7fffffff; bytes[i] = x >> 16; }
  return bytes;
};
const binary = (path, mib) => grow(path, new Uint8Array(MIB).fill(0xff), mib);
const text = (path, mib) => grow(path, 'some words in a line\\n'.repeat(MIB / 21), mib);
const deep = ('/' + 'd'.repeat(250)).repeat(15);
const many = async (folders, files = 500) => {
  for (let i = 0; i < files; i++) await state.writeFile(`/seed/${i}`, '');
  for (let i = 0; i < folders; i++) await state.copyTree('/seed', `${deep}/${i}`);
};
const keep = [];
const again = async (work) => { for (;;) keep.push(await work()); };
";

pub(super) const PROGRAMS: &[Greedy] = programs! {
    // Reading.
    read_binary_as_text long file "await binary('/a', 40); return (await state.readFile('/a')).length"
    read_large_binary_as_text long file "await binary('/a', 60); return (await state.readFile('/a')).length"
    read_text_beyond_ascii long file "await grow('/a', 'é日本語'.repeat(100000), 50); return (await state.readFile('/a')).length"
    read_as_base64 short file "await binary('/a', 30); return (await state.readFile('/a', 'base64')).length"
    read_as_hex long file "await binary('/a', 30); return (await state.readFile('/a', 'hex')).length"
    read_as_latin1 long file "await binary('/a', 40); return (await state.readFile('/a', 'latin1')).length"
    read_as_utf16 long file "await binary('/a', 40); return (await state.readFile('/a', 'utf16le')).length"
    read_bytes_and_keep_them long file "await binary('/a', 20); await again(() => state.readFileBytes('/a'))"
    read_many_lines long file "await grow('/a', '\\n'.repeat(MIB), 40); return (await state.readFile('/a', { startLine: 2 })).length"
    read_a_window long file "await binary('/a', 60); return (await state.readFile('/a', { byteOffset: 1 })).length"
    read_all_at_once long file "await text('/a', 20); return (await Promise.all(Array.from({ length: 50 }, () => state.readFile('/a')))).length"
    read_in_vain long file "await binary('/a', 40); for (;;) try { await state.readFile('/a') } catch {}"
    // Writing.
    write_a_long_text long memory "const t = 'x'.repeat(20 * MIB); for (let i = 0; ; i++) await state.writeFile(`/${i}`, t)"
    write_many_files short memory "const t = 'x'.repeat(MIB); for (let i = 0; ; i++) await state.writeFile(`/${i}`, t)"
    write_small_files long memory "for (let i = 0; ; i++) await state.writeFile(`/f${i}`, 'x')"
    write_empty_files_with_long_names long memory "const n = 'n'.repeat(240); for (let i = 0; ; i++) await state.writeFile(`/${n}${i}`, '')"
    write_over_and_over long memory "const t = 'x'.repeat(MIB); for (let i = 0; ; i++) await state.writeFile('/a', t + i)"
    append_for_ever long memory "const t = 'x'.repeat(MIB); for (;;) await state.appendFile('/a', t)"
    write_base64 long file "const t = 'AAAA'.repeat(5 * MIB); await state.writeFile('/a', t, 'base64'); return 1"
    write_an_array_of_numbers long file "const a = Array.from({ length: 2e6 }, () => 1); await state.writeFileBytes('/a', a); return 1"
    write_text_beyond_latin1 long file "const t = '日'.repeat(10 * MIB); await state.writeFile('/a', t); return 1"
    write_halves_of_pairs long file "const t = '\\ud800'.repeat(10 * MIB); await state.writeFile('/a', t).catch(() => 0); return 1"
    many_calls_at_once long file "const t = 'x'.repeat(100000); return (await Promise.all(Array.from({ length: 3000 }, (_, i) => state.writeFile(`/${i}`, t)))).length"
    links_to_long_targets long memory "const t = 'x'.repeat(4000); for (let i = 0; ; i++) await state.symlink(t, `/${i}`)"
    directories_without_end long memory "for (let i = 0; ; i++) await state.mkdir(`/d${i}`)"
    // Arguments.
    arguments_of_many_nulls long file "const a = Array(3e6).fill(null); await state.writeJson('/a', a); return 1"
    arguments_of_many_objects long file "const a = Array.from({ length: 3e5 }, () => ({ a: 1, b: 2 })); await state.writeJson('/a', a); return 1"
    bytes_as_json short file "await state.writeJson('/a', new Uint8Array(8 * MIB)); return 1"
    many_bytes_as_json long file "for (;;) try { await state.writeJson('/a', new Uint8Array(2 * MIB)) } catch {}"
    sets_and_maps long file "const s = new Set(Array.from({ length: 1e6 }, (_, i) => i)); await state.writeJson('/a', s).catch(() => 0); return 1"
    wrong_arguments long file "const a = Array(2e6).fill(true); for (;;) try { await state.readFile(a) } catch {}"
    long_paths long file "const p = '/' + 'a/'.repeat(10 * MIB); for (;;) try { await state.readFile(p) } catch {}"
    long_patterns long file "const p = 'a'.repeat(20 * MIB); for (;;) try { await state.searchText('/a', p, { regex: true }) } catch {}"
    many_patterns short file "const p = Array.from({ length: 2e5 }, (_, i) => `/x${i}/**`); for (;;) try { await state.glob(p) } catch {}"
    // Searching.
    search_every_letter short file "await text('/a', 30); return (await state.searchText('/a', '.', { regex: true })).length"
    search_with_context long file "await grow('/a', 'x\\n'.repeat(MIB / 2), 20); return (await state.searchText('/a', 'x', { contextBefore: 100, contextAfter: 100 })).length"
    search_empty_matches long file "await grow('/a', '\\n'.repeat(MIB), 20); return (await state.searchText('/a', '^', { regex: true })).length"
    search_binary long file "await binary('/a', 40); return (await state.searchText('/a', 'x')).length"
    search_one_long_line long file "await grow('/a', 'x'.repeat(MIB), 50); return (await state.searchText('/a', 'x')).length"
    search_many_binaries long file "for (let i = 0; i < 10; i++) await binary(`/${i}`, 20); return (await state.searchFiles('/*', 'x')).length"
    search_many_texts long file "for (let i = 0; i < 10; i++) await text(`/${i}`, 10); return (await state.searchFiles('/*', 'words')).length"
    search_again_and_again long file "await text('/a', 10); await again(() => state.searchText('/a', 'words').catch(() => 0))"
    search_with_look_around long file "await text('/a', 20); return (await state.searchText('/a', '(?=w)\\\\w+', { regex: true })).length"
    search_with_groups long file "await text('/a', 30); return (await state.replaceInFile('/a', /(w)(o)(r)(d)/g, (m) => m)).replaced"
    // Replacing.
    replace_with_more short file "await text('/a', 10); return (await state.replaceInFile('/a', 'words', 'x'.repeat(1000))).replaced"
    replace_with_all_of_it long file "await grow('/a', 'x'.repeat(1000), 10); return (await state.replaceInFile('/a', /x/g, '$`$&$\\'')).replaced"
    replace_with_itself_many_times short file "await text('/a', 10); return (await state.replaceInFile('/a', /[^]*/, '$&'.repeat(100))).replaced"
    replace_in_many_files long file "for (let i = 0; i < 40; i++) await text(`/${i}`, 2); return (await state.replaceInFiles('/*', 'words', 'word')).totalFiles"
    replace_in_many_small_files short file "for (let i = 0; i < 5000; i++) await state.writeFile(`/${i}`, 'word'.repeat(2000)); return (await state.replaceInFiles('/*', 'word', 'wort')).totalFiles"
    replace_in_many_small_files_at_once short atomic "for (let i = 0; i < 5000; i++) await state.writeFile(`/${i}`, 'word'.repeat(2000)); return (await state.replaceInFiles('/*', 'word', 'wort')).totalFiles"
    replace_in_batches long file "for (let i = 0; i < 10; i++) await text(`/${i}`, 1); await again(() => state.replaceInFiles('/*', /words?/, (keep.length % 2 ? 'words' : 'word')).catch(() => 0))"
    replace_dry_in_batches long file "for (let i = 0; i < 10; i++) await text(`/${i}`, 1); await again(() => state.replaceInFiles('/*', 'words', 'word', { dryRun: true }).catch(() => 0))"
    replace_and_read_diffs long file "for (let i = 0; i < 10; i++) await text(`/${i}`, 1); const r = await state.replaceInFiles('/*', 'words', 'word'); return r.files.map((f) => f.diff.length)"
    // Comparing.
    diff_of_texts short file "await text('/a', 15); await grow('/b', 'other words in lines\\n'.repeat(MIB / 21), 15); return (await state.diff('/a', '/b')).length"
    diff_of_many_lines long file "await grow('/a', Array.from({ length: 100000 }, (_, i) => i).join('\\n'), 10); await grow('/b', Array.from({ length: 100000 }, (_, i) => i * 2).join('\\n'), 10); return (await state.diff('/a', '/b')).length"
    diff_of_short_lines long file "await grow('/a', 'a\\n'.repeat(MIB / 4), 8); await grow('/b', 'b\\n'.repeat(MIB / 4), 8); return (await state.diff('/a', '/b').catch(() => '')).length"
    diff_of_binaries long file "await binary('/a', 30); await binary('/b', 31); return (await state.diff('/a', '/b')).length"
    diff_of_large_binaries long file "await binary('/a', 60); await binary('/b', 60); return (await state.diff('/a', '/b')).length"
    diff_with_content long file "await text('/a', 20); return (await state.diffContent('/a', 'other\\n'.repeat(2 * MIB))).length"
    diffs_that_are_kept long file "await text('/a', 5); await text('/b', 6); await again(() => state.diff('/a', '/b').catch(() => 0))"
    // Listing.
    effects_of_long_paths long file "await many(40); return 1"
    effects_in_memory long memory "await many(400); return 1"
    effects_of_a_failure long file "await many(30); throw new Error('no')"
    find_long_paths long file "await many(40); return (await state.find('/')).length"
    walk_long_paths long file "await many(40); return (await state.walkTree('/')).children.length"
    glob_long_paths long file "await many(40); return (await state.glob('/**')).length"
    many_globs_of_long_paths long file "await many(20); return (await state.glob(['/**', '/**/*', '/*/**'])).length"
    list_long_paths long file "await many(40); return (await state.readdir('/', { recursive: true })).length"
    list_with_types long file "await many(40); return (await state.readdirWithFileTypes('/', { recursive: true })).length"
    list_again_and_again long file "await many(10); await again(() => state.find('/'))"
    summarize_long_paths long file "await many(40); return (await state.summarizeTree('/')).files"
    search_files_with_long_paths long file "await many(40); return (await state.searchFiles('/**', 'x')).length"
    move_long_paths long file "await many(40); await state.moveTree(deep.slice(0, 251), '/m'); return 1"
    remove_long_paths long file "await many(40); await state.removeTree(deep.slice(0, 251)); return 1"
    copy_long_paths long file "await many(30); await state.copyTree(deep.slice(0, 251), '/c'); return 1"
    copy_onto_what_is_there long file "await many(30); await state.copyTree('/seed', '/c'); await state.cp(deep.slice(0, 251), '/c', { recursive: true }); return 1"
    copy_in_memory long memory "await many(10); for (let i = 0; ; i++) await state.copyTree('/seed', `/c${i}`)"
    move_in_memory long memory "await many(10); for (let i = 0; ; i++) await state.moveTree(i % 2 ? '/m' : deep.slice(0, 251), i % 2 ? deep.slice(0, 251) : '/m')"
    // JSON.
    query_many_values long file "await grow('/a', '[' + '0,'.repeat(900000) + '0]', 1); return (await state.queryJson('/a', '[*]')).length"
    query_many_objects short file "await state.writeFile('/a', '[' + '{\"a\":1},'.repeat(500000) + '0]'); return (await state.queryJson('/a', '[*].a')).length"
    read_a_large_document long file "await state.writeFile('/a', JSON.stringify('x'.repeat(25 * MIB))); return (await state.readJson('/a')).length"
    read_escapes long file "await state.writeFile('/a', '\"' + '\\\\u00e9'.repeat(3 * MIB) + '\"'); return (await state.readJson('/a')).length"
    read_many_keys long file "await state.writeFile('/a', '{' + Array.from({ length: 200000 }, (_, i) => `\"k${i}\":0`).join() + '}'); return Object.keys(await state.readJson('/a')).length"
    read_a_document_with_comments long file "await grow('/a.jsonc', '// a comment of some words\\n'.repeat(MIB / 27), 20); await state.appendFile('/a.jsonc', '1'); return state.readJson('/a.jsonc')"
    read_long_aliases long file "await state.writeFile('/a.yaml', 'a: &a ' + 'x'.repeat(4 * MIB) + '\\nb:\\n' + '- *a\\n'.repeat(100000)); return (await state.readYaml('/a.yaml')).b.length"
    update_long_aliases short file "await state.writeFile('/a.yaml', 'a: &a ' + 'x'.repeat(MIB) + '\\nb:\\n' + '- *a\\n'.repeat(100000)); return state.updateJson('/a.yaml', { c: 1 })"
    update_a_large_yaml_file long file "await state.writeFile('/a.yaml', '- a: [1]\\n'.repeat(200000)); await state.updateJson('/a.yaml', [{ op: 'set', path: '[7].a', value: 1 }]); return 1"
    read_many_tables long file "await state.writeFile('/a.toml', Array.from({ length: 300000 }, (_, i) => `[t${i}]\\na=1\\n`).join('')); return Object.keys(await state.readToml('/a.toml')).length"
    write_over_a_large_toml_file long file "const all = Object.fromEntries(Array.from({ length: 60000 }, (_, i) => ['t' + i, { a: 1 }])); await state.writeToml('/a.toml', all); all.t7.a = 2; await state.writeToml('/a.toml', all); return 1"
    read_many_attributes short file "await state.writeFile('/a.xml', '<a ' + Array.from({ length: 600000 }, (_, i) => `a${i}=\"\"`).join(' ') + '/>'); return Object.keys((await state.readXml('/a.xml')).a).length"
    read_many_elements long file "await state.writeFile('/a.xml', '<a>' + '<b/>'.repeat(2 * MIB) + '</a>'); return (await state.readXml('/a.xml')).a.b.length"
    read_a_long_row long file "await state.writeFile('/a.csv', ','.repeat(16 * MIB)); return (await state.readCsv('/a.csv'))[0].length"
    write_deep_yaml long file "let deep = 1; for (let i = 0; i < 240; i++) deep = { a: deep }; await state.writeYaml('/a.yaml', Array(30000).fill(deep)); return 1"
    update_a_large_document long file "await state.writeFile('/a', '[' + '0,'.repeat(900000) + '0]'); await state.updateJson('/a', [{ op: 'set', path: '[0]', value: 1 }]); return 1"
    double_a_document short file "await state.writeJson('/a', { a: 'x'.repeat(1000) }); for (let i = 0; i < 40; i++) await state.updateJson('/a', [{ op: 'copy', from: '/a', path: `/b${i}` }, { op: 'set', path: 'a', value: { a: 1 } }, { op: 'copy', from: '', path: '/a' }]); return 1"
    double_in_one_update long file "await state.writeJson('/a', { a: ['x'] }); await state.updateJson('/a', Array.from({ length: 40 }, () => ({ op: 'copy', from: '/a', path: '/a/-' }))); return 1"
    indent_a_deep_document long file "let v = 1; for (let i = 0; i < 1500; i++) v = [v, v && 1]; for (;;) try { await state.writeJson('/a', Array(200).fill(v), { spaces: 10 }) } catch {}"
    documents_that_are_kept long file "await state.writeJson('/a', Array(100000).fill('text')); await again(() => state.readJson('/a'))"
    // Archives.
    archive_of_a_large_file short file "await grow('/a', noise(MIB), 45); await state.createArchive('/a.tar', ['/a']); return 1"
    archive_that_is_compressed long file "await grow('/a', noise(MIB), 45); await state.createArchive('/a.tar.gz', ['/a']); return 1"
    archive_as_zip long file "await grow('/a', noise(MIB), 45); await state.createArchive('/a.zip', ['/a']); return 1"
    archive_of_many_files long file "await many(10); await state.createArchive('/a.tar', ['/']).catch(() => 0); return 1"
    list_an_archive_of_many long file "for (let i = 0; i < 20000; i++) await state.writeFile(`/d/${i}`, ''); await state.createArchive('/a.tar.gz', ['/d']); return (await state.listArchive('/a.tar.gz')).length"
    extract_a_large_archive long file "await binary('/a', 60); await state.createArchive('/a.tar.gz', ['/a']); await state.extractArchive('/a.tar.gz', '/x'); return 1"
    extract_in_memory short memory "await binary('/a', 20); await state.createArchive('/a.tar.gz', ['/a']); for (let i = 0; ; i++) await state.extractArchive('/a.tar.gz', `/x${i}`)"
    a_bomb short file "await binary('/a', 60); await state.compressFile('/a', '/b.gz'); const b = await state.readFileBytes('/b.gz'); await state.rm('/a'); for (let i = 0; i < 4; i++) await state.appendFile('/c.gz', b); return state.listArchive('/c.gz').catch((e) => e.code)"
    a_bomb_as_a_file long file "await binary('/a', 60); await state.compressFile('/a', '/b.gz'); for (let i = 0; ; i++) await state.decompressFile('/b.gz', `/c${i}`)"
    compress_noise long file "await grow('/a', noise(MIB), 60); await state.compressFile('/a', '/a.gz'); return 1"
    a_zip_of_headers long file "const h = new Uint8Array(46); h.set([0x50, 0x4b, 1, 2]); const all = new Uint8Array(46 * 20000); for (let i = 0; i < 20000; i++) all.set(h, 46 * i); await grow('/a.zip', all, 40); for (;;) try { await state.listArchive('/a.zip') } catch {}"
    // Plans.
    plan_of_many_edits short file "return (await state.planEdits(Array.from({ length: 40000 }, (_, i) => ({ kind: 'write', path: `/${i}`, content: 'x'.repeat(500) })))).totalChanged"
    plan_of_large_edits long file "const t = 'x'.repeat(MIB); return (await state.planEdits(Array.from({ length: 30 }, (_, i) => ({ kind: 'write', path: `/${i}`, content: t })))).totalChanged"
    plan_of_replacements long file "await text('/a', 4); return (await state.planEdits(Array.from({ length: 30 }, (_, i) => ({ kind: 'replace', path: '/a', search: i % 2 ? 'word' : 'words', replacement: i % 2 ? 'words' : 'word' })))).totalChanged"
    edits_of_many_files long file "return (await state.applyEdits(Array.from({ length: 30000 }, (_, i) => ({ path: `/${i}`, content: 'x'.repeat(1000) })))).totalChanged"
    edits_in_memory long memory "for (let j = 0; ; j++) await state.applyEdits(Array.from({ length: 1000 }, (_, i) => ({ path: `/${j}/${i}`, content: 'x'.repeat(1000) })))"
    plans_that_are_kept long file "await again(() => state.planEdits(Array.from({ length: 100 }, (_, i) => ({ kind: 'write', path: `/${i}`, content: 'x'.repeat(10000) }))).catch(() => 0))"
    a_plan_of_json long file "return (await state.planEdits([{ kind: 'writeJson', path: '/a', value: Array(1e6).fill(0) }])).totalChanged"
    // History.
    checkpoint_of_much short file "await binary('/a', 40); await state.checkpoint('one').catch(() => 0); return 1"
    checkpoint_and_restore long file "await binary('/a', 20); await state.checkpoint('one'); await state.rm('/a'); await state.restore('one'); return 1"
    checkpoint_of_long_paths long file "await many(20); await state.checkpoint('one').catch(() => 0); return 1"
    history_of_many long file "for (;;) keep.push(await state.history())"
    // The end.
    a_huge_result long file "return 'x'.repeat(30 * MIB)"
    a_result_of_many_nulls long file "return Array(3e6).fill(null)"
    a_result_of_objects short file "return Array.from({ length: 3e5 }, (_, i) => ({ i }))"
    a_huge_error long file "throw new Error('x'.repeat(20 * MIB))"
    a_huge_thing_thrown short file "throw Array(3e6).fill(null)"
    a_deep_stack_of_causes long file "let e = new Error('x'); for (let i = 0; i < 1e5; i++) e = new Error('x'.repeat(100), { cause: e }); throw e"
    logs_without_end long file "for (;;) console.log('x'.repeat(60000))"
    many_small_logs long file "for (;;) console.log('x')"
    notes_without_end long file "for (let i = 0; ; i++) try { await state.searchText('/a', `.*${i}`) } catch {}"
    errors_without_end long file "const p = 'é'.repeat(100000); for (;;) try { await state.readFile('/' + p) } catch (e) { keep.push(e.message) }"
    outline_of_a_large_source long file "await grow('/a.js', 'function f() {}\\n'.repeat(1000), 120); return (await state.outline('/a.js')).symbols.length"
    a_patch_of_a_large_file long file "await text('/a', 20); return state.applyPatch('--- /a\\n+++ /a\\n@@ -1,1 +1,1 @@\\n-some words in a line\\n+other\\n').catch((e) => e.code)"
    hash_and_detect long file "await binary('/a', 60); for (;;) { await state.hashFile('/a'); await state.detectFile('/a') }"
};
