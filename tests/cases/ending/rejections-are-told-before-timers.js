process.on("unhandledRejection", (error) => console.log("told", error.message));
const failed = Promise.reject(new Error("early"));
setTimeout(() => failed.catch(() => console.log("handled late")), 5);
//= result: undefined
//= console.log: told early
//= console.log: handled late
