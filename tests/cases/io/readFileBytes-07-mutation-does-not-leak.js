//! [files]
//! "/a.txt" = "hello"

async () => {
  const b = await state.readFileBytes("/a.txt"); b[0] = 72;
  return state.readFile("/a.txt");
}

//= result: "hello"
