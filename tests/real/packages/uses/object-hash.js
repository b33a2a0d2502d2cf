import hash from "object-hash/dist/object_hash.js";

export default () => {
  class Thing { constructor() { this.x = 1; } }
  const cyclic = { a: 1 };
  cyclic.self = cyclic;
  const values = [1, "text", "ünï😀", null, undefined, true, [1, [2]], { b: 1, a: 2 }, new Date(0), /x/g, new Map([[1, 2]]), new Set([1]), new Thing(), cyclic, Symbol("s"), new Uint8Array([1, 2]), -0, NaN, new Error("e"), 10n];
  const attempt = (f) => { try { return f(); } catch (error) { return [error.name, error.message]; } };
  return {
    values: values.map((value) => attempt(() => hash(value))),
    order: [hash({ a: 1, b: 2 }) === hash({ b: 2, a: 1 }), hash([1, 2]) === hash([2, 1]), hash([1, 2], { unorderedArrays: true }) === hash([2, 1], { unorderedArrays: true })],
    algorithms: ["md5", "sha1", "sha256", "passthrough"].map((algorithm) => attempt(() => hash({ a: [1] }, { algorithm }))),
    options: [hash({ a: 1, b: 2 }, { excludeKeys: (key) => key === "b" }) === hash({ a: 1 }), hash(new Thing(), { respectType: false }) === hash({ x: 1 }, { respectType: false }), hash({ a: 1 }, { excludeValues: true })],
    keys: [hash.keys({ a: 1 }), hash.sha1({ a: 1 }), hash.MD5("x")],
    functions: [hash(function f() { return 1; }) === hash(function f() { return 2; }), attempt(() => hash(Promise.resolve()))],
  };
};
