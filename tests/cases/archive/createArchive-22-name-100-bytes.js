//! [files]
//! "/nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn" = "ok"

async () => {
  //+ value-or-code
  const r = await E(() => state.createArchive("/x.tar", ["/nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn"]));
  return { r, size: r.bytesWritten && (await state.stat("/x.tar")).size, list: r.entries && await state.listArchive("/x.tar") };
}

//= result: {
//=   r: {
//=     path: "/x.tar",
//=     entries: [
//=       {
//=         path: "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn",
//=         type: "file",
//=         size: 2,
//=       },
//=     ],
//=     bytesWritten: 2048,
//=   },
//=   size: 2048,
//=   list: [
//=     {
//=       path: "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn",
//=       type: "file",
//=       size: 2,
//=     },
//=   ],
//= }
//= created: /x.tar (- -> 2048)
