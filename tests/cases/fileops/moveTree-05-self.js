//! [files]
//! "/d/x" = "1"

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.moveTree("/d", "/d"));
  return { r, fs: await D() };
}

//= result: { r: null, fs: { "/": "<dir>", "/d": "<dir>", "/d/x": "1" } }
