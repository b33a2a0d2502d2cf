import ts from "typescript";

// The compiler's own library of types is not at hand in a bundle.
const LIB = `interface Array<T> { length: number; [n: number]: T; map<U>(f: (value: T, index: number) => U): U[]; push(...items: T[]): number }
interface ArrayConstructor { new <T>(...items: T[]): T[]; isArray(value: unknown): value is unknown[] } declare var Array: ArrayConstructor;
interface Boolean {} interface CallableFunction {} interface Function {} interface IArguments {} interface NewableFunction {}
interface Number { toFixed(digits?: number): string } interface Object {} interface RegExp {}
interface String { length: number; toUpperCase(): string; split(by: string): string[] }
interface PromiseLike<T> { then<U>(done: (value: T) => U | PromiseLike<U>): PromiseLike<U> }
interface Promise<T> { then<U>(done: (value: T) => U | PromiseLike<U>): Promise<U> }
interface PromiseConstructor { resolve<T>(value: T): Promise<T> } declare var Promise: PromiseConstructor;
interface SymbolConstructor { readonly iterator: unique symbol } declare var Symbol: SymbolConstructor;
type Partial<T> = { [P in keyof T]?: T[P] }; type Awaited<T> = T extends PromiseLike<infer U> ? Awaited<U> : T; type Record<K extends string, T> = { [P in K]: T };`;

const FILES = {
  "/lib.d.ts": LIB,
  "/shapes.ts": `export abstract class Shape { constructor(protected readonly name: string) {} abstract area(): number }
export class Square extends Shape { #side: number; constructor(side: number) { super("square"); this.#side = side; } area() { return this.#side ** 2; } }
export enum Unit { Metre = 1, Foot, Name = "x".length }
export namespace Tools { export const twice = (n: number) => n * 2; }
export type Of<T> = T extends { kind: infer K } ? K : never;`,
  "/main.ts": `import { Shape, Square, Unit, Tools, type Of } from "./shapes";
const shapes: Shape[] = [new Square(2)];
const kind: Of<{ kind: "a" | "b" }> = "c";
const areas: string[] = shapes.map((shape) => shape.area());
export async function total({ by = Tools.twice, ...rest }: { by?: (n: number) => number; unit: Unit }, more?: Partial<typeof rest>) {
  for (const area of areas) await Promise.resolve(by(area.length));
  return more?.unit ?? rest.unit satisfies Unit;
}
shapes.name; new Shape("x"); missing(1);`,
};

const compile = (options) => {
  const written = {};
  const host = {
    getSourceFile: (name, target) => (name in FILES ? ts.createSourceFile(name, FILES[name], target, true) : undefined),
    getDefaultLibFileName: () => "/lib.d.ts",
    writeFile: (name, text) => { written[name] = text; },
    getCurrentDirectory: () => "/",
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => "\n",
    fileExists: (name) => name in FILES,
    readFile: (name) => FILES[name],
    directoryExists: () => true,
    getDirectories: () => [],
  };
  const program = ts.createProgram(["/main.ts"], { strict: true, types: [], ...options }, host);
  const emitted = program.emit();
  const diagnostics = ts.sortAndDeduplicateDiagnostics([...ts.getPreEmitDiagnostics(program), ...emitted.diagnostics]);
  const checker = program.getTypeChecker();
  const symbols = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile("/shapes.ts")));
  return {
    told: ts.formatDiagnostics(diagnostics, host),
    shown: ts.formatDiagnosticsWithColorAndContext(diagnostics.slice(0, 2), host),
    types: symbols.map((symbol) => [symbol.name, checker.typeToString(checker.getTypeOfSymbol(symbol)), checker.typeToString(checker.getDeclaredTypeOfSymbol(symbol))]),
    written,
  };
};

export default () => ({
  version: ts.version,
  transpiled: ts.transpileModule(FILES["/main.ts"], { fileName: "main.ts", reportDiagnostics: true, compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES5, sourceMap: true, importHelpers: true } }),
  jsx: ts.transpile("const a = <b c='d' {...e}>{f} g</b>;", { jsx: ts.JsxEmit.React, target: ts.ScriptTarget.ES2022 }),
  modern: compile({ target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022, moduleResolution: ts.ModuleResolutionKind.Bundler, declaration: true }),
  old: compile({ target: ts.ScriptTarget.ES5, module: ts.ModuleKind.CommonJS, downlevelIteration: true }).written,
  parsed: ts.createSourceFile("a.ts", "let a = ;\nclass {", ts.ScriptTarget.Latest).parseDiagnostics.map((one) => [one.code, one.start, one.messageText]),
  config: ts.parseConfigFileTextToJson("tsconfig.json", '{ // all\n "compilerOptions": { "strict": true, }, "files": [] }'),
});
