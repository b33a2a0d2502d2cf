//! [files]
//! "/a" = "a"

async () => {
  const r = await state.replaceInFile("/a", "a", "aa");
  return { r, file: await state.readFile("/a") };
}

//= recorded {"result": {"r": {"replaced": 1, "content": "aa"}, "file": "aa"}}
