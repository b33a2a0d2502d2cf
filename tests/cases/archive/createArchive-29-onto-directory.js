//+ files-packed

async () => {
  //+ value-or-code
  const r = await E(() => state.createArchive("/p", ["/one.txt"]));
  return { r, size: r.bytesWritten && (await state.stat("/p")).size, list: r.entries && await state.listArchive("/p") };
}

//= result: { r: "E:EISDIR", size: undefined, list: undefined }
