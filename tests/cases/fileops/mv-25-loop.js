//+ files-links-and-loop

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.mv("/loop", "/x"));
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
//=     "/x": "-> loop",
//=   },
//= }
//= created: /x (- -> 4)
//= deleted: /loop (4 -> -)
