//+ files-folders

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.cp("/d", "/new", { recursive: true }));
  return { r, fs: await D() };
}

//= result: {
//=   r: null,
//=   fs: {
//=     "/": "<dir>",
//=     "/a": "A",
//=     "/b": "B",
//=     "/d": "<dir>",
//=     "/d/s": "<dir>",
//=     "/d/s/y": "2",
//=     "/d/x": "1",
//=     "/e": "<dir>",
//=     "/f": "<dir>",
//=     "/f/x": "old",
//=     "/f/z": "3",
//=     "/new": "<dir>",
//=     "/new/s": "<dir>",
//=     "/new/s/y": "2",
//=     "/new/x": "1",
//=   },
//= }
//= created: /new (- -> 0)
//= created: /new/s (- -> 0)
//= created: /new/s/y (- -> 1)
//= created: /new/x (- -> 1)
