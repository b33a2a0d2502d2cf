//+ files-links-and-loop

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.rm("/ld/x"));
  return { r, fs: await D() };
}

//= result: {
//=   r: null,
//=   fs: {
//=     "/": "<dir>",
//=     "/d": "<dir>",
//=     "/dang": "-> gone",
//=     "/l": "-> t",
//=     "/ld": "-> /d",
//=     "/loop": "-> loop",
//=     "/t": "T",
//=   },
//= }
//= deleted: /d/x (1 -> -)
