async () => {
  const called = async (call) => { try { await call(); } catch (error) { return error.name; } };
  return {
    probes: [typeof state.exec, state.bash?.("ls"), "run" in state, Boolean(state.sh), "unlink" in state, typeof state.unlink],
    keys: Object.keys(state).length,
    names: Object.getOwnPropertyNames(state).length,
    inherited: (() => { const names = []; for (const name in state) names.push(name); return names.length; })(),
    same: state.unlink === state.unlink,
    frozen: (() => { try { "use strict"; state.unlink = 1; } catch (error) { return error.name; } })(),
    called: await called(() => state.exec("ls")),
  };
}
//= result: {
//=   probes: ["undefined", undefined, false, false, true, "function"],
//=   keys: 45,
//=   names: 45,
//=   inherited: 45,
//=   same: true,
//=   frozen: undefined,
//=   called: "TypeError",
//= }
//= console.warn: note: line 9: state keeps no values of its own: await state.writeJson(path, value) keeps one
