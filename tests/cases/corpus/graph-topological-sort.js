async () => {
  const modules = { app: ['ui', 'api'], ui: ['core', 'theme'], api: ['core', 'http'], http: ['core'], theme: [], core: [] };
  const order = [];
  const state = new Map();
  const visit = (name, path) => {
    if (state.get(name) === 'done') return;
    if (state.get(name) === 'open') throw new Error(`cycle: ${[...path.slice(path.indexOf(name)), name].join(' -> ')}`);
    state.set(name, 'open');
    for (const dep of modules[name] ?? []) visit(dep, [...path, name]);
    state.set(name, 'done');
    order.push(name);
  };
  Object.keys(modules).forEach((name) => visit(name, []));
  modules.core.push('api');
  state.clear();
  let message = '';
  try { Object.keys(modules).forEach((name) => visit(name, [])); } catch ({ message: m }) { message = m; }
  return { order: order.slice(0, 6), message };
}

