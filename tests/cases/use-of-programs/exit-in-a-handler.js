//! about = "The code of the end is set by what is called there."

const errors = [];
process.on("exit", () => {
  if (errors.length > 0) {
    console.log(`${errors.length} error(s)`);
    process.exitCode = 2;
  }
});

async function check(name) {
  await null;
  if (name.includes(" ")) errors.push(name);
}

["a", "b c", "d e"].forEach((name) => check(name));
//= throws: Error
//= message: exited with code 2
//= console.log: 2 error(s)
