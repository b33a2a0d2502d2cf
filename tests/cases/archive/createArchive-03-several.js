//+ files-packed

async () => {
  //+ value-or-code
  const r = await E(() => state.createArchive("/x.tar", ["/one.txt","/p/s"]));
  return { r, size: r.bytesWritten && (await state.stat("/x.tar")).size, list: r.entries && await state.listArchive("/x.tar") };
}

//= result: {
//=   r: {
//=     path: "/x.tar",
//=     entries: [
//=       { path: "one.txt", type: "file", size: 1 },
//=       { path: "p/s", type: "directory", size: 0 },
//=       { path: "p/s/b.txt", type: "file", size: 2 },
//=       { path: "p/s/e.txt", type: "file", size: 0 },
//=     ],
//=     bytesWritten: 4096,
//=   },
//=   size: 4096,
//=   list: [
//=     { path: "one.txt", type: "file", size: 1 },
//=     { path: "p/s", type: "directory", size: 0 },
//=     { path: "p/s/b.txt", type: "file", size: 2 },
//=     { path: "p/s/e.txt", type: "file", size: 0 },
//=   ],
//= }
//= created: /x.tar (- -> 4096)
