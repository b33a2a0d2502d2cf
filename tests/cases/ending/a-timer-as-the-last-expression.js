setTimeout(() => console.log("later"), 5)
//= result: undefined
//= console.log: later
