//! [files]
//! "/d/a.txt" = "a"
//! "/l" = { symlink = "/d/a.txt" }

async () => {
  const stat = await state.stat("/d/a.txt");
  const entries = await state.readdirWithFileTypes("/");
  const found = await state.find("/d", { type: "file" });
  return {
    file: [stat.isFile(), stat.isDirectory(), stat.isSymbolicLink(), stat.size, stat.mtimeMs === stat.mtime.getTime()],
    link: (await state.lstat("/l")).isSymbolicLink(),
    entries: entries.map((entry) => [entry.name, entry.isDirectory(), entry.isSymbolicLink()]),
    typed: (await state.readdir("/", { withFileTypes: true })).filter((entry) => entry.isDirectory()).map((entry) => entry.name),
    found: found.map((entry) => entry.isFile()),
    keys: Object.keys(stat),
    json: JSON.stringify(entries[0]),
    cloned: Object.keys(structuredClone(stat)),
    spread: Object.keys({ ...found[0] }),
    printed: String(stat),
    data: (() => { const names = []; for (const name in stat) names.push(name); return names; })(),
    own: (await state.readJson("/j.json", { type: "file" })).isFile === undefined,
    entry: entries[0],
  };
}
//= result: {
//=   file: [true, false, false, 1, true],
//=   link: true,
//=   entries: [["d", true, false], ["l", false, true]],
//=   typed: ["d"],
//=   found: [true],
//=   keys: ["type", "size", "mtime", "mode"],
//=   json: "{\"name\":\"d\",\"type\":\"directory\"}",
//=   cloned: ["type", "size", "mtime", "mode"],
//=   spread: ["path", "name", "type", "depth", "size", "mtime"],
//=   printed: "[object Object]",
//=   data: ["type", "size", "mtime", "mode"],
//=   own: true,
//=   entry: { name: "d", type: "directory" },
//= }
