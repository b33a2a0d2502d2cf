async () => {
  //+ value-or-code
  //+ everything
  //+ tar
  return new Uint8Array(out); }; await state.writeFileBytes("/x.tar", tar([["PaxHeader/f","x","12 path=long\n"],["f.txt","0","hi"]])); const l = await E(() => state.listArchive("/x.tar"));
  const r = await E(() => state.extractArchive("/x.tar", "/out/in")); await state.rm("/x.tar");
  return { l, r, fs: await D() };
}

//= result: { l: "E:EBADMSG", r: "E:EBADMSG", fs: { "/": "<dir>" } }
