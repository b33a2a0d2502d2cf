//+ files-packed

async () => {
  //+ value-or-code
  const r = await E(() => state.createArchive("/x.tar", ["/p/l"]));
  return { r, size: r.bytesWritten && (await state.stat("/x.tar")).size, list: r.entries && await state.listArchive("/x.tar") };
}

//= result: {
//=   r: {
//=     path: "/x.tar",
//=     entries: [{ path: "p/l", type: "symlink", size: 0, target: "a.txt" }],
//=     bytesWritten: 1536,
//=   },
//=   size: 1536,
//=   list: [{ path: "p/l", type: "symlink", size: 0, target: "a.txt" }],
//= }
//= created: /x.tar (- -> 1536)
