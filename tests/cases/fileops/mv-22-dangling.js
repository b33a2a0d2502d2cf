//+ files-links-and-loop

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.mv("/dang", "/d2"));
  return { r, fs: await D() };
}

//= result: {
//=   r: null,
//=   fs: {
//=     "/": "<dir>",
//=     "/d": "<dir>",
//=     "/d/x": "1",
//=     "/d2": "-> gone",
//=     "/l": "-> t",
//=     "/ld": "-> /d",
//=     "/loop": "-> loop",
//=     "/t": "T",
//=   },
//= }
//= created: /d2 (- -> 4)
//= deleted: /dang (4 -> -)
