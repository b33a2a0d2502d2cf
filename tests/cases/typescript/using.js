// Resources with types.
interface Handle extends Disposable { name: string }
const log: string[] = [];
function open(name: string): Handle { return { name, [Symbol.dispose](): void { log.push(name); } }; }
{
  using a: Handle = open("a"), b: Handle | null = null;
  using c = open("c") as Handle;
  log.push(a.name + c!.name);
}
for (using x of [open("x")] satisfies Handle[]) log.push("in");
async function later<T>(value: T): Promise<T> {
  await using stack: AsyncDisposableStack = new AsyncDisposableStack();
  stack.adopt<T>(value, async (v: T) => { log.push(`${v}`); });
  return value;
}
log.push(await later<string>("later"));
return log.join(" ");
//= result: "ac c a in x later later"
