async () => {
  await state.writeFile("/kept", "x");
  await new Promise(() => {});
}

//= throws: Error
//= message: the program awaits a promise that can never settle: nothing is left that could resolve or reject it
//= code: ESTALLED
//= created: /kept (- -> 1)
