//! about = "Keys of translations that are missing or unused."
//! [files]
//! "/src/a.js" = "t('home.title'); t(\"home.sub\"); t(`dyn.${x}`);"
//! "/locales/en.json" = "{\"home\":{\"title\":\"Home\",\"old\":\"x\"}}"
//! "/locales/de.json" = "{\"home\":{\"sub\":\"Unter\"}}"

const keysOf = (o, p = "") => Object.entries(o).flatMap(([k, v]) => (typeof v === "object" ? keysOf(v, `${p}${k}.`) : [`${p}${k}`]));

async () => {
  const hits = await state.searchFiles("/src/**/*.js", "\\bt\\((['\"])([\\w.]+)\\1\\)", { regex: true });
  const used = new Set(hits.flatMap(({ matches }) => matches.map((m) => m.match.slice(3, -2))));
  const report = {};
  for (const file of await state.glob("/locales/*.json")) {
    const known = new Set(keysOf(await state.readJson(file)));
    report[file.match(/(\w+)\.json$/)[1]] = { missing: [...used.difference(known)].sort(), unused: [...known.difference(used)].sort() };
  }
  return report;
}
//= result: {
//=   de: { missing: ["home.title"], unused: [] },
//=   en: { missing: ["home.sub"], unused: ["home.old"] },
//= }
