//+ files-packed

async () => {
  //+ value-or-code
  const r = await E(() => state.createArchive("/x.tar", ["/p"]));
  return { r, size: r.bytesWritten && (await state.stat("/x.tar")).size, list: r.entries && await state.listArchive("/x.tar") };
}

//= result: {
//=   r: {
//=     path: "/x.tar",
//=     entries: [
//=       { path: "p", type: "directory", size: 0 },
//=       { path: "p/a.txt", type: "file", size: 5 },
//=       { path: "p/hollow", type: "directory", size: 0 },
//=       { path: "p/l", type: "symlink", size: 0, target: "a.txt" },
//=       { path: "p/s", type: "directory", size: 0 },
//=       { path: "p/s/b.txt", type: "file", size: 2 },
//=       { path: "p/s/e.txt", type: "file", size: 0 },
//=     ],
//=     bytesWritten: 5632,
//=   },
//=   size: 5632,
//=   list: [
//=     { path: "p", type: "directory", size: 0 },
//=     { path: "p/a.txt", type: "file", size: 5 },
//=     { path: "p/hollow", type: "directory", size: 0 },
//=     { path: "p/l", type: "symlink", size: 0, target: "a.txt" },
//=     { path: "p/s", type: "directory", size: 0 },
//=     { path: "p/s/b.txt", type: "file", size: 2 },
//=     { path: "p/s/e.txt", type: "file", size: 0 },
//=   ],
//= }
//= created: /x.tar (- -> 5632)
