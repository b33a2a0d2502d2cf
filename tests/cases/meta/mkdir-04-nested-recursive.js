async () => {
  //+ everything
  await state.mkdir("/a/b/c", { recursive: true });
  return D();
}

//= result: { "/": "<dir>", "/a": "<dir>", "/a/b": "<dir>", "/a/b/c": "<dir>" }
//= created: /a (- -> 0)
//= created: /a/b (- -> 0)
//= created: /a/b/c (- -> 0)
