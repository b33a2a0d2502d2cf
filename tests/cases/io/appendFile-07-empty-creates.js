async () => {
  //+ everything
  await state.appendFile("/a", "");
  return D();
}

//= result: { "/": "<dir>", "/a": "" }
//= created: /a (- -> 0)
