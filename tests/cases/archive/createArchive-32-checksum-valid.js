//+ files-packed

async () => {
  await state.createArchive("/x.tar", ["/one.txt"]); const h = (await state.readFileBytes("/x.tar")).slice(0, 512); const want = parseInt(String.fromCharCode(...h.subarray(148, 154)), 8); h.fill(32, 148, 156);
  return h.reduce((a, b) => a + b, 0) === want;
}

//= result: true
//= created: /x.tar (- -> 2048)
