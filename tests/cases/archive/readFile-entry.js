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
  const out = {};
  for (const name of ["x.tar", "x.tgz", "x.zip"]) {
    await state.createArchive(`/${name}`, ["/p"]);
    out[name] = [
      await state.readFile(`/${name}`, { entry: "p/a.txt" }),
      await state.readFile(`/${name}`, { entry: "/p/./a.txt", startLine: 2, endLine: 2 }),
      await state.readFile(`/${name}`, { entry: "p/a.txt", byteOffset: 2, byteLength: 3 }),
      [...(await state.readFileBytes(`/${name}`, { entry: "p/s/b.txt" }))],
      await state.readFile(`/${name}`, { member: "p/l" }),
      await state.readFile(`/${name}`, { entry: "p/s/b.txt", encoding: "hex" }),
    ];
  }
  out.missing = await tried(() => state.readFile("/x.tar", { entry: "p/nope" }));
  out.folder = await tried(() => state.readFile("/x.tar", { entry: "p/s" }));
  out.noArchive = await tried(() => state.readFile("/p/a.txt", { entry: "a" }));
  await state.symlink("gone", "/p/dangling");
  await state.symlink("loop", "/p/loop");
  await state.createArchive("/y.tar", ["/p"]);
  out.dangling = await tried(() => state.readFile("/y.tar", { entry: "p/dangling" }));
  out.loop = await tried(() => state.readFile("/y.tar", { entry: "p/loop" }));
  return out;
}
//= result: {
//=   "x.tar": ["alpha\nbeta\n", "beta", "pha", [98, 98], "bb", "6262"],
//=   "x.tgz": ["alpha\nbeta\n", "beta", "pha", [98, 98], "bb", "6262"],
//=   "x.zip": ["alpha\nbeta\n", "beta", "pha", [98, 98], "bb", "6262"],
//=   missing: "ENOENT: ENOENT: the archive has no entry 'p/nope': it has 'p', 'p/a.txt', 'p/app', 'p/app/[id]', 'p/app/[id]/page.tsx' and more; state.listArchive(path) lists them, readFile '/x.tar'",
//=   folder: "EISDIR: EISDIR: the entry 'p/s' is a directory, readFile '/x.tar'",
//=   noArchive: "EBADMSG: EBADMSG: not a tar archive, readFile '/p/a.txt'",
//=   dangling: "ENOENT: ENOENT: the archive has no entry 'p/dangling': it has 'p', 'p/a.txt', 'p/app', 'p/app/[id]', 'p/app/[id]/page.tsx' and more; state.listArchive(path) lists them, readFile '/y.tar'",
//=   loop: "ELOOP: ELOOP: the entry 'p/loop' leads through too many links, readFile '/y.tar'",
//= }
//= created: /p/dangling (- -> 4)
//= created: /p/loop (- -> 4)
//= created: /x.tar (- -> 8192)
//= created: /x.tgz (- -> 275)
//= created: /x.zip (- -> 982)
//= created: /y.tar (- -> 9216)
