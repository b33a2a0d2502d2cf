//! [files]
//! "/a" = "A"

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.mv("/a", "/x/../a"));
  return { r, fs: await D() };
}

//= result: { r: null, fs: { "/": "<dir>", "/a": "A" } }
