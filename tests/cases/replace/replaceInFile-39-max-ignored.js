//! [files]
//! "/a" = "a a a"

async () => {
  const r = await state.replaceInFile("/a", "a", "b", { maxMatches: 1 });
  return { r, file: await state.readFile("/a") };
}

//= result: { r: { replaced: 3, content: "b b b" }, file: "b b b" }
//= console.warn: note: maxMatches bounds what a search tells: every match was replaced
//= changed: /a (5 -> 5)
