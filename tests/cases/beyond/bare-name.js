async () => {
  await undo();
}
//= throws: ReferenceError
//= message: undo is not defined; did you mean state.undo?
//= at: 2:9
