async () => {
  await state.redo();
}
//= throws: TypeError
//= message: state.redo is not a function. Undoing an undo does it again: await state.undo(run) with the number of the undo, which state.history() lists
//= at: 2:15
