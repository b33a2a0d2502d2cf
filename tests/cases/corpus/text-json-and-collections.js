async () => {
  const out = []; const log = (...a) => { out.push(a.map((x) => { try { return typeof x === 'object' && x !== null ? JSON.stringify(x) : Object.is(x, -0) ? '-0' : String(x); } catch (e) { return 'E:' + e.name; } }).join(' ')); };
  // text: growing, slices, sharing
  let s = ''; const kept = []; for (let i = 0; i < 300; i++) { s += i; if (i % 50 === 0) kept.push(s, s.slice(3, 9), s.substring(s.length - 4)); } log(kept.length, kept[3], kept[4], kept.at(-1), s.length, s.indexOf('299'), s.lastIndexOf('1'), s.charCodeAt(200), s[500], s.at(-1));
  let p = ''; for (let i = 0; i < 100; i++) p = i + p; log(p.slice(0, 20), p.length); let a = 'ab', b = a; a += 'c'; b += 'd'; log(a, b, a + b, (a + 'x') + (a + 'y'), a); const base = 'q'.repeat(100); const x1 = base + '1', x2 = base + '2'; log(x1.at(-1), x2.at(-1), base.length, x1 === x2, x1 < x2);
  let u = 'é'; u += 'ü'; u += '漢'; u += '\u{1F600}'; u += '\ud800'; log(u.length, [...u].length, u.codePointAt(3), escape(u), u.isWellFormed()); log('a' + 1 + null + undefined + true + [1, 2] + { } + 1.5 + -0 + 1e21 + 0.1 + 123456789012, `${1}${'b'}${[3]}`, 1 + 2 + 'x', 'x' + 1 + 2, 'n' + 10n);
  const o = { toString() { return 'TS'; }, valueOf() { return 42; } }; log('' + o, `${o}`, o + 1, 'z' + o + o); try { log('' + Symbol('s')); } catch (e) { log(e.name); } log('abc'.split(''), 'a,b,,c'.split(','), 'a,b'.split(',', 1), ''.split(','), ''.split(''), 'aXbX'.split('X'), 'abc'.split(/(b)/), 'a1b2'.split(/\d/), 'x'.split());
  log('aaa'.replace('a', 'b'), 'aaa'.replaceAll('a', '$&$&'), 'abc'.replace(/(b)/, '[$1]$`$\''), 'aAa'.replace(/a/gi, (m, i) => m + i), 'x'.replace('x', () => '$&'), 'abab'.replaceAll('ab', ''), 'aaa'.replaceAll('', '-'), 'a.b'.replaceAll('.', '!'), 'tel'.replace(/(?<n>e)/, '$<n>$<n>'));
  log('The Cat'.match(/c(a)t/i), 'aXbXc'.match(/x/gi), 'none'.match(/z/), [...'a1b22'.matchAll(/([a-z])(\d+)/g)].map((m) => m[0] + m.index + m[2]), /^\w+$/m.test('a b\ncd'), 'a\nb'.match(/^./gm), /(?<=\$)\d+/.exec('cost $42')[0], /(?<!a)b/.exec('ab bb').index, /(\w)\1/.exec('hello')[0], /a{2,3}?/.exec('aaaa')[0], /[^\d\s]+/.exec('12 ab')[0], /\bfoo\b/.test('a foo b'), /\p{Lu}/u.exec('abC')[0], /./su.exec('\n')[0].length, /\u{1F600}/u.test(u));
  const re = /a/g; log(re.test('aba'), re.lastIndex, re.test('aba'), re.lastIndex, re.test('aba'), re.lastIndex); const st = /b/y; st.lastIndex = 1; log(st.test('abb'), st.lastIndex, st.test('abb'), st.test('abb')); log('2020-01-02'.replace(/(\d+)-(\d+)-(\d+)/, '$3/$2/$1'), 'a-b-c'.search(/-c/), 'line1\r\nline2'.split(/\r?\n/), 'x'.padStart(5, 'ab'), 'x'.padEnd(4, ''), ' \u00a0t\ufeff'.trim(), 'ß'.toUpperCase(), 'İ'.toLowerCase().length, 'ΑΣ'.toLowerCase(), 'a'.localeCompare('b'), 'abc'.substr(-2, 1), 'abcdef'.slice(2, -1), 'abc'.substring(2, 0), 'a\u0301'.normalize().length, 'abc'.includes('bc', 2), 'abc'.startsWith('b', 1), 'abc'.endsWith('b', 2), 'x'.codePointAt(5), 'x'.repeat(0) === '');
  // json
  log(JSON.stringify({ a: [1, 'x', null, undefined, () => 1, NaN, -0, 1e21], b: undefined, c: { toJSON: (k) => 'J' + k }, d: new Date(0), '\u2028': '\ud800', e: '"\\\n\u0001' }), JSON.stringify([new Map([[1, 2]]), new Set([1]), Object(1n === 1n), Object('s')]), JSON.stringify({ a: 1, b: { c: 2 } }, null, 2), JSON.stringify({ a: 1, b: 2, c: { a: 3, d: 4 } }, ['a', 'c']), JSON.stringify({ a: 1, b: 'x' }, (k, v) => (typeof v === 'number' ? v + 1 : v)), JSON.stringify('x'), JSON.stringify(undefined), JSON.stringify({ 2: 1, 1: 2, b: 3, a: 4 }), JSON.stringify([[], {}], null, '--'));
  log(JSON.parse('{"a":[1,-2.5e3,true,null,"\\u0041\\n"],"__proto__":1,"2":0,"1":0,"a":2}'), Object.keys(JSON.parse('{"b":1,"2":1,"__proto__":{"x":1},"1":1}')), JSON.parse(' [1 , 2 ] '), JSON.parse('"x"'), JSON.parse('1e400'), JSON.parse('-0'), JSON.parse('{"x":{"y":[1,2]}}', (k, v) => (Array.isArray(v) ? v.length : v))); for (const bad of ['', '{', '[1,]', '{"a":1,}', '{a:1}', "'x'", '01', '1.', 'nul', '[1 2]', '"\n"', '"\\x"', 'undefined', '{"a"}', '+1', '\u00a01']) { try { JSON.parse(bad); log('parsed', bad); } catch (e) { log(e.name, e.message.replace(/ \(line.*/, '')); } }
  // collections and iteration
  const m = new Map([['a', 1], ['b', 2], ['c', 3]]); const seen = []; for (const [k, v] of m) { seen.push(k + v); if (k === 'a') { m.delete('b'); m.set('d', 4); } } log(seen, [...m.keys()], m.size); const st2 = new Set([1, 2, 3]); for (const v of st2) { if (v < 6) st2.add(v + 3); st2.delete(v); } log([...st2]); const arr = [1, 2, 3]; for (const v of arr) { if (arr.length < 6) arr.push(v * 10); } log(arr); log([...'a\u{1F600}b'], Object.fromEntries(m), [...arr.entries()].length, Array.from({ length: 2 }, (_, i) => i), [..."xy"].map((c, i) => c + i)); const [h1, , h3 = 9, ...hr] = [1, 2, undefined, 4, 5]; const { q: { w = 5 } = {}, ...ro } = { e: 1, r: 2 }; log(h1, h3, hr, w, ro);
  const big = Array.from({ length: 50 }, (_, i) => (i * 7919) % 101); log([...big].sort((a, b) => a - b).join(), [...big].sort((a, b) => b - a)[0], big.toSorted().slice(0, 3), [3, undefined, 1, , 2].sort(), ['b', undefined, 'a'].sort((a, b) => (a < b ? -1 : 1)), [1, 2, 3, 4].sort((a, b) => (a % 2) - (b % 2)), [{ k: 2 }, { k: 1 }].sort((a, b) => a.k - b.k), [true, false].sort((a, b) => a - b), ['10', '9'].sort((a, b) => a - b));
  const q = [1, 2, 3, 4, 5]; log(q.shift(), q.unshift(7, 8), q.splice(1, 2, 'x', 'y', 'z'), q, q.splice(-1), q.concat([1], 2), q.slice(-2), q.reverse(), q.indexOf('x'), q.fill(0, 1, 2), q.copyWithin(0, 2), q.flatMap((v) => [v, v]).length, q.findLast((v) => v !== 0), q.with(0, 'w'), q.toSpliced(0, 1), q.at(-1), q.includes(0), q.lastIndexOf(0)); const e = []; log(e.pop(), e.shift(), e.length, Math.max(...e)); for (let i = 0; i < 100; i++) e.push(i); let sum = 0; while (e.length > 10) sum += e.shift(); e.unshift('f'); log(sum, e, structuredClone({ a: [new Date(0), new Map([[1, { b: 2 }]])], u: undefined }));
  return out;
}
//= result: [
//=   "18 01234567891011121314151617181920212223242526272829303132333435363738394041424344454647484950 345678 9250 790 787 765 48 0 9",
//=   "99989796959493929190 190",
//=   "abc abd abcabd abcxabcy abc",
//=   "1 2 100 false true",
//=   "6 5 128512 %E9%FC%u6F22%uD83D%uDE00%uD800 false",
//=   "a1nullundefinedtrue1,2[object Object]1.501e+210.1123456789012 1b3 3x x12 n10",
//=   "42 TS 43 z4242",
//=   "TypeError",
//=   "[\"a\",\"b\",\"c\"] [\"a\",\"b\",\"\",\"c\"] [\"a\"] [\"\"] [] [\"a\",\"b\",\"\"] [\"a\",\"b\",\"c\"] [\"a\",\"b\",\"\"] [\"x\"]",
//=   "baa aaaaaa a[b]acc a0A1a2 $&  -a-a-a- a!b teel",
//=   "[\"Cat\",\"a\"] [\"X\",\"X\"] null [\"a101\",\"b22222\"] true [\"a\",\"b\"] 42 3 ll aa ab true C 1 true",
//=   "true 1 true 3 false 0",
//=   "true 2 true false",
//=   "02/01/2020 3 [\"line1\",\"line2\"] ababx x t SS 2 ας -1 b cde ab 1 false true true undefined true",
//=   "{\"a\":[1,\"x\",null,null,null,null,0,1e+21],\"c\":\"Jc\",\"d\":\"1970-01-01T00:00:00.000Z\",\"\u2028\":\"\\ud800\",\"e\":\"\\\"\\\\\\n\\u0001\"} [{},{},true,\"s\"] {\n  \"a\": 1,\n  \"b\": {\n    \"c\": 2\n  }\n} {\"a\":1,\"c\":{\"a\":3}} {\"a\":2,\"b\":\"x\"} \"x\" undefined {\"1\":2,\"2\":1,\"b\":3,\"a\":4} [\n--[],\n--{}\n]",
//=   "{\"1\":0,\"2\":0,\"a\":2,\"__proto__\":1} [\"1\",\"2\",\"b\",\"__proto__\"] [1,2] x Infinity -0 {\"x\":{\"y\":2}}",
//=   "SyntaxError Unexpected end of JSON input",
//=   "SyntaxError Expected property name or '}' in JSON at position 1",
//=   "SyntaxError Unexpected token ']', \"[1,]\" is not valid JSON",
//=   "SyntaxError Expected double-quoted property name in JSON at position 7",
//=   "SyntaxError Expected property name or '}' in JSON at position 1",
//=   "SyntaxError Unexpected token ''', \"'x'\" is not valid JSON",
//=   "SyntaxError Unexpected number in JSON at position 1",
//=   "SyntaxError Unterminated fractional number in JSON at position 2",
//=   "SyntaxError Unexpected end of JSON input",
//=   "SyntaxError Expected ',' or ']' after array element in JSON at position 3",
//=   "SyntaxError Bad control character in string literal in JSON at position 1",
//=   "SyntaxError Bad escaped character in JSON at position 2",
//=   "SyntaxError \"undefined\" is not valid JSON",
//=   "SyntaxError Expected ':' after property name in JSON at position 4",
//=   "SyntaxError Unexpected token '+', \"+1\" is not valid JSON",
//=   "SyntaxError Unexpected token ' ', \" 1\" is not valid JSON",
//=   "[\"a1\",\"c3\",\"d4\"] [\"a\",\"c\",\"d\"] 3",
//=   "[]",
//=   "[1,2,3,10,20,30]",
//=   "[\"a\",\"😀\",\"b\"] {\"a\":1,\"c\":3,\"d\":4} 6 [0,1] [\"x0\",\"y1\"]",
//=   "1 9 [4,5] 5 {\"e\":1,\"r\":2}",
//=   "0,2,3,5,6,8,9,12,15,18,21,22,24,25,27,28,31,34,37,40,41,43,44,46,47,49,50,53,56,59,62,63,65,66,68,69,72,75,78,81,82,84,85,87,88,90,91,94,97,100 100 [0,100,12] [1,2,3,null,null] [\"a\",\"b\",null] [2,4,1,3] [{\"k\":1},{\"k\":2}] [false,true] [\"9\",\"10\"]",
//=   "1 6 [8,2] [\"z\",\"y\",\"x\",7,\"x\",7] [5] [7,\"x\",\"y\",\"z\",3,4,1,2] [3,4] [\"z\",\"y\",\"x\",7,\"x\",7] 4 [\"z\",\"y\",\"x\",7,\"x\",7] [\"z\",\"y\",\"x\",7,\"x\",7] 12 7 [\"w\",\"y\",\"x\",7,\"x\",7] [\"y\",\"x\",7,\"x\",7] 7 false -1",
//=   "undefined undefined 0 -Infinity",
//=   "4005 [\"f\",90,91,92,93,94,95,96,97,98,99] {\"a\":[\"1970-01-01T00:00:00.000Z\",{}]}",
//= ]
