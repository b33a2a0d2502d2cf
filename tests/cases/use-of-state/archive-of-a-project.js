//! about = "A project is packed without its modules, listed, unpacked beside, and compared."
//! [files]
//! "/proj/package.json" = "{}"
//! "/proj/src/index.js" = "1"
//! "/proj/bin/tool" = "#!"
//! "/proj/node_modules/x/y.js" = "2"
//! "/proj/latest" = { symlink = "src/index.js" }

async () => {
  fs.chmodSync("/proj/bin/tool", 0o755);
  const sources = await state.glob("/proj/**", { nodir: true, exclude: ["node_modules"] });
  const { entries } = await state.createArchive("/out/proj.tar.gz", sources, { root: "/proj" });
  await state.extractArchive("/out/proj.tar.gz", "/copy");
  const tool = await state.stat("/copy/bin/tool");
  return {
    entries: entries.map((e) => [e.path, e.type]),
    listed: (await state.listArchive("/out/proj.tar.gz")).map((e) => e.path),
    copy: (await state.find("/copy")).map((e) => [e.path, e.type]),
    mode: (tool.mode & 0o777).toString(8),
    same: (await state.hashFile("/copy/src/index.js")) === (await state.hashFile("/proj/src/index.js")),
    link: await state.readlink("/copy/latest"),
    one: await state.readFile("/out/proj.tar.gz", { entry: "package.json" }),
  };
}
//= result: {
//=   entries: [
//=     ["bin/tool", "file"],
//=     ["latest", "symlink"],
//=     ["package.json", "file"],
//=     ["src/index.js", "file"],
//=   ],
//=   listed: ["bin/tool", "latest", "package.json", "src/index.js"],
//=   copy: [
//=     ["/copy", "directory"],
//=     ["/copy/bin", "directory"],
//=     ["/copy/bin/tool", "file"],
//=     ["/copy/latest", "symlink"],
//=     ["/copy/package.json", "file"],
//=     ["/copy/src", "directory"],
//=     ["/copy/src/index.js", "file"],
//=   ],
//=   mode: "755",
//=   same: true,
//=   link: "src/index.js",
//=   one: "{}",
//= }
//= created: /copy (- -> 0)
//= created: /copy/bin (- -> 0)
//= created: /copy/bin/tool (- -> 2)
//= created: /copy/latest (- -> 12)
//= created: /copy/package.json (- -> 2)
//= created: /copy/src (- -> 0)
//= created: /copy/src/index.js (- -> 1)
//= created: /out (- -> 0)
//= created: /out/proj.tar.gz (- -> 175)
//= changed: /proj/bin/tool (2 -> 2)
