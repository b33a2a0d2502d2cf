//+ files-folders

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.mv("/a", "/b"));
  return { r, fs: await D() };
}

//= result: {
//=   r: null,
//=   fs: {
//=     "/": "<dir>",
//=     "/b": "A",
//=     "/d": "<dir>",
//=     "/d/s": "<dir>",
//=     "/d/s/y": "2",
//=     "/d/x": "1",
//=     "/e": "<dir>",
//=     "/f": "<dir>",
//=     "/f/x": "old",
//=     "/f/z": "3",
//=   },
//= }
//= changed: /b (1 -> 1)
//= deleted: /a (1 -> -)
