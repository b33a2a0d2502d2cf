process.exitCode = 2;
console.log(process.exitCode);
//= throws: Error
//= message: exited with code 2
//= console.log: 2
