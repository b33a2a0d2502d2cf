//! [files]
//! "/d/x" = "1"

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.copyTree("/d", "/d/c"));
  return { r, fs: await D() };
}

//= result: { r: "E:EINVAL", fs: { "/": "<dir>", "/d": "<dir>", "/d/x": "1" } }
