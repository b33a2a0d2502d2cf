async () => {
  const tried = (code) => { try { process.exit(code); } catch (error) { return `${error.name}: ${error.message}`; } };
  return [tried("x"), tried(1.5), tried({})];
}
//= result: [
//=   "TypeError: The \"code\" argument must be of type number. Received type string ('x')",
//=   "RangeError: The value of \"code\" is out of range. It must be an integer. Received 1.5",
//=   "TypeError: The \"code\" argument must be of type number. Received an instance of Object",
//= ]
