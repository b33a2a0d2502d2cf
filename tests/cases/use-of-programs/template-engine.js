//! about = "Templates with loops, conditions and escapes."

const escapeHtml = (s) => String(s).replace(/[&<>"']/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" })[c]);
const lookup = (ctx, path) => path.split(".").reduce((o, k) => (k === "this" ? o : o?.[k]), ctx);

function render(template, ctx) {
  return template
    .replace(/\{\{#each (\S+)\}\}([\s\S]*?)\{\{\/each\}\}/g, (_, path, body) => (lookup(ctx, path) ?? []).map((item, index) => render(body, { ...ctx, ...(typeof item === "object" ? item : {}), this: item, index })).join(""))
    .replace(/\{\{#if (\S+)\}\}([\s\S]*?)(?:\{\{else\}\}([\s\S]*?))?\{\{\/if\}\}/g, (_, path, yes, no = "") => (lookup(ctx, path) ? render(yes, ctx) : render(no, ctx)))
    .replace(/\{\{\{(\S+?)\}\}\}/g, (_, path) => lookup(ctx, path) ?? "")
    .replace(/\{\{(\S+?)\}\}/g, (_, path) => escapeHtml(lookup(ctx, path) ?? ""));
}

console.log(render("<h1>{{title}}</h1>{{#if user.admin}}A{{else}}-{{/if}}{{{raw}}}\n{{#each items}}<li>{{index}}: {{name}} $& {{missing}}</li>\n{{/each}}", {
  title: "Tom & \"Jerry\"", user: { admin: 0 }, raw: "<br>", items: [{ name: "<a>" }, { name: "$1" }],
}));
//= result: undefined
//= console.log: "<h1>Tom &amp; &quot;Jerry&quot;</h1><br>\n"
