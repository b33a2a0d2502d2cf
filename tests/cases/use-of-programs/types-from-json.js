//! about = "Interfaces are made of a sample."
//! [files]
//! "/sample.json" = "{\"id\":1,\"tags\":[\"a\"],\"owner\":{\"name\":\"x\",\"since\":null},\"items\":[{\"n\":1},{\"n\":2,\"note\":\"x\"}],\"any-key\":true,\"empty\":[]}"

const pascal = (s: string) => s.replace(/(^|[-_ ])(\w)/g, (_, __, c: string) => c.toUpperCase());
const out: string[] = [];

function typeOf(value: unknown, name: string): string {
  if (value === null) return "null";
  if (Array.isArray(value)) {
    if (value.length === 0) return "unknown[]";
    if (value.every((v) => v && typeof v === "object")) return `${emit(Object.assign({}, ...value), pascal(name).replace(/s$/, ""), value)}[]`;
    return `${[...new Set(value.map((v) => typeOf(v, name)))].join(" | ")}[]`;
  }
  if (typeof value === "object") return emit(value as Record<string, unknown>, pascal(name));
  return typeof value;
}

function emit(value: Record<string, unknown>, name: string, all: object[] = [value]): string {
  const lines = Object.entries(value).map(([key, v]) => {
    const optional = all.some((o) => !(key in o)) ? "?" : "";
    return `  ${/^\w+$/.test(key) ? key : JSON.stringify(key)}${optional}: ${typeOf(v, key)};`;
  });
  out.push(`export interface ${name} {\n${lines.join("\n")}\n}`);
  return name;
}

async () => {
  typeOf(await state.readJson("/sample.json"), "root");
  await state.writeFile("/types.ts", out.join("\n\n") + "\n");
  return out;
}
//= result: [
//=   "export interface Owner {\n  name: string;\n  since: null;\n}",
//=   "export interface Item {\n  n: number;\n  note?: string;\n}",
//=   "export interface Root {\n  id: number;\n  tags: string[];\n  owner: Owner;\n  items: Item[];\n  \"any-key\": boolean;\n  empty: unknown[];\n}",
//= ]
//= created: /types.ts (- -> 249)
