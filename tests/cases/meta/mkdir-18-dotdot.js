//! [files]
//! "/a" = { dir = true }

async () => {
  //+ everything
  await state.mkdir("/a/../b");
  return D();
}

//= result: { "/": "<dir>", "/a": "<dir>", "/b": "<dir>" }
//= created: /b (- -> 0)
