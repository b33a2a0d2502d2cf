//+ files-folders

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.rm("/d", { recursive: true }));
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
//=   },
//= }
//= deleted: /d (0 -> -)
//= deleted: /d/s (0 -> -)
//= deleted: /d/s/y (1 -> -)
//= deleted: /d/x (1 -> -)
