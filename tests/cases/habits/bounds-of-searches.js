//! [files]
//! "/s/a.ts" = "x x\n"
//! "/s/b.ts" = "x\n"

async () => {
  const tried = async (call) => { try { return await call() ?? "done"; } catch (error) { return `${error.code ?? error.name} ${error.message}`; } };
  return {
    files: await tried(() => state.searchFiles("/s/**", "x", { maxResults: 1 })),
    each: await tried(() => state.searchFiles("/s/**", "x", { maxCount: 1 }).then((files) => files.map((file) => file.matches.length))),
    one: await tried(() => state.searchText("/s/a.ts", "x", { limit: 1 }).then((found) => found.length)),
    filtered: await tried(() => state.cp("/s", "/t", { recursive: true, filter: (path) => path.endsWith(".ts") })),
    excluded: await tried(() => state.cp("/s", "/t", { recursive: true, exclude: ["b.ts"] })),
  };
}
//= result: {
//=   files: "EINVAL state.searchFiles: \"options.maxResults\" is no option; write (await state.searchFiles(\"/s/**\", \"x\")).slice(0, 1) for the first files; maxMatches bounds the matches of each file — expected state.searchFiles(pattern, query, options?)",
//=   each: [1, 1],
//=   one: 1,
//=   filtered: "EINVAL state.cp: \"options.filter\" is no option; what is copied is chosen entry by entry: for (const entry of await state.find(\"/s\", { type: [\"file\", \"symlink\"] })) if (…) await state.cp(entry.path, path.join(\"/t\", path.relative(\"/s\", entry.path)), { recursive: true }) — expected state.cp(src, dest, options?)",
//=   excluded: "EINVAL state.cp: \"options.exclude\" is no option; what is copied is chosen entry by entry: for (const entry of await state.find(\"/s\", { type: [\"file\", \"symlink\"], exclude: [\"b.ts\"] })) await state.cp(entry.path, path.join(\"/t\", path.relative(\"/s\", entry.path)), { recursive: true }) — expected state.cp(src, dest, options?)",
//= }
