async () => {
  //+ value-or-code
  await E(() => state.writeFileBytes("/b", [1, 2, 3]));
  return E(() => state.readFile("/b"));
}

//= result: "\u0001\u0002\u0003"
//= created: /b (- -> 3)
