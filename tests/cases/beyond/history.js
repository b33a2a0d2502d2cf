//! [files]
//! "/a" = "a"

async () => {
  const tried = async (call) => { try { return await call(); } catch (error) { return `${error.code} ${error.message}`; } };
  const count = async (...args) => (await state.history(...args)).length;
  await state.writeFile("/c", "c");
  return {
    all: await count(),
    none: await count({ before: 1 }),
    one: await count(1),
    zero: await count({ limit: 0 }),
    path: [await count("/a"), await count({ path: "/c" }), await count({ path: "/" })],
    date: (await state.history())[0].at instanceof Date,
    wrong: await tried(() => state.history({ limit: -1 })),
    unknown: await tried(() => state.history({ author: "me" })),
    absent: await Promise.all(["redo", "rollback", "commit", "checkpoints", "patchFile"].map((name) => tried(() => state[name]?.() ?? typeof state[name]))),
  };
}
//= result: {
//=   all: 1,
//=   none: 0,
//=   one: 1,
//=   zero: 0,
//=   path: [1, 0, 1],
//=   date: true,
//=   wrong: "EINVAL state.history: \"options.limit\" must be a whole number from 0 on, but is -1 — expected state.history(options?)",
//=   unknown: "EINVAL state.history: \"options.author\" is no option; the options are path, before, limit — expected state.history(options?)",
//=   absent: ["undefined", "undefined", "undefined", "undefined", "undefined"],
//= }
//= created: /c (- -> 1)
