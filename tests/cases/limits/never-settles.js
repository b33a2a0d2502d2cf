async () => {
  await state.writeFile("/kept", "x");
  await new Promise(() => {});
}

//= throws: Error
//= message: the program is waiting for something that will never come: a promise that nothing resolves is awaited
//= code: ESTALLED
//= created: /kept (- -> 1)
