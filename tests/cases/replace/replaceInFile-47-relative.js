//! [files]
//! "/a" = "1"

async () => {
  //+ everything
  await state.replaceInFile("a", "1", "2");
  return D();
}

//= result: { "/": "<dir>", "/a": "2" }
//= changed: /a (1 -> 1)
