async () => {
  //+ everything
  await state.writeFile("/a.txt", "hi");
  return D();
}

//= result: { "/": "<dir>", "/a.txt": "hi" }
//= created: /a.txt (- -> 2)
