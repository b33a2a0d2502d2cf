//! [files]
//! "/a" = "x"

async () => {
  //+ everything
  await state.appendFile("/a", "");
  return D();
}

//= result: { "/": "<dir>", "/a": "x" }
