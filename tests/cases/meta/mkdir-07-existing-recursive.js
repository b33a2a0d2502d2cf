//! [files]
//! "/a/x" = "keep"

async () => {
  //+ everything
  await state.mkdir("/a", { recursive: true });
  return D();
}

//= result: { "/": "<dir>", "/a": "<dir>", "/a/x": "keep" }
