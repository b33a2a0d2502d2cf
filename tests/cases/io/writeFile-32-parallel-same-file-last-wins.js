async () => {
  await Promise.all(["a", "b", "c"].map((c) => state.writeFile("/p", c)));
  return state.readFile("/p");
}

//= result: "c"
//= created: /p (- -> 1)
