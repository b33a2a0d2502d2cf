//! [files]
//! "/d/x" = "1"

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.moveTree("/d", "/d/in"));
  return { r, fs: await D() };
}

//= result: { r: "E:EINVAL", fs: { "/": "<dir>", "/d": "<dir>", "/d/x": "1" } }
