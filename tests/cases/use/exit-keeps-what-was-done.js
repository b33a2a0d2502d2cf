await state.writeFile("/a.txt", "kept");
console.log("written");
process.exit(2);
//= throws: Error
//= message: exited with code 2
//= console.log: written
//= created: /a.txt (- -> 4)
