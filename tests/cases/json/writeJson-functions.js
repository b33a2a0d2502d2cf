async () => {
  const fails = async (call) => {
    try {
      return await call();
    } catch (error) {
      return [error.name, error.code, error.message];
    }
  };
  return [
    await fails(() => state.writeJson("/j", () => 1)),
    await fails(() => state.writeJson("/j", class A {})),
    await fails(() => state.writeJson("/j", Symbol("s"))),
  ];
}
//= result: [
//=   [
//=     "TypeError",
//=     "EINVAL",
//=     "state.writeJson: a function is not JSON — expected state.writeJson(path, value, options?)",
//=   ],
//=   [
//=     "TypeError",
//=     "EINVAL",
//=     "state.writeJson: a function is not JSON — expected state.writeJson(path, value, options?)",
//=   ],
//=   [
//=     "TypeError",
//=     "EINVAL",
//=     "state.writeJson: a symbol is not JSON — expected state.writeJson(path, value, options?)",
//=   ],
//= ]
