//+ files-links-and-loop

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.mv("/ld/x", "/n"));
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
//=     "/n": "1",
//=     "/t": "T",
//=   },
//= }
//= created: /n (- -> 1)
//= deleted: /d/x (1 -> -)
