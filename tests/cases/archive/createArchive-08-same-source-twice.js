//+ files-packed

async () => {
  //+ value-or-code
  const r = await E(() => state.createArchive("/x.tar", ["/one.txt","/one.txt"]));
  return { r, size: r.bytesWritten && (await state.stat("/x.tar")).size, list: r.entries && await state.listArchive("/x.tar") };
}

//= result: {
//=   r: {
//=     path: "/x.tar",
//=     entries: [
//=       { path: "one.txt", type: "file", size: 1 },
//=       { path: "one.txt", type: "file", size: 1 },
//=     ],
//=     bytesWritten: 3072,
//=   },
//=   size: 3072,
//=   list: [{ path: "one.txt", type: "file", size: 1 }, { path: "one.txt", type: "file", size: 1 }],
//= }
//= created: /x.tar (- -> 3072)
