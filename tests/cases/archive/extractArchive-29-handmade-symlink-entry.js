async () => {
  //+ value-or-code
  //+ everything
  //+ tar
  return new Uint8Array(out); }; await state.writeFileBytes("/x.tar", tar([["l","2",""]])); const l = await E(() => state.listArchive("/x.tar"));
  const r = await E(() => state.extractArchive("/x.tar", "/out/in")); await state.rm("/x.tar");
  return { l, r, fs: await D() };
}

//= result: { l: [{ path: "l", type: "symlink", size: 0 }], r: "E:EINVAL", fs: { "/": "<dir>" } }
