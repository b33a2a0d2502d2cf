async () => {
  await state.writeFile({ path: "/a", content: "x" });
  await state.cp({ src: "/a", dest: "/b" });
  return state.readFile({ path: "/b" });
}

//= result: "x"
//= created: /a (- -> 1)
//= created: /b (- -> 1)
