async () => {
  //+ value-or-code
  await state.symlink("/b", "/a"); await state.symlink("/a", "/b");
  return [await E(() => state.readFile("/a")), await E(() => state.realpath("/a")), await state.exists("/a")];
}

//= result: ["E:ELOOP", "E:ELOOP", false]
//= created: /a (- -> 2)
//= created: /b (- -> 2)
