//! [files]
//! "/a" = ""

async () => {
  const r = await state.replaceInFile("/a", "a", "b");
  return { r, file: await state.readFile("/a") };
}

//= result: { r: { replaced: 0, content: "" }, file: "" }
