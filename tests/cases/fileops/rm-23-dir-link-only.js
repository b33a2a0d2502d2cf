//+ files-links-and-loop

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.rm("/ld"));
  return { r, fs: await D() };
}

//= result: {
//=   r: null,
//=   fs: {
//=     "/": "<dir>",
//=     "/d": "<dir>",
//=     "/d/x": "1",
//=     "/dang": "-> gone",
//=     "/l": "-> t",
//=     "/loop": "-> loop",
//=     "/t": "T",
//=   },
//= }
//= deleted: /ld (2 -> -)
