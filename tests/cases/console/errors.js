() => { console.error(new TypeError("wrong"), { cause: new Error("why") }); }

//= result: undefined
//= console.error: "TypeError: wrong\n    at main.js:1:23 {\n  cause: Error: why\n      at main.js:1:56\n}"
