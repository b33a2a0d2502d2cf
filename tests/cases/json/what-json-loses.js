async () => {
  const fails = async (call) => {
    try {
      await call();
      return await state.readFile("/j.json");
    } catch (error) {
      return [error.name, error.code, error.message];
    }
  };
  const cycle = { list: [1] };
  cycle.list.push({ back: cycle });
  const values = {
    map: new Map([["a", 1]]),
    "map inside": { users: [{ roles: new Map() }] },
    "set inside": [[new Set([1])]],
    "subclass of a set": { s: new (class Tags extends Set {})() },
    "map that toJSON gives": { toJSON: () => ({ m: new Map() }) },
    bigint: { a: [Object(1n)] },
    regex: { re: /a/ },
    cycle,
    "proxy of a cycle": (() => { const list = []; list.push(new Proxy(list, {})); list[0] = list; return list; })(),
    promise: { later: Promise.resolve(1) },
    "getter that throws": { get a() { throw new RangeError("own"); } },
    "revoked proxy": (() => { const { proxy, revoke } = Proxy.revocable([], {}); revoke(); return { proxy }; })(),
  };
  const out = {};
  await state.writeFile("/j.json", "{}\n");
  for (const [name, value] of Object.entries(values)) {
    out[name] = [
      await fails(() => state.writeJson("/j.json", value)),
      await fails(() => state.updateJson("/j.json", [{ op: "set", path: "$.k", value }])),
      await fails(() => state.planEdits([{ kind: "writeJson", path: "/j.json", value }])),
    ];
  }
  for (const op of ["merge", "test", "append"]) {
    out[op] = await fails(() => state.updateJson("/j.json", [{ op, path: "$.a", value: { m: new Map() } }]));
  }
  out["operation as an object"] = await fails(() => state.updateJson("/j.json", { tags: new Set() }));
  out["one object"] = await fails(() => state.writeJson({ path: "/j.json", data: { m: new Map() } }));
  out.applyEdits = await fails(() => state.applyEdits([{ kind: "writeJson", path: "/j.json", value: [new Set()] }]));
  BigInt.prototype.toJSON = function (key) { return `${key}=${this}`; };
  Map.prototype.toJSON = function () { return Object.fromEntries(this); };
  out["own toJSON"] = await fails(() => state.writeJson("/j.json", { a: [1n, Object(2n)], m: new Map([["b", 3n]]) }, { spaces: 0 }));
  return out;
}
//= result: {
//=   map: [
//=     [
//=       "TypeError",
//=       "EINVAL",
//=       "state.writeJson: \"value\" must be a JSON value (JSON keeps no entries of a Map: write Object.fromEntries(map)), but is a Map — expected state.writeJson(path, value, options?)",
//=     ],
//=     [
//=       "TypeError",
//=       "EINVAL",
//=       "state.updateJson: \"operations[0].value\" must be a JSON value (JSON keeps no entries of a Map: write Object.fromEntries(map)), but is a Map — expected state.updateJson(path, operations)",
//=     ],
//=     [
//=       "TypeError",
//=       "EINVAL",
//=       "state.planEdits: \"instructions[0].value\" must be a JSON value (JSON keeps no entries of a Map: write Object.fromEntries(map)), but is a Map — expected state.planEdits(instructions); an edit is { path, content }, or { path, search, replacement } for each place in a file",
//=     ],
//=   ],
//=   "map inside": [
//=     [
//=       "TypeError",
//=       "EINVAL",
//=       "state.writeJson: \"value.users[0].roles\" must be a JSON value (JSON keeps no entries of a Map: write Object.fromEntries(map)), but is a Map — expected state.writeJson(path, value, options?)",
//=     ],
//=     [
//=       "TypeError",
//=       "EINVAL",
//=       "state.updateJson: \"operations[0].value.users[0].roles\" must be a JSON value (JSON keeps no entries of a Map: write Object.fromEntries(map)), but is a Map — expected state.updateJson(path, operations)",
//=     ],
//=     [
//=       "TypeError",
//=       "EINVAL",
//=       "state.planEdits: \"instructions[0].value.users[0].roles\" must be a JSON value (JSON keeps no entries of a Map: write Object.fromEntries(map)), but is a Map — expected state.planEdits(instructions); an edit is { path, content }, or { path, search, replacement } for each place in a file",
//=     ],
//=   ],
//=   "set inside": [
//=     [
//=       "TypeError",
//=       "EINVAL",
//=       "state.writeJson: \"value[0][0]\" must be a JSON value (JSON keeps no items of a Set: write [...set]), but is a Set — expected state.writeJson(path, value, options?)",
//=     ],
//=     [
//=       "TypeError",
//=       "EINVAL",
//=       "state.updateJson: \"operations[0].value[0][0]\" must be a JSON value (JSON keeps no items of a Set: write [...set]), but is a Set — expected state.updateJson(path, operations)",
//=     ],
//=     [
//=       "TypeError",
//=       "EINVAL",
//=       "state.planEdits: \"instructions[0].value[0][0]\" must be a JSON value (JSON keeps no items of a Set: write [...set]), but is a Set — expected state.planEdits(instructions); an edit is { path, content }, or { path, search, replacement } for each place in a file",
//=     ],
//=   ],
//=   "subclass of a set": [
//=     [
//=       "TypeError",
//=       "EINVAL",
//=       "state.writeJson: \"value.s\" must be a JSON value (JSON keeps no items of a Set: write [...set]), but is a Set — expected state.writeJson(path, value, options?)",
//=     ],
//=     [
//=       "TypeError",
//=       "EINVAL",
//=       "state.updateJson: \"operations[0].value.s\" must be a JSON value (JSON keeps no items of a Set: write [...set]), but is a Set — expected state.updateJson(path, operations)",
//=     ],
//=     [
//=       "TypeError",
//=       "EINVAL",
//=       "state.planEdits: \"instructions[0].value.s\" must be a JSON value (JSON keeps no items of a Set: write [...set]), but is a Set — expected state.planEdits(instructions); an edit is { path, content }, or { path, search, replacement } for each place in a file",
//=     ],
//=   ],
//=   "map that toJSON gives": [
//=     [
//=       "TypeError",
//=       "EINVAL",
//=       "state.writeJson: \"value.m\" must be a JSON value (JSON keeps no entries of a Map: write Object.fromEntries(map)), but is a Map — expected state.writeJson(path, value, options?)",
//=     ],
//=     [
//=       "TypeError",
//=       "EINVAL",
//=       "state.updateJson: \"operations[0].value.m\" must be a JSON value (JSON keeps no entries of a Map: write Object.fromEntries(map)), but is a Map — expected state.updateJson(path, operations)",
//=     ],
//=     [
//=       "TypeError",
//=       "EINVAL",
//=       "state.planEdits: \"instructions[0].value.m\" must be a JSON value (JSON keeps no entries of a Map: write Object.fromEntries(map)), but is a Map — expected state.planEdits(instructions); an edit is { path, content }, or { path, search, replacement } for each place in a file",
//=     ],
//=   ],
//=   bigint: [
//=     [
//=       "TypeError",
//=       "EINVAL",
//=       "state.writeJson: \"value.a[0]\" must be a JSON value (turn a BigInt into a string or a number first), but is the BigInt 1n — expected state.writeJson(path, value, options?)",
//=     ],
//=     [
//=       "TypeError",
//=       "EINVAL",
//=       "state.updateJson: \"operations[0].value.a[0]\" must be a JSON value (turn a BigInt into a string or a number first), but is the BigInt 1n — expected state.updateJson(path, operations)",
//=     ],
//=     [
//=       "TypeError",
//=       "EINVAL",
//=       "state.planEdits: \"instructions[0].value.a[0]\" must be a JSON value (turn a BigInt into a string or a number first), but is the BigInt 1n — expected state.planEdits(instructions); an edit is { path, content }, or { path, search, replacement } for each place in a file",
//=     ],
//=   ],
//=   regex: [
//=     [
//=       "TypeError",
//=       "EINVAL",
//=       "state.writeJson: \"value.re\" must be a JSON value (turn a regular expression into text first: re.source), but is the regular expression /a/ — expected state.writeJson(path, value, options?)",
//=     ],
//=     [
//=       "TypeError",
//=       "EINVAL",
//=       "state.updateJson: \"operations[0].value.re\" must be a JSON value (turn a regular expression into text first: re.source), but is the regular expression /a/ — expected state.updateJson(path, operations)",
//=     ],
//=     [
//=       "TypeError",
//=       "EINVAL",
//=       "state.planEdits: \"instructions[0].value.re\" must be a JSON value (turn a regular expression into text first: re.source), but is the regular expression /a/ — expected state.planEdits(instructions); an edit is { path, content }, or { path, search, replacement } for each place in a file",
//=     ],
//=   ],
//=   cycle: [
//=     [
//=       "TypeError",
//=       "EINVAL",
//=       "state.writeJson: \"value.list[1].back\" must be a JSON value without cycles, but is an object that contains itself — expected state.writeJson(path, value, options?)",
//=     ],
//=     [
//=       "TypeError",
//=       "EINVAL",
//=       "state.updateJson: \"operations[0].value.list[1].back\" must be a JSON value without cycles, but is an object that contains itself — expected state.updateJson(path, operations)",
//=     ],
//=     [
//=       "TypeError",
//=       "EINVAL",
//=       "state.planEdits: \"instructions[0].value.list[1].back\" must be a JSON value without cycles, but is an object that contains itself — expected state.planEdits(instructions); an edit is { path, content }, or { path, search, replacement } for each place in a file",
//=     ],
//=   ],
//=   "proxy of a cycle": [
//=     [
//=       "TypeError",
//=       "EINVAL",
//=       "state.writeJson: \"value[0]\" must be a JSON value without cycles, but is an object that contains itself — expected state.writeJson(path, value, options?)",
//=     ],
//=     [
//=       "TypeError",
//=       "EINVAL",
//=       "state.updateJson: \"operations[0].value[0]\" must be a JSON value without cycles, but is an object that contains itself — expected state.updateJson(path, operations)",
//=     ],
//=     [
//=       "TypeError",
//=       "EINVAL",
//=       "state.planEdits: \"instructions[0].value[0]\" must be a JSON value without cycles, but is an object that contains itself — expected state.planEdits(instructions); an edit is { path, content }, or { path, search, replacement } for each place in a file",
//=     ],
//=   ],
//=   promise: [
//=     [
//=       "TypeError",
//=       "EINVAL",
//=       "state.writeJson: an argument is a Promise; write `await` before what gives it",
//=     ],
//=     [
//=       "TypeError",
//=       "EINVAL",
//=       "state.updateJson: an argument is a Promise; write `await` before what gives it",
//=     ],
//=     [
//=       "TypeError",
//=       "EINVAL",
//=       "state.planEdits: an argument is a Promise; write `await` before what gives it",
//=     ],
//=   ],
//=   "getter that throws": [
//=     ["RangeError", undefined, "own"],
//=     ["RangeError", undefined, "own"],
//=     ["RangeError", undefined, "own"],
//=   ],
//=   "revoked proxy": [
//=     ["TypeError", undefined, "Proxy object has empty handler and target"],
//=     ["TypeError", undefined, "Proxy object has empty handler and target"],
//=     ["TypeError", undefined, "Proxy object has empty handler and target"],
//=   ],
//=   merge: [
//=     "TypeError",
//=     "EINVAL",
//=     "state.updateJson: \"operations[0].value.m\" must be a JSON value (JSON keeps no entries of a Map: write Object.fromEntries(map)), but is a Map — expected state.updateJson(path, operations)",
//=   ],
//=   test: [
//=     "TypeError",
//=     "EINVAL",
//=     "state.updateJson: \"operations[0].value.m\" must be a JSON value (JSON keeps no entries of a Map: write Object.fromEntries(map)), but is a Map — expected state.updateJson(path, operations)",
//=   ],
//=   append: [
//=     "TypeError",
//=     "EINVAL",
//=     "state.updateJson: \"operations[0].value.m\" must be a JSON value (JSON keeps no entries of a Map: write Object.fromEntries(map)), but is a Map — expected state.updateJson(path, operations)",
//=   ],
//=   "operation as an object": [
//=     "TypeError",
//=     "EINVAL",
//=     "state.updateJson: \"operations[0].value.tags\" must be a JSON value (JSON keeps no items of a Set: write [...set]), but is a Set — expected state.updateJson(path, operations)",
//=   ],
//=   "one object": [
//=     "TypeError",
//=     "EINVAL",
//=     "state.writeJson: \"value.m\" must be a JSON value (JSON keeps no entries of a Map: write Object.fromEntries(map)), but is a Map — expected state.writeJson(path, value, options?)",
//=   ],
//=   applyEdits: [
//=     "TypeError",
//=     "EINVAL",
//=     "state.applyEdits: \"edits[0].value[0]\" must be a JSON value (JSON keeps no items of a Set: write [...set]), but is a Set — expected state.applyEdits(edits, options?); an edit is { path, content }, or { path, search, replacement } for each place in a file",
//=   ],
//=   "own toJSON": "{\"a\":[\"0=1\",\"1=2\"],\"m\":{\"b\":\"b=3\"}}\n",
//= }
//= created: /j.json (- -> 36)
