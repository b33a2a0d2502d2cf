process.on("unhandledRejection", (error) => console.log("left to the program:", error.code));
state.readFile("/missing");
//= result: undefined
//= console.log: left to the program: ENOENT
