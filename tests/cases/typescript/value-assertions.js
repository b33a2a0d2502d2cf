const any: unknown = { k: [1, 2] };
const short = () => <any>{ a: 1 };
const lines = <{
  k: number[];
}>any;
function returned() {
  return <
    any
  >any;
}
const nested = <any><unknown>[<number>1, <string>(<any>'x')];
const made = new (<any>Map)([[1, 2]]);
return [short(), lines.k, returned().k, nested, made.get(1), typeof <any>1];
//= result: [{ a: 1 }, [1, 2], [1, 2], [1, "x"], 2, "number"]
