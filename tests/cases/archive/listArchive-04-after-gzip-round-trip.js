//+ files-packed

async () => {
  await state.createArchive("/x.tar", ["/p"]); const a = await state.listArchive("/x.tar"); await state.compressFile("/x.tar"); await state.rm("/x.tar"); await state.decompressFile("/x.tar.gz");
  return [a.length, JSON.stringify(a) === JSON.stringify(await state.listArchive("/x.tar"))];
}

//= result: [7, true]
//= created: /x.tar (- -> 5632)
//= created: /x.tar.gz (- -> 193)
