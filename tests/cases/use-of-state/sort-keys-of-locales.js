//! about = "Locales get the same keys in the same order; what is missing is marked, numbers stay."
//! [files]
//! "/i18n/en.json" = "{\n  \"b\": {\"y\": \"Y\", \"x\": \"X\"},\n  \"a\": \"A\",\n  \"10\": \"ten\",\n  \"9\": \"nine\"\n}\n"
//! "/i18n/de.json" = "{\"a\": \"Ä\", \"c\": \"alt\", \"b\": {\"x\": \"X\"}}"

async () => {
  const sorted = (v) => (v && typeof v === "object" && !Array.isArray(v) ? Object.fromEntries(Object.keys(v).sort().map((k) => [k, sorted(v[k])])) : v);
  const fill = (base, other = {}) => Object.fromEntries(Object.entries(base).map(([k, v]) => [k, typeof v === "object" ? fill(v, other[k]) : other[k] ?? `TODO ${v}`]));
  const en = await state.readJson("/i18n/en.json");
  const report = {};
  for (const path of await state.glob("/i18n/!(en).json")) {
    const own = await state.readJson(path);
    report[path] = Object.keys(own).filter((k) => !(k in en));
    await state.writeJson(path, sorted(fill(en, own)));
  }
  await state.writeJson("/i18n/en.json", sorted(en), { spaces: 4 });
  return [report, await state.readFile("/i18n/de.json"), await state.readFile("/i18n/en.json")];
}
//= result: [
//=   { "/i18n/de.json": ["c"] },
//=   "{\n  \"9\": \"TODO nine\",\n  \"10\": \"TODO ten\",\n  \"a\": \"Ä\",\n  \"b\": {\n    \"x\": \"X\",\n    \"y\": \"TODO Y\"\n  }\n}\n",
//=   "{\n    \"9\": \"nine\",\n    \"10\": \"ten\",\n    \"a\": \"A\",\n    \"b\": {\n        \"x\": \"X\",\n        \"y\": \"Y\"\n    }\n}\n",
//= ]
//= changed: /i18n/de.json (40 -> 102)
//= changed: /i18n/en.json (74 -> 104)
