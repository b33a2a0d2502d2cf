async () => {
  let seed = 20260;
  const random = (count) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return (seed >>> 12) % count;
  };
  const one = (list) => list[random(list.length)];
  class Money {
    constructor(amount) { this.amount = amount; }
    toJSON(key) { return `${key}:${this.amount}`; }
  }
  class Point {
    #hidden = 1;
    constructor(x) { this.x = x; }
    get y() { return this.#hidden; }
  }
  const leaves = [
    () => one([null, true, false, "", "a", "é\u2028", "\ud800", "😀", '"\\\n\u0007']),
    () => one([0, -0, 1.5, -1e21, 1e-7, NaN, Infinity, 2 ** 53, 0.1 + 0.2, 5e-324]),
    () => one([undefined, () => 1, Symbol("s"), class A {}]),
    () => new Date(one([0, 1e12, -1, NaN, 8.64e15])),
    () => one([new Number(NaN), new Number(1.5), new String("s"), new Boolean(false), Object(Symbol("s"))]),
    () => Object.assign(new Number(1), { valueOf: () => 2, toString: () => "three" }),
    () => Object.assign(new String("a"), { toString: () => "b", more: 1 }),
    () => one([new Uint8Array([1, 255]), new Float32Array([1.5, NaN]), new Int16Array(0), new Float64Array([-0, 1e300])]),
    () => one([Buffer.from("hé"), Buffer.alloc(0), new Uint8Array([1, 2, 3]).subarray(1)]),
    () => one([new ArrayBuffer(2), new DataView(new ArrayBuffer(2)), new Error("e"), Object.assign(new TypeError("t"), { code: "E" })]),
    () => one([JSON.rawJSON("1"), JSON.rawJSON('"r"'), JSON.rawJSON("null"), JSON.rawJSON("true"), JSON.rawJSON("-1.5")]),
    () => new Money(random(100)),
    () => new Point(random(100)),
    () => new URL("https://a.example/b?c#d"),
    () => new WeakMap(),
    () => (function () { return arguments; })(1, "two"),
    () => Object.assign(() => 1, { toJSON: () => "function" }),
    () => ({ toJSON() { return this; }, a: 1 }),
    () => ({ toJSON: () => new Money(1) }),
    () => ({ toJSON: () => undefined }),
    () => ({ toJSON: "no function", a: 1 }),
    () => ({ toJSON: (key) => [typeof key, key] }),
    () => Object.create({ inherited: 1 }, { own: { value: 1, enumerable: true }, hidden: { value: 2 } }),
    () => Object.assign(Object.create(null), { a: 1, __proto__: 2 }),
    () => [1, , 3],
    () => Object.assign([1], { extra: 2 }),
    () => new Proxy(() => 1, {}),
  ];
  const keys = ["a", "b", "10", "2", "", "é", "__proto__", "toString", "\ud800", "a.b"];
  const value = (depth) => {
    const kind = depth > 3 ? 9 : random(10);
    if (kind > 4) return one(leaves)();
    const count = random(4);
    if (kind < 2) return Array.from({ length: count }, () => value(depth + 1));
    if (kind === 2) return new Proxy(Array.from({ length: count }, () => value(depth + 1)), {});
    const object = {};
    for (let at = 0; at < count; at++) {
      const [key, member] = [one(keys), value(depth + 1)];
      if (random(4) === 0) Object.defineProperty(object, key, { get: () => member, enumerable: true, configurable: true });
      else Object.defineProperty(object, key, { value: member, enumerable: true, configurable: true });
    }
    if (kind === 3) return object;
    const trap = { get: (target, key, receiver) => Reflect.get(target, key, receiver), ownKeys: (target) => Reflect.ownKeys(target) };
    return new Proxy(object, trap);
  };
  const different = [];
  const counts = { written: 0, refused: 0 };
  let hash = 7;
  const call = async (name, task) => {
    try {
      await task();
      return state.readFile("/j");
    } catch (error) {
      return `${error.name} ${error.code} ${name}`;
    }
  };
  for (let at = 0; at < 1200; at++) {
    const made = value(0);
    const expected = JSON.stringify(made);
    for (const unit of `${expected}`) hash = (hash * 31 + unit.codePointAt(0)) % 1000003;
    await state.writeFile("/j", "");
    const written = await call("writeJson", () => state.writeJson("/j", made, { spaces: 0 }));
    counts[expected === undefined ? "refused" : "written"] += 1;
    const right = expected === undefined ? "TypeError EINVAL writeJson" : `${expected}\n`;
    if (written !== right) different.push(["writeJson", expected, written]);
    if (expected === undefined) continue;
    await state.writeFile("/j", "{}");
    const set = await call("updateJson", () => state.updateJson("/j", [{ op: "set", path: "$.k", value: { k: made } }]));
    const inside = JSON.stringify({ k: { k: made } });
    if (JSON.stringify(JSON.parse(set)) !== JSON.stringify(JSON.parse(inside))) different.push(["updateJson", inside, set]);
    const planned = await call("planEdits", async () => {
      const plan = await state.planEdits([{ kind: "writeJson", path: "/j", value: { k: made }, options: { spaces: 0 } }]);
      await state.applyEditPlan(plan);
    });
    if (planned !== `${JSON.stringify({ k: made })}\n`) different.push(["planEdits", JSON.stringify({ k: made }), planned]);
  }
  return { counts, hash, different: different.length, first: different.slice(0, 5) };
}
//= result: { counts: { written: 1130, refused: 70 }, hash: 203088, different: 0, first: [] }
//= created: /j (- -> 10)
