//! [files]
//! "/a" = "1"

async () => {
  //+ everything
  await state.appendFile("a", "2");
  return D();
}

//= result: { "/": "<dir>", "/a": "12" }
//= changed: /a (1 -> 2)
