//! [files]
//! "/d/o" = "2"
//! "/d/s/x" = "1"

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.mv("/d/s", "/d", { recursive: true }));
  return { r, fs: await D() };
}

//= result: {
//=   r: "E:ENOTEMPTY",
//=   fs: { "/": "<dir>", "/d": "<dir>", "/d/o": "2", "/d/s": "<dir>", "/d/s/x": "1" },
//= }
