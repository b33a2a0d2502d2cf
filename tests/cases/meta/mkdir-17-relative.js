async () => {
  //+ everything
  await state.mkdir("a");
  return D();
}

//= result: { "/": "<dir>", "/a": "<dir>" }
//= created: /a (- -> 0)
