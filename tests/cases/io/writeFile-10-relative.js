async () => {
  //+ everything
  await state.writeFile("a/b.txt", "r");
  return D();
}

//= result: { "/": "<dir>", "/a": "<dir>", "/a/b.txt": "r" }
//= created: /a (- -> 0)
//= created: /a/b.txt (- -> 1)
