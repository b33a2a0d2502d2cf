//! [files]
//! "/nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn" = "ok"

async () => {
  const E = async (f) => { try { const v = await f(); return v === undefined ? null : v; } catch (e) { return "E:" + ((/^E[A-Z]{2,}/.exec(e.message) || ["?"])[0]); } };
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
