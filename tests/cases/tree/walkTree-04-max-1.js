//+ files-nested

async () => state.walkTree("/t", { maxDepth: 1 })

//= result: {
//=   path: "/t",
//=   name: "t",
//=   type: "directory",
//=   size: 0,
//=   children: [
//=     { path: "/t/a", name: "a", type: "file", size: 1 },
//=     { path: "/t/e", name: "e", type: "directory", size: 0 },
//=     { path: "/t/s", name: "s", type: "directory", size: 0 },
//=   ],
//= }
