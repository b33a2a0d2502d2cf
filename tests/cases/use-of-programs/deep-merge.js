//! about = "Settings are merged deeply; arrays are replaced, null removes."
//! [files]
//! "/config/default.json" = "{\"a\":{\"b\":1,\"list\":[1,2]},\"keep\":true,\"gone\":5}"
//! "/config/prod.json" = "{\"a\":{\"list\":[3],\"c\":{\"d\":null}},\"gone\":null}"

const isObject = (v) => v !== null && typeof v === "object" && !Array.isArray(v);
function merge(target, source) {
  const out = structuredClone(target);
  for (const [key, value] of Object.entries(source)) {
    if (value === null) delete out[key];
    else out[key] = isObject(value) && isObject(out[key]) ? merge(out[key], value) : structuredClone(value);
  }
  return out;
}
const [base, prod] = await Promise.all(["default", "prod"].map((n) => state.readJson(`/config/${n}.json`)));
const merged = merge(base, prod);
await state.writeJson("/config/merged.json", merged, { spaces: 4 });
return [merged, (await state.readFile("/config/merged.json")).includes('\n    "a"')];
//= result: [{ a: { b: 1, list: [3], c: { d: null } }, keep: true }, true]
//= created: /config/merged.json (- -> 145)
