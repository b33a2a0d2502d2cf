//+ files-packed

async () => {
  //+ value-or-code
  const r = await E(() => state.createArchive("/x.tar", []));
  return { r, size: r.bytesWritten && (await state.stat("/x.tar")).size, list: r.entries && await state.listArchive("/x.tar") };
}

//= result: { r: { path: "/x.tar", entries: [], bytesWritten: 1024 }, size: 1024, list: [] }
//= created: /x.tar (- -> 1024)
