//! [files]
//! "/ф/日本.txt" = "é"

async () => {
  //+ value-or-code
  const r = await E(() => state.createArchive("/x.tar", ["/ф"]));
  return { r, size: r.bytesWritten && (await state.stat("/x.tar")).size, list: r.entries && await state.listArchive("/x.tar") };
}

//= result: {
//=   r: {
//=     path: "/x.tar",
//=     entries: [
//=       { path: "ф", type: "directory", size: 0 },
//=       { path: "ф/日本.txt", type: "file", size: 2 },
//=     ],
//=     bytesWritten: 2560,
//=   },
//=   size: 2560,
//=   list: [
//=     { path: "ф", type: "directory", size: 0 },
//=     { path: "ф/日本.txt", type: "file", size: 2 },
//=   ],
//= }
//= created: /x.tar (- -> 2560)
