//! about = "A variable that is empty does not empty the workspace."
//! [files]
//! "/keep/a.txt" = "a"
//! "/conf.json" = "{\"out\": \"\"}"

async () => {
  const fse = require("fs-extra");
  const { out, missing } = await state.readJson("/conf.json");
  const answers = {};
  const attempts = {
    exists: () => state.exists(out),
    stat: () => state.stat(out),
    removeTree: () => state.removeTree(out),
    rm: () => state.rm(out, { recursive: true, force: true }),
    emptyDir: () => fse.emptyDir(out),
    remove: () => fse.remove(out),
    rmSync: () => fs.rmSync(out, { recursive: true, force: true }),
    find: () => state.find(out),
    glob: () => state.glob(out),
    readdir: () => fs.promises.readdir(out),
    write: () => state.writeFile(out, "x"),
    undefinedPath: () => state.removeTree(missing),
  };
  for (const [name, attempt] of Object.entries(attempts)) {
    try { answers[name] = (await attempt()) ?? null; } catch (error) { answers[name] = `${error.code}: ${error.message}`; }
  }
  return { answers, kept: await state.exists("/keep/a.txt") };
}
//= result: {
//=   answers: {
//=     exists: false,
//=     stat: null,
//=     removeTree: "EINVAL: state.removeTree: \"path\" is empty; \"/\" is the root directory — expected state.removeTree(path)",
//=     rm: "EPERM: EPERM: operation not permitted, rm '/'",
//=     emptyDir: "ENOENT: ENOENT: no such file or directory, mkdir ''",
//=     remove: null,
//=     rmSync: null,
//=     find: "EINVAL: state.find: \"path\" is empty; \"/\" is the root directory — expected state.find(path, options?)",
//=     glob: [],
//=     readdir: "ENOENT: ENOENT: no such file or directory, scandir ''",
//=     write: "EINVAL: state.writeFile: \"path\" is empty; \"/\" is the root directory — expected state.writeFile(path, content)",
//=     undefinedPath: "EINVAL: state.removeTree: missing required parameter \"path\" — expected state.removeTree(path)",
//=   },
//=   kept: true,
//= }
//= console.warn: note: the pattern is empty and matches nothing: "*" is what is at the top, "**" everything
