//! about = "What is called for the end may use files, also where the program fails or ends itself."

process.on("exit", (code) => fs.writeFileSync("/code.txt", `${code}\n`));
const never = () => console.log("never");
process.on("exit", never);
process.off("exit", never);
process.on("no such event", never);
setTimeout(() => process.exit(3), 5);
//= throws: Error
//= message: exited with code 3
//= created: /code.txt (- -> 2)
