//! about = "TOML 1.1: dates with an offset are dates, others texts; integers beyond 2^53 are big ones where asked for"

async () => {
  const why = (run) => { try { return run(); } catch (error) { return [error.name, error.line, error.column, error.message]; } };
  return {
    value: TOML.parse('a = 1\nf = 1.5\ntext = "x"\nat = 2024-01-02T03:04:05Z\nday = 2024-01-02\n[t.u]\nl = [1, {x = 1}]\n[[list]]\nn = 1\n[[list]]\nn = 2\n'),
    large: why(() => TOML.parse("id = 9007199254740993")),
    bigint: TOML.parse("id = 9007199254740993\nsmall = 1", { bigint: true }),
    broken: why(() => TOML.parse("a = 1\nb = \n")),
    duplicate: why(() => TOML.parse("a = 1\na = 2\n")),
    text: TOML.stringify({ name: "x", when: new Date(0), nested: { deep: { a: [1, 2] } }, list: [{ n: 1 }, { n: 2 }], big: 1234567890123456789n, gone: undefined }),
    nothing: why(() => TOML.stringify({ a: { b: null } })),
    array: why(() => TOML.stringify([1])),
  };
}
//= result: {
//=   value: {
//=     a: 1,
//=     f: 1.5,
//=     text: "x",
//=     at: Date(2024-01-02T03:04:05.000Z),
//=     day: "2024-01-02",
//=     t: { u: { l: [1, { x: 1 }] } },
//=     list: [{ n: 1 }, { n: 2 }],
//=   },
//=   large: [
//=     "SyntaxError",
//=     1,
//=     6,
//=     "TOML.parse: an integer beyond 2^53, which a number cannot hold: bigint: true reads it as a BigInt (line 1, column 6)\n  id = 9007199254740993\n       ^",
//=   ],
//=   bigint: { id: 9007199254740993n, small: 1 },
//=   broken: [
//=     "SyntaxError",
//=     2,
//=     5,
//=     "TOML.parse: string values must be quoted: expected literal string (line 2, column 5)\n  b = \n      ^",
//=   ],
//=   duplicate: [
//=     "SyntaxError",
//=     2,
//=     1,
//=     "TOML.parse: the key \"a\" comes twice: rename or remove one (line 2, column 1)\n  a = 2\n  ^",
//=   ],
//=   text: "name = \"x\"\nwhen = 1970-01-01T00:00:00.000Z\nbig = 1234567890123456789\n\n[nested.deep]\na = [1, 2]\n\n[[list]]\nn = 1\n\n[[list]]\nn = 2\n",
//=   nothing: [
//=     "TypeError",
//=     undefined,
//=     undefined,
//=     "TOML.stringify: a.b: TOML has no null: leave the member out",
//=   ],
//=   array: [
//=     "TypeError",
//=     undefined,
//=     undefined,
//=     "TOML.stringify: a TOML text is an object, not an array",
//=   ],
//= }
