const log: string[] = [];
namespace Shapes {
  log.push('begun');
  const hidden = 2;
  export const sides = 3, [first, { deep = 4 } = {}] = [1];
  export let count = 0;
  export function add(by = hidden) { count += by; return count; }
  export abstract class Shape { constructor(protected readonly size: number) {} abstract area(): number; }
  export class Square extends Shape { area() { return this.size ** 2; } }
  export interface Options { a?: number }
  export type Name = string;
  export enum Kind { Round, Flat = 'flat' }
  export namespace Inner { export const v = sides + 1; export async function* all() { yield v } }
  export const self = () => Shapes.Inner.v
}
namespace Shapes { export const later = sides + add(0); import I = Shapes.Inner; export import J = Inner; export const viaAlias = I.v }
namespace Deep.Er.Est { export const x = 1; export const read = () => x }
namespace Deep.Er { export const y = Est.x + 1 }
namespace Types { export interface Only { x: number } }
module Old { export const N = 1; export namespace M { export const M = N + 1 } }
class Point { constructor(public x = 0) {} }
namespace Point { export const origin = new Point(9); }
function greet(who: string) { return greet.hello + who; }
namespace greet { export const hello = 'hi ' }
import Est = Deep.Er.Est;
import Only = Types.Only;
const only: Only = { x: 1 };
const counted = [Shapes.count, Shapes.add(), Shapes.count];
Shapes.count = 10;
counted.push(Shapes.add(1), Shapes.count);
const yielded: number[] = [];
for await (const v of Shapes.Inner.all()) yielded.push(v);
return {
  log, counted, yielded, keys: Object.keys(Shapes), hidden: 'hidden' in Shapes, first: [Shapes.first, Shapes.deep, Shapes.sides],
  area: new Shapes.Square(3).area(), kind: [Shapes.Kind.Flat, Shapes.Kind[0]], self: Shapes.self(), later: [Shapes.later, Shapes.J.v, Shapes.viaAlias],
  deep: [Deep.Er.Est.read(), Deep.Er.y, Est.x], old: [Old.N, Old.M.M], point: Point.origin.x, greet: greet('you'), only, types: typeof Types,
};
//= result: {
//=   log: ["begun"],
//=   counted: [0, 2, 2, 11, 11],
//=   yielded: [4],
//=   keys: [
//=     "sides",
//=     "first",
//=     "deep",
//=     "count",
//=     "add",
//=     "Shape",
//=     "Square",
//=     "Kind",
//=     "Inner",
//=     "self",
//=     "later",
//=     "J",
//=     "viaAlias",
//=   ],
//=   hidden: false,
//=   first: [1, 4, 3],
//=   area: 9,
//=   kind: ["flat", "Round"],
//=   self: 4,
//=   later: [3, 4, 4],
//=   deep: [1, 2, 1],
//=   old: [1, 2],
//=   point: 9,
//=   greet: "hi you",
//=   only: { x: 1 },
//=   types: "undefined",
//= }
