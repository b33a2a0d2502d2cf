//+ files-links-and-loop

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.mv("/ld", "/ld2"));
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
//=     "/ld2": "-> /d",
//=     "/loop": "-> loop",
//=     "/t": "T",
//=   },
//= }
//= created: /ld2 (- -> 2)
//= deleted: /ld (2 -> -)
