try {
  try {
    JSON.parse("{oops");
  } catch (error) {
    throw new Error("config is broken", { cause: error });
  }
} catch (error) {
  console.log(error.message, error.cause instanceof SyntaxError);
}
//= result: undefined
//= console.log: config is broken true
