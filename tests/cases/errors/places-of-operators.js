//! about = "what operators and method calls throw has a place"

() => {
  const places = [];
  const note = (error) => places.push(`${error.message} @${/:(\d+:\d+)\)?$/m.exec(error.stack)?.[1]}`);
  const a = {}, n = 1n;
  try { a.b.foo(); } catch (error) { note(error); }
  try { a.b['foo'](); } catch (error) { note(error); }
  try { return n + 1; } catch (error) { note(error); }
  try { return 1 + n * 2; } catch (error) { note(error); }
  try { return +n; } catch (error) { note(error); }
  try { return 'x' in 5; } catch (error) { note(error); }
  try { return a instanceof 5; } catch (error) { note(error); }
  try { return Symbol() + ''; } catch (error) { note(error); }
  return places;
}
//= result: [
//=   "Cannot read properties of undefined (reading 'foo') @7:13",
//=   "Cannot read properties of undefined (reading 'foo') @8:13",
//=   "Cannot mix BigInt and other types, use explicit conversions @9:16",
//=   "Cannot mix BigInt and other types, use explicit conversions @10:20",
//=   "Cannot convert a BigInt value to a number @11:16",
//=   "Cannot use 'in' operator to search for 'x' in 5 @12:16",
//=   "Right-hand side of 'instanceof' is not an object @13:16",
//=   "Cannot convert a Symbol value to a string @14:16",
//= ]
