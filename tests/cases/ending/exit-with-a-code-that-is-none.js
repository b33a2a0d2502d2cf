async () => {
  const tried = (code) => { try { process.exit(code); } catch (error) { return `${error.name}: ${error.message}`; } };
  return [tried("x"), tried(1.5), tried({})];
}
//= result: [
//=   "TypeError: The \"code\" argument must be of type integer. Received 'x'",
//=   "TypeError: The \"code\" argument must be of type integer. Received 1.5",
//=   "TypeError: The \"code\" argument must be of type integer. Received {}",
//= ]
