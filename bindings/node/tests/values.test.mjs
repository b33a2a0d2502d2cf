// Values between Node and programs.
import assert from "node:assert/strict";
import { test } from "node:test";

import { sandbox, UsageError, Workspace } from "./shared.mjs";

const workspace = await Workspace.memory();
const same = async (value) =>
  (await sandbox.run(workspace, "(value) => value", { input: value })).result();

const VALUES = [
  undefined,
  null,
  true,
  false,
  0,
  -0,
  NaN,
  Infinity,
  1.5,
  2 ** 53,
  -(2n ** 200n),
  "",
  "é\n\0\u{1f600}",
  "half \ud800 surrogate",
  new Uint8Array([0, 255]),
  new Uint8Array(0),
  [],
  [1, [2, [null, undefined]]],
  {},
  { a: { b: [1.5, "x"] }, "": 1 },
  JSON.parse('{"__proto__": 2}'),
  new Date(1234567890123),
  new Map([["a", { b: 1 }], [{ c: 1 }, 2]]),
  new Set([1, "a", null]),
];

test("a value comes back as it went", async () => {
  for (const value of VALUES) assert.deepStrictEqual(await same(value), value);
  assert(Number.isNaN((await same(new Date(NaN))).getTime()));
});

test("other types become what programs have", async () => {
  assert.deepStrictEqual(await same(Buffer.from("ab")), new Uint8Array([97, 98]));
  assert.deepStrictEqual(await same(new Uint16Array([1]).buffer), new Uint8Array([1, 0]));
  assert.deepStrictEqual(await same(new DataView(new ArrayBuffer(1))), new Uint8Array([0]));
  assert.equal(await same(new URL("https://a.b/")), "https://a.b/");
  class Point {
    x = 1;
    #y = 2;
  }
  assert.deepStrictEqual(await same(new Point()), { x: 1 });
});

test("what is no value is named with its place", async () => {
  for (const [value, words] of [
    [() => 1, "input is a function"],
    [{ a: [Symbol("s")] }, 'input["a"][0] is a symbol'],
    [/a/, "input is a regular expression"],
    [[Promise.resolve()], "input[0] is a promise"],
  ]) {
    await assert.rejects(same(value), (error) => {
      assert(error instanceof UsageError);
      assert(error.message.includes(words), error.message);
      return true;
    });
  }
  const circular = [];
  circular.push(circular);
  await assert.rejects(same(circular), /contains itself/);
});

test("generated values come back", async () => {
  let seed = 7;
  const random = (below) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return (seed >>> 8) % below;
  };
  const value = (depth) => {
    switch (random(depth > 4 ? 6 : 9)) {
      case 0:
        return null;
      case 1:
        return random(2) === 0;
      case 2:
        return (random(1 << 24) - (1 << 23)) / 8;
      case 3:
        return String.fromCharCode(...Array.from({ length: random(8) }, () => random(65536)));
      case 4:
        return BigInt(random(1 << 24)) ** BigInt(random(9));
      case 5:
        return new Uint8Array(Array.from({ length: random(9) }, () => random(256)));
      case 6:
        return Array.from({ length: random(5) }, () => value(depth + 1));
      case 7:
        return new Map(Array.from({ length: random(4) }, (_, at) => [at, value(depth + 1)]));
      default:
        return Object.fromEntries(
          Array.from({ length: random(5) }, (_, at) => [`k${at}é`, value(depth + 1)]),
        );
    }
  };
  const values = Array.from({ length: 300 }, () => value(0));
  assert.deepStrictEqual(await same(values), values);
});
