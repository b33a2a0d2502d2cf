//! about = "Of two functions the one that nothing calls is the program, though a text names it."
//! [files]
//! "/a.csv" = "x,y\n1,2\n"

function columns(text) {
  return text.split("\n")[0].split(",");
}

async function report() {
  const title = "report of columns";
  return { title, columns: columns(await state.readFile("/a.csv")) };
}
//= result: { title: "report of columns", columns: ["x", "y"] }
