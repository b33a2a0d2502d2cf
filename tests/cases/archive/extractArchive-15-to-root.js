//! [files]
//! "/d/f" = "orig"

async () => {
  await state.createArchive("/x.tar", ["/d"]); await state.rm("/d", { recursive: true });
  const r = await state.extractArchive("/x.tar", "/");
  return [r, await state.readFile("/d/f")];
}

//= result: [
//=   {
//=     destination: "/",
//=     entries: [{ path: "d", type: "directory", size: 0 }, { path: "d/f", type: "file", size: 4 }],
//=   },
//=   "orig",
//= ]
//= created: /x.tar (- -> 2560)
