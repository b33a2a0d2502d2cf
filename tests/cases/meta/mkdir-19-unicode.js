async () => {
  await state.mkdir("/日本");
  return state.readdir("/");
}

//= result: ["日本"]
//= created: /日本 (- -> 0)
