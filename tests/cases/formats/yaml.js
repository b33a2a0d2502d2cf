//! about = "YAML: 1.2 with merges; stringify quotes what older readers take for something else"

async () => {
  const why = (run) => { try { return run(); } catch (error) { return [error.name, error.line, error.message]; } };
  return {
    core: YAML.parse("no: no\nyes: true\noctal: 0o17\ntime: 12:30\ndate: 2024-01-02\nnull: ~\ntext: |\n  a\n  b\n"),
    merged: YAML.parse("base: &b {x: 1, y: 2}\nmore:\n  <<: *b\n  y: 3\n"),
    kept: YAML.parse("<<: {x: 1}\n", { merge: false }),
    empty: YAML.parse(""),
    binary: YAML.parse("!!binary aGk="),
    all: YAML.parseAll("a: 1\n---\nb: 2\n"),
    several: why(() => YAML.parse("a: 1\n---\nb: 2\n")),
    tag: why(() => YAML.parse("a: !mine 1")),
    duplicate: why(() => YAML.parse("a: 1\na: 2\n")),
    broken: why(() => YAML.parse("a:\n  - 1\n b: 2\n")),
    laughs: why(() => YAML.parse(["a: &a0 [1,2,3,4,5,6,7,8,9]", ...Array.from({ length: 9 }, (_, n) => `b${n}: &a${n + 1} [${Array(9).fill(`*a${n}`)}]`)].join("\n"))),
    deep: why(() => YAML.parse("[".repeat(10_000))),
    text: YAML.stringify({ no: "no", when: "12:30", day: "2024-01-02", list: [1, { a: [], b: {} }], lines: "a\nb\n", date: new Date(0), map: new Map([["k", 1]]), set: new Set([1]), gone: undefined, none: null }),
    sorted: YAML.stringify({ b: 1, a: { d: 1, c: [1] } }, { sortKeys: true, indent: 4 }),
    spaces: YAML.stringify({ a: { b: 1 } }, null, 4),
    itself: why(() => { const value = {}; value.value = value; return YAML.stringify(value); }),
    option: why(() => YAML.stringify(1, { colour: true })),
  };
}
//= result: {
//=   core: {
//=     no: "no",
//=     yes: true,
//=     octal: 15,
//=     time: "12:30",
//=     date: "2024-01-02",
//=     null: null,
//=     text: "a\nb\n",
//=   },
//=   merged: { base: { x: 1, y: 2 }, more: { x: 1, y: 3 } },
//=   kept: { "<<": { x: 1 } },
//=   empty: null,
//=   binary: bytes(68 69),
//=   all: [{ a: 1 }, { b: 2 }],
//=   several: [
//=     "SyntaxError",
//=     2,
//=     "YAML.parse: the text has several documents: YAML.parseAll(text) reads them all (line 2, column 1)\n  ---\n  ^",
//=   ],
//=   tag: [
//=     "SyntaxError",
//=     1,
//=     "YAML.parse: the tag !mine is not known: leave it out (line 1, column 10)\n  a: !mine 1\n           ^",
//=   ],
//=   duplicate: [
//=     "SyntaxError",
//=     2,
//=     "YAML.parse: the key \"a\" comes twice: rename or remove one (line 2, column 1)\n  a: 2\n  ^",
//=   ],
//=   broken: [
//=     "SyntaxError",
//=     3,
//=     "YAML.parse: while parsing a block mapping, did not find expected key (line 3, column 2)\n   b: 2\n   ^",
//=   ],
//=   laughs: [
//=     "SyntaxError",
//=     7,
//=     "YAML.parse: the aliases stand for more than 1000000 values together (line 7, column 10)\n  b5: &a6 [*a5,*a5,*a5,*a5,*a5,*a5,*a5,*a5,*a5]\n           ^",
//=   ],
//=   deep: [
//=     "SyntaxError",
//=     1,
//=     "YAML.parse: nested deeper than 256 levels (line 1, column 259)\n  …[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[…\n                                           ^",
//=   ],
//=   text: "\"no\": \"no\"\nwhen: \"12:30\"\nday: \"2024-01-02\"\nlist:\n  - 1\n  - a: []\n    b: {}\nlines: |\n  a\n  b\ndate: 1970-01-01T00:00:00.000Z\nmap:\n  k: 1\nset:\n  - 1\nnone: null\n",
//=   sorted: "a:\n    c:\n        - 1\n    d: 1\nb: 1\n",
//=   spaces: "a:\n    b: 1\n",
//=   itself: [
//=     "TypeError",
//=     undefined,
//=     "YAML.stringify: the value is nested deeper than 256 levels: does it contain itself?",
//=   ],
//=   option: [
//=     "TypeError",
//=     undefined,
//=     "YAML.stringify has no option colour; there are indent, indentSeq, noArrayIndent, singleQuote, quotingType, lineWidth, sortKeys, sortMapEntries",
//=   ],
//= }
