//! [files]
//! "/one" = "1"
//! "/out" = "file"

async () => {
  //+ value-or-code
  await state.createArchive("/x.tar", ["/one"]);
  const r = await E(() => state.extractArchive("/x.tar", "/out"));
  return typeof r === "string" ? r : [r, await state.readFile("/out/one")];
}

//= result: "E:ENOTDIR"
//= created: /x.tar (- -> 2048)
