//+ files-folders

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.moveTree("/d", "/p/q/r"));
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
//=     "/p": "<dir>",
//=     "/p/q": "<dir>",
//=     "/p/q/r": "<dir>",
//=     "/p/q/r/s": "<dir>",
//=     "/p/q/r/s/y": "2",
//=     "/p/q/r/x": "1",
//=   },
//= }
//= created: /p (- -> 0)
//= created: /p/q (- -> 0)
//= created: /p/q/r (- -> 0)
//= created: /p/q/r/s (- -> 0)
//= created: /p/q/r/s/y (- -> 1)
//= created: /p/q/r/x (- -> 1)
//= deleted: /d (0 -> -)
//= deleted: /d/s (0 -> -)
//= deleted: /d/s/y (1 -> -)
//= deleted: /d/x (1 -> -)
