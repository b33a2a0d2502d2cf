process.on("unhandledRejection", () => console.log("never"));
throw new Error("at the top");
//= throws: Error
//= message: at the top
//= at: 2:7
