//! [files]
//! "/d/x" = ""

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.applyEdits([{"path":"/n","content":"1"},{"path":"/d","content":"2"}]));
  return { r, fs: await D() };
}

//= result: { r: "E:EISDIR", fs: { "/": "<dir>", "/d": "<dir>", "/d/x": "" } }
