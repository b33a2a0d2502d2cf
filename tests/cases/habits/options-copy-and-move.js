//! [files]
//! "/a" = "a"
//! "/b" = "b"

async () => {
  const tried = async (call) => { try { return await call() ?? "done"; } catch (error) { return `${error.code} ${error.message}`; } };
  return {
    overwrite: await tried(() => state.cp("/a", "/b", { overwrite: false })),
    force: await tried(() => state.mv("/a", "/b", { force: false })),
    errorOnExist: await tried(() => state.cp("/a", "/b", { errorOnExist: true })),
    differ: await tried(() => state.cp("/a", "/b", { force: true, errorOnExist: true })),
    free: await tried(() => state.cp("/a", "/c", { overwrite: false })),
    named: await tried(() => state.cp({ from: "/a", to: "/d" })),
    source: await tried(() => state.mv({ source: "/d", destination: "/e" })),
    twice: await tried(() => state.mv({ src: "/a", source: "/b", dest: "/x" })),
    flat: await tried(() => state.rm({ path: "/e", recursive: true, force: true })),
    unknown: await tried(() => state.cp("/a", "/b", { preserveTimestamps: true })),
    left: await state.readdir("/"),
  };
}
//= result: {
//=   overwrite: "EEXIST EEXIST: file already exists, cp '/b'",
//=   force: "EEXIST EEXIST: file already exists, mv '/b'",
//=   errorOnExist: "EEXIST EEXIST: file already exists, cp '/b'",
//=   differ: "EINVAL state.cp: \"options.overwrite\" is given twice, as \"force\" and as \"errorOnExist\", and they differ — expected state.cp(src, dest, options?)",
//=   free: "done",
//=   named: "done",
//=   source: "done",
//=   twice: "EINVAL state.mv: \"src\" is given twice, as \"src\" and as \"source\", and they differ — expected state.mv(src, dest, options?)",
//=   flat: "done",
//=   unknown: "EINVAL state.cp: \"options.preserveTimestamps\" is no option; the options are recursive — expected state.cp(src, dest, options?)",
//=   left: ["a", "b", "c"],
//= }
//= created: /c (- -> 1)
