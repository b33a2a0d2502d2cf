//! [files]
//! "/a" = "1"
//! "/d/b" = "2"

async () => {
  //+ value-or-code
  const r = await E(() => state.createArchive("/x.tar", ["/"]));
  return { r, size: r.bytesWritten && (await state.stat("/x.tar")).size, list: r.entries && await state.listArchive("/x.tar") };
}

//= result: {
//=   r: {
//=     path: "/x.tar",
//=     entries: [
//=       { path: ".", type: "directory", size: 0 },
//=       { path: "a", type: "file", size: 1 },
//=       { path: "d", type: "directory", size: 0 },
//=       { path: "d/b", type: "file", size: 1 },
//=     ],
//=     bytesWritten: 4096,
//=   },
//=   size: 4096,
//=   list: [
//=     { path: ".", type: "directory", size: 0 },
//=     { path: "a", type: "file", size: 1 },
//=     { path: "d", type: "directory", size: 0 },
//=     { path: "d/b", type: "file", size: 1 },
//=   ],
//= }
//= created: /x.tar (- -> 4096)
