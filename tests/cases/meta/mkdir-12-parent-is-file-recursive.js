//! [files]
//! "/a" = "f"

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.mkdir("/a/b", { recursive: true }));
  return [r, await D()];
}

//= result: ["E:ENOTDIR", { "/": "<dir>", "/a": "f" }]
