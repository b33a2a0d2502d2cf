import ejs from "ejs";

// A template is compiled into the text of a function: what can be seen without that.
export default () => {
  const attempt = (f) => { try { return f(); } catch (error) { return [error.name, error.message.split("\n")[0]]; } };
  return {
    escaped: ejs.escapeXML("<a b='c'>&\"</a>"),
    rendered: attempt(() => ejs.render("<% if (n) { %>yes <%= n %><% } %>", { n: 1 })),
    version: typeof ejs.VERSION,
  };
};
