//! about = "Some entries of an archive, by names and by patterns; one that leads out is refused."
//! [files]
//! "/src/a.js" = "a"
//! "/src/lib/b.js" = "b"
//! "/src/lib/b.css" = "c"
//! "/src/docs/[draft].md" = "d"
//! "/src/leak" = { symlink = "../../etc/passwd" }

async () => {
  const made = [];
  for (const name of ["/out/all.zip", "/out/all.tar", "/out/all.tgz"]) {
    const { entries, bytesWritten } = await state.createArchive(name, ["/src/a.js", "/src/lib", "/src/docs"], { root: "/src" });
    made.push([name, entries.length, bytesWritten > 0, (await state.detectFile(name)).mime]);
  }
  await state.extractArchive("/out/all.zip", "/x/js", { include: ["*.js"] });
  await state.extractArchive("/out/all.tar", "/x/lib", { include: ["lib"] });
  await state.extractArchive("/out/all.tgz", "/x/draft", { include: ["docs/[draft].md"] });
  await state.createArchive("/out/leak.tar", ["/src/leak"]);
  const leak = await state.extractArchive("/out/leak.tar", "/x/leak").catch((e) => `${e.code}: ${e.message}`);
  const outside = await state.createArchive("/out/no.zip", ["/src/a.js", "/out"], { root: "/src" }).catch((e) => `${e.code}: ${e.message}`);
  const unknown = await state.createArchive("/out/no.7z", ["/src/a.js"]).catch((e) => `${e.code}: ${e.message}`);
  const missing = await state.readFile("/out/all.zip", { entry: "lib/none.js" }).catch((e) => `${e.code}: ${e.message}`);
  return { made, found: await state.glob("/x/**", { nodir: true }), leak, outside, unknown, missing, b: await state.readFile("/out/all.tgz", { entry: "lib/b.js" }) };
}
//= result: {
//=   made: [
//=     ["/out/all.zip", 6, true, "application/zip"],
//=     ["/out/all.tar", 6, true, "application/x-tar"],
//=     ["/out/all.tgz", 6, true, "application/gzip"],
//=   ],
//=   found: [
//=     "/x/draft/docs/[draft].md",
//=     "/x/js/a.js",
//=     "/x/js/lib/b.js",
//=     "/x/lib/lib/b.css",
//=     "/x/lib/lib/b.js",
//=   ],
//=   leak: "EINVAL: EINVAL: archive entry 'src/leak': its link leads outside, extractArchive '/out/leak.tar'",
//=   outside: "EINVAL: EINVAL: the source is not below the root '/src', which the names of entries are relative to: give a root that all sources are below, or pack it into another archive, createArchive '/out'",
//=   unknown: "ENOTSUP: ENOTSUP: that format cannot be written: name the archive .tar, .tar.gz, .tgz or .zip, createArchive '/out/no.7z'",
//=   missing: "ENOENT: ENOENT: the archive has no entry 'lib/none.js': it has 'a.js', 'lib', 'lib/b.css', 'lib/b.js', 'docs' and more; state.listArchive(path) lists them, readFile '/out/all.zip'",
//=   b: "b",
//= }
//= created: /out (- -> 0)
//= created: /out/all.tar (- -> 6144)
//= created: /out/all.tgz (- -> 194)
//= created: /out/all.zip (- -> 580)
//= created: /out/leak.tar (- -> 1536)
//= created: /x (- -> 0)
//= created: /x/draft (- -> 0)
//= created: /x/draft/docs (- -> 0)
//= created: /x/draft/docs/[draft].md (- -> 1)
//= created: /x/js (- -> 0)
//= created: /x/js/a.js (- -> 1)
//= created: /x/js/lib (- -> 0)
//= created: /x/js/lib/b.js (- -> 1)
//= created: /x/lib (- -> 0)
//= created: /x/lib/lib (- -> 0)
//= created: /x/lib/lib/b.css (- -> 1)
//= created: /x/lib/lib/b.js (- -> 1)
