//+ files-folders

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.mv("/a", "/new", { recursive: true }));
  return { r, fs: await D() };
}

//= result: {
//=   r: null,
//=   fs: {
//=     "/": "<dir>",
//=     "/b": "B",
//=     "/d": "<dir>",
//=     "/d/s": "<dir>",
//=     "/d/s/y": "2",
//=     "/d/x": "1",
//=     "/e": "<dir>",
//=     "/f": "<dir>",
//=     "/f/x": "old",
//=     "/f/z": "3",
//=     "/new": "A",
//=   },
//= }
//= created: /new (- -> 1)
//= deleted: /a (1 -> -)
