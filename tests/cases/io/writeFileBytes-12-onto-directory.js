//! [files]
//! "/d/a" = "1"

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.writeFileBytes("/d", new Uint8Array([65])));
  return [r, await D()];
}

//= result: ["E:EISDIR", { "/": "<dir>", "/d": "<dir>", "/d/a": "1" }]
