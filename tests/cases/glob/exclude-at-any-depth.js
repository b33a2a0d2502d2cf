//! [files]
//! "/p/a.js" = "x"
//! "/p/node_modules/m/a.js" = "x"
//! "/p/pkg/node_modules/m/a.js" = "x"
//! "/p/gen/out.js" = "x"
//! "/q/gen/out.js" = "x"

// A pattern matches at any depth below the folder that is searched, and all that is below it.
async () => ({
  all_below: await state.glob("/p/**/*.js", { exclude: ["node_modules/**"] }),
  names: await state.glob("/p/**/*.js", { exclude: "node_modules" }),
  paths: await state.glob("/**/*.js", { exclude: ["pkg/node_modules", "gen/*.js"] }),
  rooted: await state.glob("/**/*.js", { exclude: ["/p/gen", "/p/node_modules/m/**"] }),
  folders: await state.glob("/p/**/*.js", { exclude: ["gen/", "a.js/"] }),
  found: (await state.find("/p", { type: "file", exclude: ["pkg/**", "/p/gen"] })).map((one) => one.path),
  searched: (await state.searchFiles("/p/**/*.js", "x", { exclude: ["node_modules/**", "/p/gen/**"] }))
    .map((one) => one.path),
  replaced: (await state.replaceInFiles("/p/**/*.js", "x", "y", { exclude: ["node_modules/**"] }))
    .files.map((file) => file.path),
  listed: await state.listFiles("/p", { exclude: ["node_modules"] }),
})
//= result: {
//=   all_below: ["/p/a.js", "/p/gen/out.js"],
//=   names: ["/p/a.js", "/p/gen/out.js"],
//=   paths: ["/p/a.js", "/p/node_modules/m/a.js"],
//=   rooted: ["/p/a.js", "/p/pkg/node_modules/m/a.js", "/q/gen/out.js"],
//=   folders: ["/p/a.js", "/p/node_modules/m/a.js", "/p/pkg/node_modules/m/a.js"],
//=   found: ["/p/a.js", "/p/node_modules/m/a.js"],
//=   searched: ["/p/a.js"],
//=   replaced: ["/p/a.js", "/p/gen/out.js"],
//=   listed: ["/p/a.js", "/p/gen/out.js"],
//= }
//= console.warn: note: exclude leaves nothing out: "a.js/"; a pattern with a leading slash is a path of the workspace, any other matches at any depth below the folder that is searched
//= changed: /p/a.js (1 -> 1)
//= changed: /p/gen/out.js (1 -> 1)
