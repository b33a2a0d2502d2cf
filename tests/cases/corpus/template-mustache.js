async () => {
  const template = 'Hi {{user.name}}!{{#items}}\n- {{title}} x{{n}}{{/items}}{{^items}}nothing{{/items}}\nTotal: {{total}}{{missing}}';
  const get = (view, path) => path.split('.').reduce((v, k) => v?.[k], view);
  const render = (text, view) => text
    .replace(/\{\{([#^])(\w+)\}\}([\s\S]*?)\{\{\/\2\}\}/g, (_, kind, name, body) => {
      const value = get(view, name);
      const isEmpty = !value || (Array.isArray(value) && value.length === 0);
      if (kind === '^') return isEmpty ? render(body, view) : '';
      if (isEmpty) return '';
      return (Array.isArray(value) ? value : [value]).map((item) => render(body, { ...view, ...item })).join('');
    })
    .replace(/\{\{([\w.]+)\}\}/g, (_, path) => String(get(view, path) ?? ''));
  return [
    render(template, { user: { name: 'Zoë' }, items: [{ title: 'pen', n: 1 }, { title: 'ink', n: 2 }], total: 3 }),
    render(template, { user: {}, items: [], total: 0 }),
  ];
}

//= result: ["Hi Zoë!\n- pen x1\n- ink x2\nTotal: 3", "Hi !nothing\nTotal: 0"]
