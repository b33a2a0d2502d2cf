//! [files]
//! "/d/f" = "1"

async () => {
  return (await state.diffContent("d/./f", "2")).split("\n").slice(0, 2);
}

//= result: ["--- d/./f", "+++ d/./f"]
