async () => {
  for (let i = 0; i < 50; i++) await state.appendFile("/log", i + "\n");
  return (await state.readFile("/log")).split("\n").length;
}

//= result: 51
//= created: /log (- -> 140)
