//+ files-links-and-loop

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.cp("/l", "/l2"));
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
//=     "/l2": "-> t",
//=     "/ld": "-> /d",
//=     "/loop": "-> loop",
//=     "/t": "T",
//=   },
//= }
//= created: /l2 (- -> 1)
