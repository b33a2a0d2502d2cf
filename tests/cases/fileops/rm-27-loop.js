//+ files-links-and-loop

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.rm("/loop"));
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
//=     "/ld": "-> /d",
//=     "/t": "T",
//=   },
//= }
//= deleted: /loop (4 -> -)
