async () => {
  //+ everything
  await state.appendFile("/x/y/log", "l1");
  return D();
}

//= result: { "/": "<dir>", "/x": "<dir>", "/x/y": "<dir>", "/x/y/log": "l1" }
//= created: /x (- -> 0)
//= created: /x/y (- -> 0)
//= created: /x/y/log (- -> 2)
