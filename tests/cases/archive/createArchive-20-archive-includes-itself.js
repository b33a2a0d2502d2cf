//! [files]
//! "/p/s/b" = "1"
//! "/p/s/x.tar" = "old"

async () => {
  //+ value-or-code
  const r = await E(() => state.createArchive("/p/s/x.tar", ["/p/s"]));
  return { r, size: r.bytesWritten && (await state.stat("/p/s/x.tar")).size, list: r.entries && await state.listArchive("/p/s/x.tar") };
}

//= result: {
//=   r: {
//=     path: "/p/s/x.tar",
//=     entries: [
//=       { path: "p/s", type: "directory", size: 0 },
//=       { path: "p/s/b", type: "file", size: 1 },
//=       { path: "p/s/x.tar", type: "file", size: 3 },
//=     ],
//=     bytesWritten: 3584,
//=   },
//=   size: 3584,
//=   list: [
//=     { path: "p/s", type: "directory", size: 0 },
//=     { path: "p/s/b", type: "file", size: 1 },
//=     { path: "p/s/x.tar", type: "file", size: 3 },
//=   ],
//= }
//= changed: /p/s/x.tar (3 -> 3584)
