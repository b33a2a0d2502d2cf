//+ files-folders

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.copyTree("/d", "/n"));
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
