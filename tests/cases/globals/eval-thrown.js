//! about = "An error in text that nothing catches is told at the call"

async () => {
  const text = "\n  null.x";
  return eval(text);
}
