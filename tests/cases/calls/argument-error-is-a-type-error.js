async () => state.readFile(7).catch((error) => [error.name, error instanceof TypeError, error.message])

//= result: [
//=   "TypeError",
//=   true,
//=   "state.readFile: \"path\" must be a string, but is the number 7 — expected state.readFile(path, options?)",
//= ]
