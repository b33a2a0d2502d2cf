import { JSONPath } from "jsonpath-plus";

const store = { book: [{ category: "ref", author: "Rees", title: "Sayings", price: 8.95 }, { category: "fiction", author: "Waugh", title: "Sword", price: 12.99 }, { category: "fiction", author: "Melville", title: "Moby", isbn: "0-553", price: 8.99 }], bicycle: { color: "red", price: 19.95 } };

export default () => ({
  paths: ["$.store.book[*].author", "$..author", "$.store.*", "$..book[2].title", "$..book[-1:]", "$..book[0,1].title", "$..book[:2].price", "$.store..price", "$..book[?(@.isbn)].title", "$..book[?(@.price < 10)].title", "$..book[?(@.author.match(/^M/))].title", "$..[?(@.color)]", "$.store.book[(@.length-1)].title", "$..book[?(@.category == 'fiction' && @.price > 9)].title"].map((path) => JSONPath({ path, json: { store }, eval: "safe" })),
  paths2: JSONPath({ path: "$..price", json: { store }, resultType: "path" }),
  pointers: JSONPath({ path: "$..isbn", json: { store }, resultType: "pointer" }),
  parents: JSONPath({ path: "$..color^", json: { store } }),
  names: JSONPath({ path: "$.store.book[0]~", json: { store } }),
  called: (() => { const log = []; JSONPath({ path: "$..title", json: { store }, callback: (value, type, { path }) => log.push([value, type, path]) }); return log; })(),
  single: JSONPath({ path: "$.store.bicycle.color", json: { store }, wrap: false }),
  array: JSONPath.toPathArray("$['store'].book[0]['title']"),
});
