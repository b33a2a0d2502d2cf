async () => {
  const machine = { initial: 'idle', states: { idle: { coin: 'ready' }, ready: { coin: 'ready', push: 'vending', refund: 'idle' }, vending: { done: 'idle' } } };
  function* run({ initial, states }) { let at = initial; for (;;) { const event = yield at; const next = states[at]?.[event]; if (!next) throw new Error(`no "${event}" in ${at}`); at = next; } }
  const events = ['coin', 'coin', 'push', 'done', 'coin', 'refund', 'push'];
  const it = run(machine);
  const path = [it.next().value];
  let error = null;
  for (const event of events) { try { path.push(it.next(event).value); } catch (e) { error = e.message; } }
  return { path, error, done: it.next().done };
}

//= result: {
//=   path: ["idle", "ready", "ready", "vending", "idle", "ready", "idle"],
//=   error: "no \"push\" in idle",
//=   done: true,
//= }
