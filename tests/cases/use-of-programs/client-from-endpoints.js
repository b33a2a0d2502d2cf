//! about = "A client is made of a list of endpoints."
//! [files]
//! "/api.yaml" = "endpoints:\n  - GET /users\n  - GET /users/{id}\n  - POST /users\n  - DELETE /users/{id}/tags/{tag}\n"

const endpoints = (await state.readFile("/api.yaml")).matchAll(/^\s+- (GET|POST|PUT|DELETE) (\S+)$/gm);
const methods = [];
for (const [, verb, route] of endpoints) {
  const params = [...route.matchAll(/\{(\w+)\}/g)].map((m) => m[1]);
  const parts = route.split("/").filter((p) => p && !p.startsWith("{"));
  const name = verb.toLowerCase() + parts.map((p) => p[0].toUpperCase() + p.slice(1)).join("") + (params.length ? "By" + params.map((p) => p[0].toUpperCase() + p.slice(1)).join("And") : "");
  const args = [...params.map((p) => `${p}: string`), ...(verb === "POST" ? ["body: unknown"] : [])].join(", ");
  const url = "`" + route.replace(/\{(\w+)\}/g, "${encodeURIComponent($1)}") + "`";
  methods.push(`  ${name}(${args}) {\n    return this.request("${verb}", ${url}${verb === "POST" ? ", body" : ""});\n  }`);
}
const source = `export class Client {\n${methods.join("\n\n")}\n}\n`;
await state.writeFile("/client.ts", source);
return source;
//= result: "export class Client {\n  getUsers() {\n    return this.request(\"GET\", `/users`);\n  }\n\n  getUsersById(id: string) {\n    return this.request(\"GET\", `/users/${encodeURIComponent(id)}`);\n  }\n\n  postUsers(body: unknown) {\n    return this.request(\"POST\", `/users`, body);\n  }\n\n  deleteUsersTagsByIdAndTag(id: string, tag: string) {\n    return this.request(\"DELETE\", `/users/${encodeURIComponent(id)}/tags/${encodeURIComponent(tag)}`);\n  }\n}\n"
//= created: /client.ts (- -> 433)
