//! [files]
//! "/a-b/c" = "3"
//! "/a/b" = "1"
//! "/ab" = "2"

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.removeTree("/a"));
  return { r, fs: await D() };
}

//= result: { r: null, fs: { "/": "<dir>", "/a-b": "<dir>", "/a-b/c": "3", "/ab": "2" } }
//= deleted: /a (0 -> -)
//= deleted: /a/b (1 -> -)
