//! [files]
//! "/a.ts" = "export class A {\n  private n = 1;\n  constructor() {}\n  async load(path: string) {\n    return path;\n  }\n}\n"

const { symbols } = await state.outline("/a.ts");
return symbols.map(({ kind, name, depth }) => `${depth} ${kind} ${name}`);
//= result: ["0 class A", "1 method constructor", "1 method load"]
