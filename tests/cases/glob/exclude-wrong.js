async () => {
  //+ fails
  return [
    await fails(() => state.glob("/*", { exclude: [""] })),
    await fails(() => state.glob("/*", { exclude: 1 })),
    await fails(() => state.glob("/*", { exclude: ["a", null] })),
    await fails(() => state.glob("/*", { gitignore: "yes" })),
    await fails(() => state.find("/", { exclude: ["{".repeat(40)] })),
    await fails(() => state.find("/", { exclude: Array(256).fill("x") })),
    await fails(() => state.find("/", { exclude: Array(257).fill("x") })),
  ];
}

//= result: [
//=   [
//=     "EINVAL",
//=     "EINVAL: the pattern \"\" to exclude names nothing; leave it out, or name what to leave out, as in \"node_modules\", glob",
//=   ],
//=   [
//=     "EINVAL",
//=     "state.glob: \"options.exclude\" must be a string or an array (string[]), but is the number 1 — expected state.glob(pattern, options?)",
//=   ],
//=   [
//=     "EINVAL",
//=     "state.glob: \"options.exclude\" must be a string or an array (string[]), but is an array of 2 — expected state.glob(pattern, options?)",
//=   ],
//=   [
//=     "EINVAL",
//=     "state.glob: \"options.gitignore\" must be true or false, but is the string \"yes\" — expected state.glob(pattern, options?)",
//=   ],
//=   [
//=     {
//=       path: "/",
//=       name: "/",
//=       type: "directory",
//=       depth: 0,
//=       size: 0,
//=       mtime: Date(1970-01-01T00:00:00.000Z),
//=     },
//=   ],
//=   [
//=     {
//=       path: "/",
//=       name: "/",
//=       type: "directory",
//=       depth: 0,
//=       size: 0,
//=       mtime: Date(1970-01-01T00:00:00.000Z),
//=     },
//=   ],
//=   [
//=     "EINVAL",
//=     "EINVAL: 257 patterns to exclude, at most 256 are allowed; join some with braces: {a,b}, find",
//=   ],
//= ]
//= console.warn: note: exclude leaves nothing out: "{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{"; a pattern with a leading slash is a path of the workspace, any other matches at any depth below the folder that is searched
//= console.warn: note: exclude leaves nothing out: "x", "x", "x", "x", "x", and 251 more; a pattern with a leading slash is a path of the workspace, any other matches at any depth below the folder that is searched
