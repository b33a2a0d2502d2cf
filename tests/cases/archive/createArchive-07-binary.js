//+ files-packed

async () => {
  //+ value-or-code
  const r = await E(() => state.createArchive("/x.tar", ["/bin"]));
  return { r, size: r.bytesWritten && (await state.stat("/x.tar")).size, list: r.entries && await state.listArchive("/x.tar") };
}

//= result: {
//=   r: { path: "/x.tar", entries: [{ path: "bin", type: "file", size: 4 }], bytesWritten: 2048 },
//=   size: 2048,
//=   list: [{ path: "bin", type: "file", size: 4 }],
//= }
//= created: /x.tar (- -> 2048)
