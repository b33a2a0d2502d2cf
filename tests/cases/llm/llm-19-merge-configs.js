//! [files]
//! "/config/default.json" = "{\"a\":1,\"db\":{\"host\":\"localhost\",\"port\":5432},\"tags\":[\"x\"]}"
//! "/config/production.json" = "{\"db\":{\"host\":\"db.prod\"},\"tags\":[\"y\",\"z\"],\"extra\":null}"

async () => {
  const merge = (a, b) => {
    if (Array.isArray(a) || Array.isArray(b) || typeof a !== "object" || typeof b !== "object" || !a || !b) return b;
    const out = { ...a };
    for (const k of Object.keys(b)) out[k] = k in a ? merge(a[k], b[k]) : b[k];
    return out;
  };
  const [d, p] = await Promise.all([state.readJson("/config/default.json"), state.readJson("/config/production.json")]);
  const merged = merge(d, p);
  await state.writeJson("/config/merged.json", merged, { spaces: 4 });
  return { merged, host: await state.queryJson("/config/merged.json", "db.host"), tag: await state.queryJson("/config/merged.json", "tags[1]") };
}

//= result: {
//=   merged: { a: 1, db: { host: "db.prod", port: 5432 }, tags: ["y", "z"], extra: null },
//=   host: "db.prod",
//=   tag: "z",
//= }
//= created: /config/merged.json (- -> 147)
