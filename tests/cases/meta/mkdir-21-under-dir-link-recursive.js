//! [files]
//! "/d" = { dir = true }
//! "/l" = { symlink = "/d" }

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.mkdir("/l/sub", { recursive: true }));
  return [r, await D()];
}

//= result: [null, { "/": "<dir>", "/d": "<dir>", "/d/sub": "<dir>", "/l": "-> /d" }]
//= created: /d/sub (- -> 0)
