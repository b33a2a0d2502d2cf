//+ files-texts

async () => {
  //+ everything
  const r = await state.planEdits([{"kind":"write","path":"/n","content":"x","note":"hello"}]);
  return { r, fs: await D() };
}

//= throws: TypeError
//= message: state.planEdits: "instructions[0].note" is no member; the members are kind, path, content — expected state.planEdits(instructions)
//= code: EINVAL
//= at: 8:25
