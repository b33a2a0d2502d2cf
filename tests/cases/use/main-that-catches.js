async function main() {
  const { readFile } = require("fs/promises");
  try {
    await readFile("missing.txt", "utf8");
  } catch (error) {
    console.log(error.code);
  }
  return 1;
}
main().then((value) => console.log("done", value));
//= result: undefined
//= console.log: ENOENT
//= console.log: done 1
