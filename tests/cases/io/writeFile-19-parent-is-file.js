//! [files]
//! "/a" = "keep"

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.writeFile("/a/b", "x"));
  return [r, await D()];
}

//= result: ["E:ENOTDIR", { "/": "<dir>", "/a": "keep" }]
