enum Color { Red = 1, Green } namespace Shapes { export const sides = 3 } class Point { constructor(public x: number) {} }
const places = []; const at = (f: () => unknown) => { try { f(); } catch (error) { places.push((error as Error).stack!.split('\n').at(-1)!.trim()); } };
enum Late { A = Color.Red, B = 2 } const text = '😀'; at(() => (null as any).x);
const x = <any>{ a: 1 }; const y = () => <
  any
>{ b: [1] }; class Q { constructor(private a: any, b = a.b.c) {} }
new Q({});
//= throws: TypeError
//= message: Cannot read properties of undefined (reading 'c')
//= at: 6:60
