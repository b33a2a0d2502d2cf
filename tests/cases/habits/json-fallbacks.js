//! about = "the value for a missing file is given back as it is"
//! [files]
//! "/there.json" = '{"a":1}'

async () => {
  class Store {}
  const cyclic = {};
  cyclic.self = cyclic;
  const values = {
    map: new Map([[1, 2]]), set: new Set(), object: { a: 1 }, nested: { default: { default: 1 } }, array: [],
    instance: new Store(), function: () => 1, class: Store, symbol: Symbol.iterator, big: 9007199254740993n,
    date: new Date(0), bytes: new Uint8Array([1]), regexp: /a/g, error: new Error("x"), cyclic,
    bare: Object.create(null), proxy: new Proxy([], {}), frozen: Object.freeze({}), text: "t", half: "\ud83d",
    number: -0, nan: NaN, boolean: false, nothing: null, undefined,
  };
  const asked = [];
  const spied = { get deep() { asked.push("deep"); return 1; }, toJSON() { asked.push("toJSON"); return 2; } };
  values.spied = spied;
  const wrong = [];
  for (const [name, value] of Object.entries(values)) {
    const ways = {
      option: () => state.readJson("/none.json", { default: value }),
      named: () => state.readJson({ path: "/none.json", fallback: value }),
      sync: () => state.readJsonSync("/none.json", { defaultValue: value, encoding: "utf8" }),
      second: () => state.readJson("/none.json", value),
      other: () => state.loadJson("/none.json", { default: value }),
    };
    // As the second argument this is a fallback that was not given, and these are options.
    if (value === undefined || name === "nested") delete ways.second;
    for (const [way, call] of Object.entries(ways)) {
      const got = await Promise.try(call).catch((error) => error.message);
      if (!Object.is(got, value)) wrong.push([name, way, got]);
    }
    const read = await state.readJson("/there.json", { default: value });
    if (read?.a !== 1) wrong.push([name, "there", read]);
  }
  const tried = (call) => Promise.try(call).catch((error) => `${error.code} ${error.message}`);
  const promised = Promise.resolve("later");
  return {
    wrong, asked,
    options: await state.readJson("/none.json", { default: { default: 1 } }),
    promise: await state.readJson("/none.json", promised),
    mixed: await state.readJson("/none.json", { default: 1, b: 2 }),
    left: await tried(() => state.readJson("/none.json", undefined)),
    encoded: await tried(() => state.readJson("/none.json", { encoding: "utf8" })),
    folder: await tried(() => state.readJson("/", { default: new Map() })),
    unknown: await tried(() => state.readJson({ path: "/none.json", default: new Map(), nope: 1 })),
  };
}
//= result: {
//=   wrong: [],
//=   asked: [],
//=   options: { default: 1 },
//=   promise: "later",
//=   mixed: { default: 1, b: 2 },
//=   left: "ENOENT ENOENT: no such file or directory, readJson '/none.json'",
//=   encoded: "ENOENT ENOENT: no such file or directory, readJson '/none.json'",
//=   folder: "EISDIR EISDIR: illegal operation on a directory, readJson '/'; it is a directory: state.readdir(path) lists it, state.searchFiles(\"/**\", query) searches it",
//=   unknown: "EINVAL state.readJson: unknown parameter \"nope\" — expected state.readJson(path), or one object with these names",
//= }
