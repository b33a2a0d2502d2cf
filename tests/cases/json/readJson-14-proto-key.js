//! [files]
//! "/a.json" = "{\"__proto__\":{\"x\":1}}"

async () => {
  const v = await state.readJson("/a.json");
  return [Object.keys(v), v.x === undefined];
}

//= result: [["__proto__"], true]
