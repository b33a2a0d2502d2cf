interface Row { id: number; name?: string }
type Total = Record<string, number>;
declare const unused: string;
abstract class Base<T extends object = {}> {
  protected readonly items: T[] = [];
  abstract label(): string;
  add(this: this, item: T): this { this.items.push(item); return this; }
  get size(): number { return this.items.length; }
}
class Rows extends Base<Row> implements Iterable<Row> {
  private kind?: string;
  override label(): string { return `${this.size} rows`; }
  *[Symbol.iterator](): Iterator<Row> { yield* this.items; }
}
function first<T>(list: readonly T[]): T | undefined;
function first<T>(list: readonly T[], fallback: T): T;
function first<T>(list: readonly T[], fallback?: T) { return list[0] ?? fallback; }
const rows = new Rows().add({ id: 1 }).add({ id: 2, name: 'b' } satisfies Row);
const totals = {} as Total;
for (const { id, name = 'none' } of rows as Iterable<Row>) totals[name] = (totals[name] ?? 0) + id;
const pick = async <K extends keyof Row>(row: Row, key: K): Promise<Row[K]> => row[key]!;
let later!: string;
later = rows.label();
return { totals, later, first: first<number>([], 7), picked: await pick(rows[Symbol.iterator]().next().value, 'id') };

//= result: { totals: { none: 1, b: 2 }, later: "2 rows", first: 7, picked: 1 }
