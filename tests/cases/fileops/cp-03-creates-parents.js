//+ files-folders

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.cp("/a", "/p/q/new"));
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
//=     "/p": "<dir>",
//=     "/p/q": "<dir>",
//=     "/p/q/new": "A",
//=   },
//= }
//= created: /p (- -> 0)
//= created: /p/q (- -> 0)
//= created: /p/q/new (- -> 1)
