import ejs from "ejs";

// A template is compiled into the text of a function.
export default () => {
  const attempt = (f) => { try { return f(); } catch (error) { return [error.name, error.message.split("\n")[0]]; } };
  return {
    escaped: ejs.escapeXML("<a b='c'>&\"</a>"),
    rendered: attempt(() => ejs.render("<% if (n) { %>yes <%= n %><% } %>", { n: 1 })),
    loop: ejs.render("<ul><% for (const item of items) { -%>\n<li><%= item.name %>: <%- item.raw %></li><% } %></ul><%# no %>", { items: [{ name: "<a>", raw: "<b>" }, { name: "c", raw: 1 }] }),
    compiled: [{ n: 1 }, { n: 2 }].map((data) => ejs.compile("<%= n * 2 %>|<%= typeof include %>")(data)),
    error: attempt(() => ejs.render("a\n<%= missing.x %>", {})),
    unclosed: attempt(() => ejs.render("<% if (a) { %>", {}))[0],
    version: typeof ejs.VERSION,
  };
};
