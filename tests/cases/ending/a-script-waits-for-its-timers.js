setTimeout(() => console.log("x"), 5);
//= result: undefined
//= console.log: x
