//! [files]
//! "/p/a.txt" = "alpha\nbeta\n"
//! "/p/app/[id]/page.tsx" = "page"
//! "/p/l" = { symlink = "s/b.txt" }
//! "/p/s/b.txt" = "bb"
//! "/p/s/deep/c.js" = "cc"
//! "/q/other.txt" = "q"

async () => {
  const tried = async (call) => {
    try {
      return await call();
    } catch (error) {
      return `${error.code}: ${error.message}`;
    }
  };
  await state.createArchive("/x.zip", ["/p"], { root: "/p" });
  const out = {};
  for (const include of ["s", ["a.txt", "*.js"], "s/**/*.js", "app/[id]", "a.txt", "none", ["l"], "/s/b.txt"]) {
    await state.removeTree("/out");
    const { entries } = await state.extractArchive("/x.zip", "/out", { include });
    out[include] = [entries.map((entry) => entry.path), await state.exists("/out")];
  }
  out.empty = await tried(() => state.extractArchive("/x.zip", "/out", { include: "" }));
  out.bad = await tried(() => state.extractArchive("/x.zip", "/out", { include: "[" }));
  return out;
}
//= result: {
//=   s: [["s", "s/b.txt", "s/deep", "s/deep/c.js"], true],
//=   "a.txt,*.js": [["a.txt", "s/deep/c.js"], true],
//=   "s/**/*.js": [["s/deep/c.js"], true],
//=   "app/[id]": [["app/[id]", "app/[id]/page.tsx"], true],
//=   "a.txt": [["a.txt"], true],
//=   none: [[], false],
//=   l: [["l"], true],
//=   "/s/b.txt": [["s/b.txt"], true],
//=   empty: "EINVAL: state.extractArchive: \"options.include\" has an empty pattern; leave it out to unpack everything — expected state.extractArchive(path, destination, options?)",
//=   bad: { destination: "/out", entries: [] },
//= }
//= console.warn: note: nothing was unpacked: no entry of '/x.zip' matches none; state.listArchive(path) lists them
//= console.warn: note: nothing was unpacked: no entry of '/x.zip' matches [; state.listArchive(path) lists them
//= created: /out (- -> 0)
//= created: /out/s (- -> 0)
//= created: /out/s/b.txt (- -> 2)
//= created: /x.zip (- -> 946)
