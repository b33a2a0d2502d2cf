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
