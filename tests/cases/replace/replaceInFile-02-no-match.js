//! [files]
//! "/a" = "abc"

async () => {
  const r = await state.replaceInFile("/a", "z", "x");
  return { r, file: await state.readFile("/a") };
}

//= result: { r: { replaced: 0, content: "abc" }, file: "abc" }
