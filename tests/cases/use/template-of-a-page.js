//! [files]
//! "/page.html" = "<h1>{{title}}</h1>{{#items}}<li>{{.}}</li>{{/items}}\n"

const fs = require("fs");
const data = { title: "A $& B", items: ["x", "$1"] };
const page = fs.readFileSync("page.html", "utf8")
  .replace(/\{\{#(\w+)\}\}(.*?)\{\{\/\1\}\}/gs, (_, key, inner) => data[key].map((item) => inner.replace("{{.}}", () => item)).join(""))
  .replace(/\{\{(\w+)\}\}/g, (_, key) => data[key]);
console.log(page);
//= result: undefined
//= console.log: "<h1>A $& B</h1><li>x</li><li>$1</li>\n"
