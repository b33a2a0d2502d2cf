async () => {
  await state.writeFile("/a", { x: 1 });
  return state.readFile("/a");
}

//= throws: TypeError
//= message: state.writeFile: "content" must be a string, but is an object {x} — expected state.writeFile(path, content)
//= code: EINVAL
//= at: 2:15
