setTimeout(() => console.log("x"), 5);
//= result: 1
//= console.log: x
