//! [files]
//! "/p/a.js" = "x"
//! "/p/gen/out.js" = "x"

// What leaves nothing out says so, once.
async () => [
  await state.glob("/p/**", { exclude: ["p/gen", "gen"] }),
  await state.glob("/p/*.js", { exclude: "dist/**" }),
  await state.searchFiles("/p/**", "x", { exclude: ["/gen"] }).then((all) => all.length),
  await state.glob("/p/**", { exclude: ["*.js", "a.js", "b.js"] }),
]
//= result: [["/p/a.js"], ["/p/a.js"], 2, ["/p/gen"]]
//= console.warn: note: exclude leaves nothing out: "p/gen"; a pattern with a leading slash is a path of the workspace, any other matches at any depth below the folder that is searched
//= console.warn: note: exclude leaves nothing out: "dist/**"; a pattern with a leading slash is a path of the workspace, any other matches at any depth below the folder that is searched
//= console.warn: note: exclude leaves nothing out: "/gen"; a pattern with a leading slash is a path of the workspace, any other matches at any depth below the folder that is searched
//= console.warn: note: exclude leaves nothing out: "b.js"; a pattern with a leading slash is a path of the workspace, any other matches at any depth below the folder that is searched
