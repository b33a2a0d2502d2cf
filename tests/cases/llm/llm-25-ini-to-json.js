//! [files]
//! "/s.ini" = "; c\n[core]\r\nname = x\r\n\r\n[remote \"o\"]\nurl=git@x:y.git\n"

async () => {
  const out = {};
  let section = "";
  for (const raw of (await state.readFile("/s.ini")).split(/\r?\n/)) {
    const line = raw.trim();
    if (!line || line.startsWith(";")) continue;
    const s = line.match(/^\[(.+)\]$/);
    if (s) { section = s[1]; out[section] = {}; continue; }
    const [k, ...v] = line.split("=");
    out[section][k.trim()] = v.join("=").trim();
  }
  await state.writeJson("/s.json", out, { spaces: 0 });
  return state.readFile("/s.json");
}

//= result: "{\"core\":{\"name\":\"x\"},\"remote \\\"o\\\"\":{\"url\":\"git@x:y.git\"}}\n"
//= created: /s.json (- -> 59)
