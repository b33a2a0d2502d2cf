//+ files-nested

async () => state.walkTree("/")

//= result: {
//=   path: "/",
//=   name: "/",
//=   type: "directory",
//=   size: 0,
//=   children: [
//=     {
//=       path: "/t",
//=       name: "t",
//=       type: "directory",
//=       size: 0,
//=       children: [
//=         { path: "/t/a", name: "a", type: "file", size: 1 },
//=         { path: "/t/e", name: "e", type: "directory", size: 0, children: [] },
//=         {
//=           path: "/t/s",
//=           name: "s",
//=           type: "directory",
//=           size: 0,
//=           children: [
//=             { path: "/t/s/b", name: "b", type: "file", size: 2 },
//=             {
//=               path: "/t/s/u",
//=               name: "u",
//=               type: "directory",
//=               size: 0,
//=               children: [{ path: "/t/s/u/c", name: "c", type: "file", size: 3 }],
//=             },
//=           ],
//=         },
//=       ],
//=     },
//=   ],
//= }
