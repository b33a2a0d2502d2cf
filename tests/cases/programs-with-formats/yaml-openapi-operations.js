//! about = "Operations of an OpenAPI document become a table, those without an id or a description of success are told."
//! [files]
//! "/openapi.yaml" = """
//! openapi: 3.1.0
//! info: { title: Shop, version: 1.10 }
//! paths:
//!   /products:
//!     get:
//!       operationId: listProducts
//!       summary: 'List: all products'
//!       parameters:
//!         - $ref: "#/components/parameters/Limit"
//!         - { name: q, in: query, schema: { type: string } }
//!       responses:
//!         "200": { description: OK }
//!     post:
//!       summary: Add a product
//!       responses:
//!         201:
//!           description: Created
//!         422: { $ref: "#/components/responses/Invalid" }
//!   /products/{id}:
//!     parameters:
//!       - { name: id, in: path, required: true, schema: { type: integer } }
//!     delete:
//!       operationId: deleteProduct
//!       responses:
//!         default: { description: Failed }
//! components:
//!   parameters:
//!     Limit: { name: limit, in: query, schema: { type: integer, default: 20 } }
//!   responses:
//!     Invalid: { description: "Not valid" }
//! """

async () => {
  const api = await state.readYaml("/openapi.yaml");
  const resolve = (value) => (value.$ref ? value.$ref.slice(2).split("/").reduce((at, key) => at[key], api) : value);
  const methods = ["get", "put", "post", "patch", "delete"];
  const table = [];
  const problems = [];
  for (const [path, item] of Object.entries(api.paths)) {
    for (const method of methods.filter((m) => item[m])) {
      const operation = item[method];
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((p) => resolve(p).name);
      table.push({ call: `${method.toUpperCase()} ${path}`, id: operation.operationId ?? null, parameters: parameters.join(" "), codes: Object.keys(operation.responses) });
      if (!operation.operationId) problems.push(`${method} ${path}: no operationId`);
      if (!Object.keys(operation.responses).some((code) => code.startsWith("2"))) problems.push(`${method} ${path}: no success`);
    }
  }
  return { version: api.info.version, table, problems };
}
//= result: {
//=   version: 1.1,
//=   table: [
//=     { call: "GET /products", id: "listProducts", parameters: "limit q", codes: ["200"] },
//=     { call: "POST /products", id: null, parameters: "", codes: ["201", "422"] },
//=     {
//=       call: "DELETE /products/{id}",
//=       id: "deleteProduct",
//=       parameters: "id",
//=       codes: ["default"],
//=     },
//=   ],
//=   problems: ["post /products: no operationId", "delete /products/{id}: no success"],
//= }
