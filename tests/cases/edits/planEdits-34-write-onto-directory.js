//! [files]
//! "/d/x" = ""

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.planEdits([{"kind":"write","path":"/d","content":"x"}]));
  return { r, fs: await D() };
}

//= result: { r: "E:EISDIR", fs: { "/": "<dir>", "/d": "<dir>", "/d/x": "" } }
