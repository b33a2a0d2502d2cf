process.on("unhandledRejection", (error, promise) => console.log(error.code, promise instanceof Promise));
state.readFile("/missing");
"done"
//= result: "done"
//= console.log: ENOENT true
