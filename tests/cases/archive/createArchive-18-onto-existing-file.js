//+ files-packed

async () => {
  //+ value-or-code
  const r = await E(() => state.createArchive("/one.txt", ["/bin"]));
  return { r, size: r.bytesWritten && (await state.stat("/one.txt")).size, list: r.entries && await state.listArchive("/one.txt") };
}

//= result: {
//=   r: {
//=     path: "/one.txt",
//=     entries: [{ path: "bin", type: "file", size: 4 }],
//=     bytesWritten: 2048,
//=   },
//=   size: 2048,
//=   list: [{ path: "bin", type: "file", size: 4 }],
//= }
//= changed: /one.txt (1 -> 2048)
