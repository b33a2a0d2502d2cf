async () => {
  //+ fails
  const cycle = {};
  cycle.self = cycle;
  const values = {
    nan: NaN,
    infinity: [Infinity, -Infinity, -0],
    date: new Date(0),
    "invalid date": new Date(NaN),
    map: new Map([["a", 1]]),
    set: new Set([1]),
    undefined: undefined,
    "undefined inside": { a: undefined, b: [undefined], c: () => 1, d: Symbol("s") },
    bytes: Uint8Array.of(1, 2),
    error: new Error("e"),
    regex: /a/g,
    boxed: [new String("s"), new Number(1), new Boolean(false)],
    "to json": { toJSON: () => "mine" },
    getter: { get a() { return 1; } },
    sparse: [, 1, ,],
    bigint: 1n,
    "bigint inside": { a: [1n] },
    function: () => 1,
    symbol: Symbol("s"),
    cycle,
    surrogates: ["\ud800", "\udc00\ud800", "\ud83d\ude00"],
  };
  const out = {};
  for (const [name, value] of Object.entries(values)) {
    await state.writeFile("/j", "before");
    const failed = await fails(() => state.writeJson("/j", value, { spaces: 0 }));
    out[name] = [failed ?? "written", await state.readFile("/j")];
    let expected;
    try {
      expected = JSON.stringify(value);
    } catch {}
    if (!failed && out[name][1].trimEnd() !== expected) out[name].push(expected);
  }
  return out;
}

//= result: {
//=   nan: ["written", "null\n"],
//=   infinity: ["written", "[null,null,0]\n"],
//=   date: ["written", "\"1970-01-01T00:00:00.000Z\"\n"],
//=   "invalid date": ["written", "null\n"],
//=   map: [
//=     [
//=       "EINVAL",
//=       "state.writeJson: \"value\" must be a JSON value (JSON keeps no entries of a Map: write Object.fromEntries(map)), but is a Map — expected state.writeJson(path, value, options?)",
//=     ],
//=     "before",
//=   ],
//=   set: [
//=     [
//=       "EINVAL",
//=       "state.writeJson: \"value\" must be a JSON value (JSON keeps no items of a Set: write [...set]), but is a Set — expected state.writeJson(path, value, options?)",
//=     ],
//=     "before",
//=   ],
//=   undefined: [
//=     [
//=       "EINVAL",
//=       "state.writeJson: missing required parameter \"value\" — expected state.writeJson(path, value, options?)",
//=     ],
//=     "before",
//=   ],
//=   "undefined inside": ["written", "{\"b\":[null]}\n"],
//=   bytes: ["written", "{\"0\":1,\"1\":2}\n"],
//=   error: ["written", "{}\n"],
//=   regex: [
//=     [
//=       "EINVAL",
//=       "state.writeJson: \"value\" must be a JSON value (turn a regular expression into text first: re.source), but is the regular expression /a/g — expected state.writeJson(path, value, options?)",
//=     ],
//=     "before",
//=   ],
//=   boxed: ["written", "[\"s\",1,false]\n"],
//=   "to json": ["written", "\"mine\"\n"],
//=   getter: ["written", "{\"a\":1}\n"],
//=   sparse: ["written", "[null,1,null]\n"],
//=   bigint: [
//=     [
//=       "EINVAL",
//=       "state.writeJson: \"value\" must be a JSON value (turn a BigInt into a string or a number first), but is the BigInt 1n — expected state.writeJson(path, value, options?)",
//=     ],
//=     "before",
//=   ],
//=   "bigint inside": [
//=     [
//=       "EINVAL",
//=       "state.writeJson: \"value.a[0]\" must be a JSON value (turn a BigInt into a string or a number first), but is the BigInt 1n — expected state.writeJson(path, value, options?)",
//=     ],
//=     "before",
//=   ],
//=   function: [
//=     [
//=       "EINVAL",
//=       "state.writeJson: a function is not JSON — expected state.writeJson(path, value, options?)",
//=     ],
//=     "before",
//=   ],
//=   symbol: [
//=     [
//=       "EINVAL",
//=       "state.writeJson: a symbol is not JSON — expected state.writeJson(path, value, options?)",
//=     ],
//=     "before",
//=   ],
//=   cycle: [
//=     [
//=       "EINVAL",
//=       "state.writeJson: \"value.self\" must be a JSON value without cycles, but is an object that contains itself — expected state.writeJson(path, value, options?)",
//=     ],
//=     "before",
//=   ],
//=   surrogates: ["written", "[\"\\ud800\",\"\\udc00\\ud800\",\"😀\"]\n"],
//= }
//= created: /j (- -> 33)
