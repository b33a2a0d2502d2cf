await new Promise((resolve) => setTimeout(resolve, 10).unref());
console.log("never");
//= throws: Error
//= message: the program awaits a promise that can never settle: nothing is left that could resolve or reject it
//= code: ESTALLED
