//! [files]
//! "/readme" = "R"

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.mv("/readme", "/README"));
  return { r, fs: await D() };
}

//= result: { r: null, fs: { "/": "<dir>", "/README": "R" } }
//= created: /README (- -> 1)
//= deleted: /readme (1 -> -)
