async () => {
  await state.rollback();
}
//= throws: TypeError
//= message: state.rollback is not a function. await state.undo() takes back the last run before this program, await state.undo(run) one that state.history() lists, and await state.restore(name) goes back to what state.checkpoint(name) named
//= at: 2:15
