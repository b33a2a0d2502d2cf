async () => {
  const text = '{"__proto__":{"polluted":true},"constructor":1,"toString":2,"10":"ten","9":"nine","":"empty","a.b":"dot","hasOwnProperty":3}';
  await state.writeFile("/j", text);
  const read = await state.readJson("/j");
  await state.writeJson("/copy", read, { spaces: 0 });
  const query = (path) => state.queryJson("/j", path);
  const updated = await state.updateJson("/j", [
    { op: "set", path: ".__proto__.x", value: 1 },
    { op: "set", path: ".constructor", value: { prototype: 1 } },
    { op: "merge", path: "", value: { __proto__: null, ["__proto__"]: { merged: 1 }, valueOf: 4 } },
  ]);
  return {
    keys: Object.keys(read),
    own: Object.hasOwn(read, "__proto__"),
    clean: [{}.polluted, {}.x, {}.merged, Object.getPrototypeOf(read) === Object.prototype],
    copy: await state.readFile("/copy"),
    found: [await query(".__proto__.polluted"), await query(".constructor"), await query(".toString"), await query(".valueOf"), await query('["a.b"]'), await query('[""]')],
    inherited: [await query(".hasOwnProperty"), await query(".isPrototypeOf")],
    content: updated.content,
  };
}

//= result: {
//=   keys: ["9", "10", "__proto__", "constructor", "toString", "", "a.b", "hasOwnProperty"],
//=   own: true,
//=   clean: [undefined, undefined, undefined, true],
//=   copy: "{\"9\":\"nine\",\"10\":\"ten\",\"__proto__\":{\"polluted\":true},\"constructor\":1,\"toString\":2,\"\":\"empty\",\"a.b\":\"dot\",\"hasOwnProperty\":3}\n",
//=   found: [true, { prototype: 1 }, 2, 4, "dot", "empty"],
//=   inherited: [3, undefined],
//=   content: "{\"__proto__\":{\"polluted\":true,\"x\":1,\"merged\":1},\"constructor\":{\"prototype\":1},\"toString\":2,\"10\":\"ten\",\"9\":\"nine\",\"\":\"empty\",\"a.b\":\"dot\",\"hasOwnProperty\":3,\"valueOf\":4}",
//= }
//= created: /copy (- -> 125)
//= created: /j (- -> 167)
