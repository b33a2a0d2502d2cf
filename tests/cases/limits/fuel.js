//! [limits]
//! fuel = 5_000_000

async () => {
  await state.writeFile("/kept", "x");
  for (;;);
}

//= limit: fuel
//= message: the program used all of its fuel (5000000): look for an endless loop, do less in one run, or raise the fuel limit
//= created: /kept (- -> 1)
