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
//=     "state.writeJson: a regular expression cannot be passed; pass its source as text (re.source), with the option { regex: true } where the method has it",
//=   ],
//=   ["RangeError", undefined, undefined, "of the program"],
//= ]
