//+ files-packed

async () => {
  //+ value-or-code
  const r = await E(() => state.createArchive("/x.tar", ["/p/../one.txt"]));
  return { r, size: r.bytesWritten && (await state.stat("/x.tar")).size, list: r.entries && await state.listArchive("/x.tar") };
}

//= result: {
//=   r: {
//=     path: "/x.tar",
//=     entries: [{ path: "one.txt", type: "file", size: 1 }],
//=     bytesWritten: 2048,
//=   },
//=   size: 2048,
//=   list: [{ path: "one.txt", type: "file", size: 1 }],
//= }
//= created: /x.tar (- -> 2048)
