//! Strings and regular expressions: what the engine's changed parts must not change.

use crate::programs::check;

#[test]
fn text_that_grows_is_not_seen_by_what_it_grew_from() {
    check(
        "() => { let s = 'x'.repeat(300); const kept = [s]; \
         for (let i = 0; i < 3; i++) { s += i; kept.push(s); } \
         const fork = kept[1] + 'fork'; s = kept[1] + 'other'; \
         return [fork.slice(299), s.slice(299), kept.map((k) => k.length).join(), kept[3].slice(299)]; }",
        r#"["x0fork","x0other","300,301,302,303","x012"]"#,
    );
    check(
        "() => { let s = 'x'.repeat(300); const kept = []; \
         for (let i = 0; i < 3; i++) { s = i + s; kept.push(s); } \
         const fork = 'fork' + kept[0]; s = 'other' + kept[0]; \
         return [fork.slice(0, 6), s.slice(0, 7), kept[2].slice(0, 4), kept[1].slice(0, 4)]; }",
        r#"["fork0x","other0x","210x","10xx"]"#,
    );
    check(
        "() => { let s = 'a'.repeat(400); s += '\\u20ac'; s += 'b'; s = '\\ud83d' + s; s += s; \
         return [s.length, s.charCodeAt(0), s[401], s[402], s.indexOf('b', 500), s.lastIndexOf('\\u20ac')]; }",
        r#"[806,55357,"€","b",805,804]"#,
    );
}

#[test]
fn sums_convert_their_parts_as_they_go() {
    check(
        "() => { const log = []; const part = (name) => ({ valueOf() { log.push(name); return name; }, toString() { return 'no'; } }); \
         const at = (name) => { log.push('eval ' + name); return part(name); }; \
         const s = at('a') + 'x' + at('b') + 1 + at('c') + `-${2}`; return [s, log.join()]; }",
        r#"["axb1c-2","eval a,a,eval b,b,eval c,c"]"#,
    );
    check(
        "() => { const list = [1, 2]; return 'list: ' + list + ', popped ' + list.pop() + ', left ' + list; }",
        r#""list: 1,2, popped 2, left 1""#,
    );
    check(
        "() => [1 + 2 + 'a' + 3 + 4, '' + null + undefined + true + -0 + 1.5 + 10n, 1 + null, 'a' + [] + {}, 'x' + new Date(NaN) + '!']",
        r#"["3a34","nullundefinedtrue01.510",1,"a[object Object]","xInvalid Date!"]"#,
    );
    check(
        "() => { try { return 'a' + Symbol('s') + 'b'; } catch (e) { return e.name; } }",
        r#""TypeError""#,
    );
    check(
        "() => { let x = 'a'; return x + 'b' + (x = 'c') + x + `${x}${1}${null}`; }",
        r#""abccc1null""#,
    );
}

#[test]
fn searches_find_what_is_there() {
    check(
        "() => ['aaaaab'.indexOf('aab'), 'abcabc'.lastIndexOf('abc', 2), 'abc'.indexOf('', 9), 'abc'.lastIndexOf(''), \
         'a\\u20acb'.indexOf('b'), 'abc'.indexOf('\\u20ac'), ('a'.repeat(5000) + 'b').indexOf('a'.repeat(2000) + 'b'), \
         ('b' + 'a'.repeat(5000)).lastIndexOf('b' + 'a'.repeat(2000)), 'xx'.includes('xxx'), 'abc'.includes('c', 2)]",
        "[3,0,3,3,2,-1,3000,0,false,true]",
    );
    check(
        "() => ['a,b,,c'.split(','), 'abc'.split(''), ''.split(','), ''.split(''), 'a,b'.split(',', 1), 'abc'.split(), 'a€b'.split('€')].map((x) => x.join('|') + x.length)",
        r#"["a|b||c4","a|b|c3","1","0","a1","abc1","a|b2"]"#,
    );
    check(
        "() => ['aXbX'.replaceAll('X', '$&$&'), 'ab'.replaceAll('', '-'), 'aXb'.replaceAll('X', (m, i, s) => m + i + s), 'abc'.replaceAll('z', 'y')]",
        r#"["aXXbXX","-a-b-","aX1aXbb","abc"]"#,
    );
}

#[test]
fn parts_of_text_do_not_nest() {
    check(
        "() => { let s = 'hello world '.repeat(5000); let n = 0; while (s.length > 40) { s = s.slice(1); n++; } return [n, s]; }",
        r#"[59960,"rld hello world hello world hello world "]"#,
    );
}

#[test]
fn expressions_that_are_tampered_with_go_the_long_way() {
    check(
        "() => { const re = /b/g; re.exec = () => null; return ['abc'.replace(re, 'x'), re.test('b'), 'abc'.match(re)]; }",
        r#"["abc",false,null]"#,
    );
    check(
        "() => { const log = []; const exec = RegExp.prototype.exec; \
         RegExp.prototype.exec = function (s) { log.push(this.lastIndex); return exec.call(this, s); }; \
         const out = 'abab'.replace(/b/g, 'x'); RegExp.prototype.exec = exec; return [out, log.join()]; }",
        r#"["axax","0,2,4"]"#,
    );
    check(
        "() => { class R extends RegExp { [Symbol.replace](s, r) { return 'mine:' + super[Symbol.replace](s, r); } } \
         return ['aba'.replace(new R('a', 'g'), 'x'), new R('a', 'y').flags, 'aba'.split(new R('b')).join()]; }",
        r#"["mine:xbx","y","a,a"]"#,
    );
    check(
        "() => { const re = /a/g; Object.freeze(re); try { re.test('a'); return 'no'; } catch (e) { return e.name; } }",
        r#""TypeError""#,
    );
    check(
        "() => { const re = /a/g; let n = 0; const out = 'aaa'.replace(re, () => { re.lastIndex = 7; re.compile('b'); return n++; }); return [out, re.lastIndex, re.source]; }",
        r#"["012",0,"b"]"#,
    );
    check(
        "() => { const re = /a/y; re.lastIndex = { valueOf() { re.compile('b', 'y'); return 1; } }; return [re.test('ab'), re.lastIndex]; }",
        "[true,2]",
    );
}

#[test]
fn matches_begin_and_end_where_they_should() {
    for (call, expected) in [
        (
            "'foo.bar@x foo@y.org'.match(/[\\w.]+@[\\w.]+\\.org/g)",
            r#"["foo@y.org"]"#,
        ),
        ("'aaab aab b'.match(/a+b/g)", r#"["aaab","aab"]"#),
        ("'aaa'.match(/a*?$/g)", r#"["aaa",""]"#),
        ("'x1y22'.split(/(\\d+)/)", r#"["x","1","y","22",""]"#),
        ("'abc'.split(/(?:)/, 2)", r#"["a","b"]"#),
        ("'a\\nb\\nc'.match(/^./gm)", r#"["a","b","c"]"#),
        ("'abab'.match(/^ab/g)", r#"["ab"]"#),
        (
            "'one, two'.replace(/\\b\\w/g, (c) => c.toUpperCase())",
            r#""One, Two""#,
        ),
        (
            "'2026-01-02'.replace(/(?<y>\\d+)-(?<m>\\d+)/, '$<m>/$<y>/$3$1$$')",
            r#""01/2026/$32026$-02""#,
        ),
        ("'aBc'.replace(/b/i, '[$`|$&|$\\']')", r#""a[a|B|c]c""#),
        (
            "[...'a1b2'.matchAll(/[a-z](\\d)/g)].map((m) => m[1] + m.index)",
            r#"["10","22"]"#,
        ),
        (
            "(() => { const re = /./gu; re.lastIndex = 1; return [re.exec('😀x')[0], re.lastIndex]; })()",
            r#"["😀",2]"#,
        ),
        (
            "(() => { const re = /(.*)b/gu; re.lastIndex = 1; return [re.test('😀x😀'), re.lastIndex]; })()",
            "[false,0]",
        ),
        ("/(a)|(b)/d.exec('b').indices[2]", "[0,1]"),
        (
            "Object.keys(/(?<n>a)/d.exec('a'))",
            r#"["0","1","index","input","groups","indices"]"#,
        ),
        ("'aaa'.search(/a/y) + 'ba'.search(/a/y)", "-1"),
        ("/(?<=\\$)\\d+/.exec('a$42')[0]", r#""42""#),
        ("/(a+)\\1x/.exec('aaaaax')[0]", r#""aaaax""#),
    ] {
        check(&format!("() => {call}"), expected);
    }
}
