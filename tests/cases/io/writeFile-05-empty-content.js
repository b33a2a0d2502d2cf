//! [files]
//! "/a" = "old"

async () => {
  //+ everything
  await state.writeFile("/a", "");
  return D();
}

//= result: { "/": "<dir>", "/a": "" }
//= changed: /a (3 -> 0)
