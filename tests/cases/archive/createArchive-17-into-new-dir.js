//+ files-packed

async () => {
  //+ value-or-code
  const r = await E(() => state.createArchive("/new/dir/x.tar", ["/one.txt"]));
  return { r, size: r.bytesWritten && (await state.stat("/new/dir/x.tar")).size, list: r.entries && await state.listArchive("/new/dir/x.tar") };
}

//= result: {
//=   r: {
//=     path: "/new/dir/x.tar",
//=     entries: [{ path: "one.txt", type: "file", size: 1 }],
//=     bytesWritten: 2048,
//=   },
//=   size: 2048,
//=   list: [{ path: "one.txt", type: "file", size: 1 }],
//= }
//= created: /new (- -> 0)
//= created: /new/dir (- -> 0)
//= created: /new/dir/x.tar (- -> 2048)
