async () => {
  await state.writeFile("/a", { x: 1 });
  return state.readFile("/a");
}

//= throws: TypeError
//= message: state.writeFile: "content" must be a string or bytes, but is an object {x} — expected state.writeFile(path, content); as JSON it is await state.writeJson("/a", value), or pass JSON.stringify(value)
//= code: EINVAL
//= at: 2:15
