//! [files]
//! "/a" = "a"

async () => {
  const r = await state.replaceInFile("/a", "a", "aaa");
  return { r, file: await state.readFile("/a") };
}

//= recorded {"result": {"r": {"replaced": 1, "content": "aaa"}, "file": "aaa"}}
