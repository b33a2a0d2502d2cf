async () => {
  //+ everything
  await state.writeFileBytes("/x/y/b", new Uint8Array([65]));
  return D();
}

//= result: { "/": "<dir>", "/x": "<dir>", "/x/y": "<dir>", "/x/y/b": "A" }
//= created: /x (- -> 0)
//= created: /x/y (- -> 0)
//= created: /x/y/b (- -> 1)
