//! [files]
//! "/a" = "A"

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.rm("/", { recursive: true, force: true }));
  return { r, fs: await D() };
}

//= result: { r: "E:EPERM", fs: { "/": "<dir>", "/a": "A" } }
