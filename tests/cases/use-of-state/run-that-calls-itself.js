//! about = "A function run that goes down by calling itself, and that nothing else calls."
//! [files]
//! "/t/a.txt" = "1"
//! "/t/d/b.txt" = "2"
//! "/t/d/e/c.txt" = "3"

const found = [];

const run = async (dir = "/t", depth = 0) => {
  for (const { name, type } of await state.readdirWithFileTypes(dir)) {
    if (type === "directory") await run(`${dir}/${name}`, depth + 1);
    else found.push(`${" ".repeat(depth)}${name}`);
  }
  return depth === 0 ? found : undefined;
};
//= result: ["a.txt", " b.txt", "  c.txt"]
