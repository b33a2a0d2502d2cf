async () => {
  const modules = { app: ['ui', 'api'], ui: ['core', 'theme'], api: ['core', 'http'], http: ['core'], theme: [], core: [] };
  const order = [];
  const marks = new Map();
  const visit = (name, path) => {
    if (marks.get(name) === 'done') return;
    if (marks.get(name) === 'open') throw new Error(`cycle: ${[...path.slice(path.indexOf(name)), name].join(' -> ')}`);
    marks.set(name, 'open');
    for (const dep of modules[name] ?? []) visit(dep, [...path, name]);
    marks.set(name, 'done');
    order.push(name);
  };
  Object.keys(modules).forEach((name) => visit(name, []));
  modules.core.push('api');
  marks.clear();
  let message = '';
  try { Object.keys(modules).forEach((name) => visit(name, [])); } catch ({ message: m }) { message = m; }
  return { order: order.slice(0, 6), message };
}

//= result: {
//=   order: ["core", "theme", "ui", "http", "api", "app"],
//=   message: "cycle: core -> api -> core",
//= }
