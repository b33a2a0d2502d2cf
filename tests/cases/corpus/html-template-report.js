async () => {
  const orders = [{ id: 7, customer: '<Ann>', lines: [{ sku: 'x', n: 2, price: 9.99 }] }, { id: 8, customer: "O'Neil & co", lines: [] }];
  const html = (strings, ...values) => strings.reduce((out, s, i) => out + s + (i < values.length ? render(values[i]) : ''), '');
  const raw = (text) => ({ raw: text });
  const render = (v) => Array.isArray(v) ? v.map(render).join('') : v && v.raw !== undefined ? v.raw : String(v ?? '').replace(/[&<>'"]/g, (c) => `&#${c.charCodeAt(0)};`);
  const row = (line) => raw(html`<tr><td>${line.sku}</td><td>${line.n * line.price}</td></tr>`);
  const page = orders.map((o) => html`<h2>${o.customer}</h2>${o.lines.length ? raw(html`<table>${o.lines.map(row)}</table>`) : raw('<p>none</p>')}`);
  return page.join('\n');
}

//= result: "<h2>&#60;Ann&#62;</h2><table><tr><td>x</td><td>19.98</td></tr></table>\n<h2>O&#39;Neil &#38; co</h2><p>none</p>"
