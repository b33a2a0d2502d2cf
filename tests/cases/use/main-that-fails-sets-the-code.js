async function main() {
  throw new Error("no config");
}
main().catch((error) => {
  console.log("failed:", error.message);
  process.exitCode = 3;
});
//= throws: Error
//= message: exited with code 3
//= console.log: failed: no config
