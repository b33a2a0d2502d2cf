//! [files]
//! "/a" = ""

async () => {
  const r = await state.replaceInFile("/a", "^", "x", { regex: true });
  return { r, file: await state.readFile("/a") };
}

//= recorded {"result": {"r": {"replaced": 1, "content": "x"}, "file": "x"}}
