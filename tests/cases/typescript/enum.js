enum Direction { Up, Down, Left = 10, Right }
enum Color { Red = 'RED', Green = "GREEN", 'Dark blue' = `dark` }
const enum Flag { None = 0, Read = 1 << 0, Write = 1 << 1, Both = Read | Write, Not = ~Both, Last }
enum Mixed { No, Yes = 'YES', Length = 'abc'.length, Text = 'a' + 1, Typed = 3 as number, Other = Flag.Both, Named = Mixed.No }
enum Merged { A, B }
enum Merged { C = 2, D = A + 5 }
declare enum Gone { A }
namespace Direction { export const turn = (from: Direction) => (from === Direction.Up ? Direction.Down : Direction.Up); }
function inner(which: number) {
  enum Local { First = 1, Second }
  { enum Local { First = 7 } if (which) return Local.First; }
  return Local.Second;
}
const label: Record<Color, string> = { [Color.Red]: 'r', [Color.Green]: 'g', [Color['Dark blue']]: 'b' };
const name = (color: Color = Color.Green): string => Object.keys(Color)[Object.values(Color).indexOf(color)];
switch (Direction.Left as Direction) {
  case Direction.Left: break;
  default: throw new Error('no');
}
return {
  Direction: Object.entries(Direction).filter(([, value]) => typeof value !== 'function'), back: Direction[10], turned: Direction.turn(Direction.Up),
  Color, Flag: Object.keys(Flag).length, both: [Flag.Both, Flag[3], Flag.Not, Flag[-4], Flag.Last],
  Mixed, Merged, gone: typeof Gone, inner: [inner(0), inner(1)], label, name: [name(), name(Color['Dark blue'])],
};
//= result: {
//=   Direction: [
//=     ["0", "Up"],
//=     ["1", "Down"],
//=     ["10", "Left"],
//=     ["11", "Right"],
//=     ["Up", 0],
//=     ["Down", 1],
//=     ["Left", 10],
//=     ["Right", 11],
//=   ],
//=   back: "Left",
//=   turned: 1,
//=   Color: { Red: "RED", Green: "GREEN", "Dark blue": "dark" },
//=   Flag: 12,
//=   both: [3, "Both", -4, "Not", -3],
//=   Mixed: {
//=     "0": "Named",
//=     "3": "Other",
//=     No: 0,
//=     Yes: "YES",
//=     Length: 3,
//=     Text: "a1",
//=     Typed: 3,
//=     Other: 3,
//=     Named: 0,
//=   },
//=   Merged: { "0": "A", "1": "B", "2": "C", "5": "D", A: 0, B: 1, C: 2, D: 5 },
//=   gone: "undefined",
//=   inner: [2, 7],
//=   label: { RED: "r", GREEN: "g", dark: "b" },
//=   name: ["Green", "Dark blue"],
//= }
