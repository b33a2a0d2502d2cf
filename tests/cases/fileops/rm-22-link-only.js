//+ files-links-and-loop

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.rm("/l"));
  return { r, fs: await D() };
}

//= result: {
//=   r: null,
//=   fs: {
//=     "/": "<dir>",
//=     "/d": "<dir>",
//=     "/d/x": "1",
//=     "/dang": "-> gone",
//=     "/ld": "-> /d",
//=     "/loop": "-> loop",
//=     "/t": "T",
//=   },
//= }
//= deleted: /l (1 -> -)
