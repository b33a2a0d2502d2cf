//! [files]
//! "/kept.yaml" = "# about\nb: 1 # one\na: 'x'\n"

async () => {
  //+ fails
  const written = async (value, options) => {
    await state.writeYaml("/o.yaml", value, options);
    return state.readFile("/o.yaml");
  };
  const value = { name: "no", when: "2024-01-02", time: "12:30", list: [1, [2, 3], { x: null }], none: undefined, f() {}, empty: [{}, []], text: "one\ntwo\n", date: new Date(0), big: 12345678901234567890n, bytes: new Uint8Array([104, 105]), nan: NaN };
  const first = await written(value);
  const back = await state.readYaml("/o.yaml");
  await state.writeYaml("/kept.yaml", { a: "x", b: 1 });
  const kept = await state.readFile("/kept.yaml");
  await state.writeYaml("/kept.yaml", { a: "y", b: 1 });
  return {
    first,
    back,
    kept,
    changed: await state.readFile("/kept.yaml"),
    indent: await written({ a: { b: [1] } }, { indent: 4 }),
    number: await written({ a: { b: [1] } }, 4),
    sorted: await written({ b: 1, a: { d: 1, c: 2 } }, { sortKeys: true }),
    single: await written({ a: "yes", b: "it's" }, { singleQuote: true, lineWidth: -1, noRefs: true }),
    scalar: [await written("x"), await written(null), await written([])],
    bad: [await fails(() => written({}, { indent: 0 })), await fails(() => written({}, { sort_key: true })), await fails(() => written({ a: new Set([1]) })), await fails(() => written({ a: /x/ })), await fails(() => written({ a: new Error("x") }))],
    undefinedValue: await fails(() => written(undefined)),
  };
}
//= result: {
//=   first: "name: \"no\"\nwhen: \"2024-01-02\"\ntime: \"12:30\"\nlist:\n  - 1\n  - - 2\n    - 3\n  - x: null\nempty:\n  - {}\n  - []\ntext: |\n  one\n  two\ndate: 1970-01-01T00:00:00.000Z\nbig: 12345678901234567890\nbytes: !!binary aGk=\nnan: .nan\n",
//=   back: {
//=     name: "no",
//=     when: "2024-01-02",
//=     time: "12:30",
//=     list: [1, [2, 3], { x: null }],
//=     empty: [{}, []],
//=     text: "one\ntwo\n",
//=     date: "1970-01-01T00:00:00.000Z",
//=     big: 12345678901234567000,
//=     bytes: bytes(68 69),
//=     nan: NaN,
//=   },
//=   kept: "# about\nb: 1 # one\na: 'x'\n",
//=   changed: "a: \"y\"\nb: 1\n",
//=   indent: "a:\n    b:\n        - 1\n",
//=   number: "a:\n    b:\n        - 1\n",
//=   sorted: "a:\n  c: 2\n  d: 1\nb: 1\n",
//=   single: "a: 'yes'\nb: it's\n",
//=   scalar: ["x\n", "null\n", "[]\n"],
//=   bad: [
//=     [
//=       "EINVAL",
//=       "state.writeYaml: \"options.indent\" must be a whole number from 1 to 9, but is 0 — expected state.writeYaml(path, value, options?)",
//=     ],
//=     [
//=       "EINVAL",
//=       "state.writeYaml: \"options.sort_key\" is no option; did you mean \"sortKeys\"? the options are indent, sortKeys, singleQuote — expected state.writeYaml(path, value, options?)",
//=     ],
//=     [
//=       "EINVAL",
//=       "state.writeYaml: \"value.a\" must be a value that a file can hold (write [...set]), but is a Set — expected state.writeYaml(path, value, options?)",
//=     ],
//=     [
//=       "EINVAL",
//=       "state.writeYaml: \"value.a\" must be a value that a file can hold (write its text: re.source), but is the regular expression /x/ — expected state.writeYaml(path, value, options?)",
//=     ],
//=     [
//=       "EINVAL",
//=       "state.writeYaml: \"value.a\" must be a value that a file can hold (write error.message), but is an Error (Error) — expected state.writeYaml(path, value, options?)",
//=     ],
//=   ],
//=   undefinedValue: [
//=     "EINVAL",
//=     "state.writeYaml: missing required parameter \"value\" — expected state.writeYaml(path, value, options?)",
//=   ],
//= }
//= console.warn: note: the comments of '/kept.yaml' are gone: state.updateJson keeps them
//= created: /o.yaml (- -> 3)
//= changed: /kept.yaml (26 -> 12)
