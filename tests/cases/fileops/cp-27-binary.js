//! [files]
//! "/b" = { bytes = [65, 66] }

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.cp("/b", "/c"));
  return { r, fs: await D() };
}

//= result: { r: null, fs: { "/": "<dir>", "/b": "AB", "/c": "AB" } }
//= created: /c (- -> 2)
