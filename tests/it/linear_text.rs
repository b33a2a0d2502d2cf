//! Built-ins over text take time in proportion to the text.

use isolate_host::{Outcome, RunOptions};

use crate::run;

/// By how much the fuel may grow when the text doubles, in hundredths.
const GROWTH_MAX_PERCENT: u64 = 230;

/// Characters, about: enough that starting counts for little, and that garbage is collected in
/// both.
const UNITS: [usize; 2] = [100_000, 200_000];

/// Each is a function of `n`, about the number of characters.
const PROGRAMS: &[(&str, &str)] = &[
    ("split", "'a,b,c\\n'.repeat(n / 6).split('\\n').length"),
    (
        "split into characters",
        "'abcdef'.repeat(n / 6).split('').length",
    ),
    (
        "split by an expression",
        "'a,b,c\\n'.repeat(n / 6).split(/\\n/).length",
    ),
    (
        "indexOf",
        "('a'.repeat(n) + 'b').indexOf('a'.repeat(n / 2) + 'b')",
    ),
    (
        "lastIndexOf",
        "('b' + 'a'.repeat(n)).lastIndexOf('b' + 'a'.repeat(n / 2))",
    ),
    ("includes", "'hello '.repeat(n / 6).includes('zzz')"),
    (
        "replace",
        "'hello '.repeat(n / 6).replace(/o/g, '0').length",
    ),
    (
        "replace with a function",
        "'hello '.repeat(n / 6).replace(/o/g, (m) => m + m).length",
    ),
    (
        "replace with groups",
        "'hello '.repeat(n / 6).replace(/(l)(o)/g, '$2$1').length",
    ),
    (
        "replaceAll",
        "'hello '.repeat(n / 6).replaceAll('o', '$&0').length",
    ),
    ("match", "'hello '.repeat(n / 6).match(/\\w+/g).length"),
    ("match of a long run", "'a'.repeat(n).match(/a+b/g)"),
    (
        "match behind a run",
        "'a.b'.repeat(n / 3).match(/[\\w.]+@x/)",
    ),
    (
        "matchAll",
        "[...'hello '.repeat(n / 6).matchAll(/(l)o/g)].length",
    ),
    (
        "exec",
        "(() => { const s = 'hello '.repeat(n / 6), re = /l(o)/g; let k = 0; while (re.exec(s)) k++; return k; })()",
    ),
    (
        "sticky exec",
        "(() => { const s = 'hello '.repeat(n / 6), re = /\\w+ /y; let k = 0; while (re.exec(s)) k++; return k; })()",
    ),
    (
        "exec of wide text",
        "(() => { const s = 'hell\\u20ac '.repeat(n / 6), re = /l(.)/gu; let k = 0; while (re.exec(s)) k++; return k; })()",
    ),
    ("search", "'hello '.repeat(n / 6).search(/z/)"),
    (
        "test line by line",
        "'hello 12\\n'.repeat(n / 9).split('\\n').filter((l) => /^h\\w+ (\\d+)$/.test(l)).length",
    ),
    (
        "append",
        "(() => { let s = ''; for (let i = 0; i < n / 4; i++) s += 'line'; return s.length; })()",
    ),
    (
        "append and look",
        "(() => { let s = '', k = 0; for (let i = 0; i < n / 4; i++) { s += 'line'; k += s.length + s.charCodeAt(s.length - 1); } return k; })()",
    ),
    (
        "append in a template",
        "(() => { let s = ''; for (let i = 0; i < n / 4; i++) s = `${s}line`; return s.length; })()",
    ),
    (
        "append several",
        "(() => { let s = ''; for (let i = 0; i < n / 8; i++) s = s + 'line' + i + '\\n'; return s.length; })()",
    ),
    (
        "prepend",
        "(() => { let s = ''; for (let i = 0; i < n / 4; i++) s = 'line' + s; return s.length; })()",
    ),
    (
        "join",
        "Array.from({ length: n / 4 }, () => 'line').join('\\n').length",
    ),
    (
        "concat",
        "(() => { let s = ''; for (let i = 0; i < n / 4; i++) s = s.concat('line'); return s.length; })()",
    ),
    ("repeat", "'ab'.repeat(n).length"),
    ("pad", "'x'.padStart(n, 'ab').length"),
    ("case", "'hElLo '.repeat(n / 6).toUpperCase().length"),
    (
        "wide case",
        "'h\\u00e9l\\u20aco '.repeat(n / 6).toUpperCase().length",
    ),
    ("trim", "(' '.repeat(n) + 'x').trim().length"),
    (
        "for of",
        "(() => { let k = 0; for (const c of 'hello '.repeat(n / 6)) if (c === 'o') k++; return k; })()",
    ),
    ("spread", "[...'hello '.repeat(n / 6)].length"),
    (
        "index",
        "(() => { const s = 'hello '.repeat(n / 6); let k = 0; for (let i = 0; i < s.length; i++) if (s[i] === 'o') k++; return k; })()",
    ),
    (
        "slice off",
        "(() => { let s = 'hello '.repeat(n / 6), k = 0; while (s.length > 40) { s = s.slice(5); k++; } return k; })()",
    ),
    (
        "normalize",
        "'h\\u00e9llo '.repeat(n / 6).normalize('NFD').length",
    ),
];

/// Fuel of a program with each of two sizes.
fn costs(name: &str, program: &str, units: [usize; 2]) -> [u64; 2] {
    units.map(|n| {
        let options = RunOptions::new().seed(1);
        let done = run(&format!("(n = {n}) => {program}"), options);
        let is_done = matches!(done.outcome, Outcome::Returned(_));
        assert!(is_done, "{name}: {:?}", done.outcome);
        done.usage.fuel
    })
}

/// How many times larger the sizes are that a program has to hold the bound at when the first
/// collection of garbage has fallen between the others.
const AGAIN: usize = 8;

#[test]
fn built_ins_over_text_are_linear() {
    let mut failures = Vec::new();
    for (name, program) in PROGRAMS {
        let is_too_steep = |fuel: [u64; 2]| fuel[1] * 100 > fuel[0] * GROWTH_MAX_PERCENT;
        let fuel = costs(name, program, UNITS);
        if !is_too_steep(fuel) {
            continue;
        }
        let again = costs(name, program, UNITS.map(|units| units * AGAIN));
        if is_too_steep(again) {
            failures.push(format!("{name}: {fuel:?} for {UNITS:?}, then {again:?}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
