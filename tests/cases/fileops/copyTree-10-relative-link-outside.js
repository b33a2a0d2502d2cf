//! [files]
//! "/d/l" = { symlink = "../o" }
//! "/o" = "out"

async () => {
  //+ value-or-code
  //+ everything
  const r = await E(() => state.copyTree("/d", "/p/q"));
  return { r, fs: await D() };
}

//= result: {
//=   r: null,
//=   fs: {
//=     "/": "<dir>",
//=     "/d": "<dir>",
//=     "/d/l": "-> ../o",
//=     "/o": "out",
//=     "/p": "<dir>",
//=     "/p/q": "<dir>",
//=     "/p/q/l": "-> ../o",
//=   },
//= }
//= created: /p (- -> 0)
//= created: /p/q (- -> 0)
//= created: /p/q/l (- -> 4)
