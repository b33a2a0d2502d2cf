//+ files-folders

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.mv("/d/", "/n/", { recursive: true }));
  return { r, fs: await D() };
}

//= result: {
//=   r: null,
//=   fs: {
//=     "/": "<dir>",
//=     "/a": "A",
//=     "/b": "B",
//=     "/e": "<dir>",
//=     "/f": "<dir>",
//=     "/f/x": "old",
//=     "/f/z": "3",
//=     "/n": "<dir>",
//=     "/n/s": "<dir>",
//=     "/n/s/y": "2",
//=     "/n/x": "1",
//=   },
//= }
//= created: /n (- -> 0)
//= created: /n/s (- -> 0)
//= created: /n/s/y (- -> 1)
//= created: /n/x (- -> 1)
//= deleted: /d (0 -> -)
//= deleted: /d/s (0 -> -)
//= deleted: /d/s/y (1 -> -)
//= deleted: /d/x (1 -> -)
