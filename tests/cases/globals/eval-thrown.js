//! about = "An error in text that nothing catches is told at the call"

async () => {
  const text = "\n  null.x";
  return eval(text);
}
//= throws: TypeError
//= message: Cannot read properties of null (reading 'x')
//= at: 5:10
