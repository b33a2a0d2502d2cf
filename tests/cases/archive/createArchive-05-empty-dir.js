//+ files-packed

async () => {
  //+ value-or-code
  const r = await E(() => state.createArchive("/x.tar", ["/p/hollow"]));
  return { r, size: r.bytesWritten && (await state.stat("/x.tar")).size, list: r.entries && await state.listArchive("/x.tar") };
}

//= result: {
//=   r: {
//=     path: "/x.tar",
//=     entries: [{ path: "p/hollow", type: "directory", size: 0 }],
//=     bytesWritten: 1536,
//=   },
//=   size: 1536,
//=   list: [{ path: "p/hollow", type: "directory", size: 0 }],
//= }
//= created: /x.tar (- -> 1536)
