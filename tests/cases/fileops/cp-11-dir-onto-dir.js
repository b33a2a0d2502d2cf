//+ files-folders

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.cp("/d", "/f", { recursive: true }));
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
//=     "/f/s": "<dir>",
//=     "/f/s/y": "2",
//=     "/f/x": "1",
//=     "/f/z": "3",
//=   },
//= }
//= created: /f/s (- -> 0)
//= created: /f/s/y (- -> 1)
//= changed: /f/x (3 -> 1)
