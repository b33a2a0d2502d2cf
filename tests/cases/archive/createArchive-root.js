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
  const names = async (path) => (await state.listArchive(path)).map((entry) => entry.path);
  const out = {};
  for (const name of ["x.tar", "x.tar.gz", "x.zip"]) {
    await state.createArchive(`/${name}`, ["/p"], { root: "/p" });
    out[name] = await names(`/${name}`);
    await state.extractArchive(`/${name}`, `/out/${name}`);
    out[`${name} out`] = await state.listFiles(`/out/${name}`);
    out[`${name} link`] = await state.readlink(`/out/${name}/l`);
  }
  await state.createArchive("/y.tar", ["/p/s", "/p/a.txt"], { root: "/p/" });
  out.some = await names("/y.tar");
  out.outside = await tried(() => state.createArchive("/z.tar", ["/p", "/q"], { root: "/p" }));
  out.beside = await tried(() => state.createArchive("/z.tar", ["/pq"], { root: "/p" }));
  out.file = await tried(() => state.createArchive("/z.tar", ["/p/a.txt"], { root: "/p/a.txt/" }));
  out.cwd = (await state.createArchive("/y.tar", ["/p/a.txt"], { cwd: "/p" })).entries;
  out.none = await state.exists("/z.tar");
  return out;
}
//= result: {
//=   "x.tar": [
//=     ".",
//=     "a.txt",
//=     "app",
//=     "app/[id]",
//=     "app/[id]/page.tsx",
//=     "l",
//=     "s",
//=     "s/b.txt",
//=     "s/deep",
//=     "s/deep/c.js",
//=   ],
//=   "x.tar out": [
//=     "/out/x.tar/a.txt",
//=     "/out/x.tar/app/[id]/page.tsx",
//=     "/out/x.tar/s/b.txt",
//=     "/out/x.tar/s/deep/c.js",
//=   ],
//=   "x.tar link": "s/b.txt",
//=   "x.tar.gz": [
//=     ".",
//=     "a.txt",
//=     "app",
//=     "app/[id]",
//=     "app/[id]/page.tsx",
//=     "l",
//=     "s",
//=     "s/b.txt",
//=     "s/deep",
//=     "s/deep/c.js",
//=   ],
//=   "x.tar.gz out": [
//=     "/out/x.tar.gz/a.txt",
//=     "/out/x.tar.gz/app/[id]/page.tsx",
//=     "/out/x.tar.gz/s/b.txt",
//=     "/out/x.tar.gz/s/deep/c.js",
//=   ],
//=   "x.tar.gz link": "s/b.txt",
//=   "x.zip": [
//=     ".",
//=     "a.txt",
//=     "app",
//=     "app/[id]",
//=     "app/[id]/page.tsx",
//=     "l",
//=     "s",
//=     "s/b.txt",
//=     "s/deep",
//=     "s/deep/c.js",
//=   ],
//=   "x.zip out": [
//=     "/out/x.zip/a.txt",
//=     "/out/x.zip/app/[id]/page.tsx",
//=     "/out/x.zip/s/b.txt",
//=     "/out/x.zip/s/deep/c.js",
//=   ],
//=   "x.zip link": "s/b.txt",
//=   some: ["a.txt", "s", "s/b.txt", "s/deep", "s/deep/c.js"],
//=   outside: "EINVAL: EINVAL: the source is not below the root '/p', which the names of entries are relative to: give a root that all sources are below, or pack it into another archive, createArchive '/q'",
//=   beside: "EINVAL: EINVAL: the source is not below the root '/p', which the names of entries are relative to: give a root that all sources are below, or pack it into another archive, createArchive '/pq'",
//=   file: "ENOTDIR: ENOTDIR: not a directory, which the slash at its end asks for, createArchive '/p/a.txt'; write '/p/a.txt'",
//=   cwd: [{ path: "a.txt", type: "file", size: 11 }],
//=   none: false,
//= }
//= created: /out (- -> 0)
//= created: /out/x.tar (- -> 0)
//= created: /out/x.tar.gz (- -> 0)
//= created: /out/x.tar.gz/a.txt (- -> 11)
//= created: /out/x.tar.gz/app (- -> 0)
//= created: /out/x.tar.gz/app/[id] (- -> 0)
//= created: /out/x.tar.gz/app/[id]/page.tsx (- -> 4)
//= created: /out/x.tar.gz/l (- -> 7)
//= created: /out/x.tar.gz/s (- -> 0)
//= created: /out/x.tar.gz/s/b.txt (- -> 2)
//= created: /out/x.tar.gz/s/deep (- -> 0)
//= created: /out/x.tar.gz/s/deep/c.js (- -> 2)
//= created: /out/x.tar/a.txt (- -> 11)
//= created: /out/x.tar/app (- -> 0)
//= created: /out/x.tar/app/[id] (- -> 0)
//= created: /out/x.tar/app/[id]/page.tsx (- -> 4)
//= created: /out/x.tar/l (- -> 7)
//= created: /out/x.tar/s (- -> 0)
//= created: /out/x.tar/s/b.txt (- -> 2)
//= created: /out/x.tar/s/deep (- -> 0)
//= created: /out/x.tar/s/deep/c.js (- -> 2)
//= created: /out/x.zip (- -> 0)
//= created: /out/x.zip/a.txt (- -> 11)
//= created: /out/x.zip/app (- -> 0)
//= created: /out/x.zip/app/[id] (- -> 0)
//= created: /out/x.zip/app/[id]/page.tsx (- -> 4)
//= created: /out/x.zip/l (- -> 7)
//= created: /out/x.zip/s (- -> 0)
//= created: /out/x.zip/s/b.txt (- -> 2)
//= created: /out/x.zip/s/deep (- -> 0)
//= created: /out/x.zip/s/deep/c.js (- -> 2)
//= created: /x.tar (- -> 8192)
//= created: /x.tar.gz (- -> 261)
//= created: /x.zip (- -> 946)
//= created: /y.tar (- -> 2048)
