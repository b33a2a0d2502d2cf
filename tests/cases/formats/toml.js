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
//= throws: TypeError
//= message: TOML.stringify: big: an integer of more than 64 bits: write it as a string
//= at: 11:16
