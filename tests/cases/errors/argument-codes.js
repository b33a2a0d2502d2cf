//! about = "what cannot be passed to state has a code to branch on"

async () => {
  const out = [];
  const note = (error) => out.push([error.name, error.code, error.syscall, error.message]);
  let deep = 1;
  for (let i = 0; i < 600; i++) deep = [deep];
  await state.writeJson('/a', deep).catch(note);
  await state.writeFile('/a', Promise.resolve('x')).catch(note);
  await state.writeJson('/a', { re: /x/ }).catch(note);
  await state.writeJson('/a', { get mine() { throw new RangeError('of the program'); } }).catch(note);
  return out;
}
//= result: [
//=   [
//=     "RangeError",
//=     "EINVAL",
//=     "writeJson",
//=     "state.writeJson: the argument is nested deeper than 500 levels",
//=   ],
//=   [
//=     "TypeError",
//=     "EINVAL",
//=     "writeFile",
//=     "state.writeFile: an argument is a Promise; write `await` before what gives it",
//=   ],
//=   [
//=     "TypeError",
//=     "EINVAL",
//=     "writeJson",
//=     "state.writeJson: \"value.re\" must be a JSON value (turn a regular expression into text first: re.source), but is the regular expression /x/ — expected state.writeJson(path, value, options?)",
//=   ],
//=   ["RangeError", undefined, undefined, "of the program"],
//= ]
