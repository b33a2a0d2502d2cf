//+ files-links-and-loop

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.mv("/d/x", "/l"));
  return { r, fs: await D() };
}

//= result: {
//=   r: null,
//=   fs: {
//=     "/": "<dir>",
//=     "/d": "<dir>",
//=     "/dang": "-> gone",
//=     "/l": "1",
//=     "/ld": "-> /d",
//=     "/loop": "-> loop",
//=     "/t": "T",
//=   },
//= }
//= changed: /l (1 -> 1)
//= deleted: /d/x (1 -> -)
