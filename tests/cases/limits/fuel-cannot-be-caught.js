//! [limits]
//! fuel = 5_000_000

async () => {
  try {
    for (;;);
  } finally {
    await state.writeFile("/never", "x");
  }
}

//= limit: fuel
//= message: the program used all of its fuel (5000000): look for an endless loop, do less in one run, or raise the fuel limit
