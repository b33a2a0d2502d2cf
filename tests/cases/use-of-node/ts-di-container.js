//! about = "Interfaces, abstract classes, accessors, index signatures, symbols and generics in one module."
//! [files]
//! "/di/config.json" = "{\"db\":{\"host\":\"h\",\"port\":5432},\"flags\":[\"a\",\"b\"]}"

import { readFile } from "node:fs/promises";

interface Logger { log(message: string): void }
interface Token<T> { readonly key: symbol; readonly _type?: T }
const token = <T,>(name: string): Token<T> => ({ key: Symbol.for(name) });

const LOGGER = token<Logger>("logger");
const CONFIG = token<Config>("config");

interface Config { db: { host: string; port: number }; flags: readonly string[]; [extra: string]: unknown }

class Container {
  private readonly made = new Map<symbol, unknown>();
  private readonly makers = new Map<symbol, (c: Container) => unknown>();
  register<T>({ key }: Token<T>, make: (c: Container) => T): this { this.makers.set(key, make); return this; }
  get<T>({ key }: Token<T>): T {
    if (!this.made.has(key)) {
      const make = this.makers.get(key);
      if (!make) throw new TypeError(`nothing is registered for ${key.description}`);
      this.made.set(key, make(this));
    }
    return this.made.get(key) as T;
  }
}

abstract class Repository<Row extends { id: string }> {
  protected rows: { [id: string]: Row } = {};
  constructor(protected readonly log: Logger, public readonly table = "rows") {}
  abstract validate(row: Row): asserts row is Row;
  save(row: Row): void { this.validate(row); this.rows[row.id] = row; this.log.log(`${this.table}+${row.id}`); }
  get count() { return Object.keys(this.rows).length; }
}
class Users extends Repository<{ id: string; age: number }> {
  override validate(row: { id: string; age: number }): asserts row is { id: string; age: number } {
    if (!(row.age >= 0)) throw new RangeError(`age of ${row.id}: ${row.age}`);
  }
}

const out: string[] = [];
const config: Config = JSON.parse(await readFile("/di/config.json", "utf8"));
const container = new Container()
  .register(LOGGER, (): Logger => ({ log: (m) => void out.push(m) }))
  .register(CONFIG, () => config);
const users = new Users(container.get(LOGGER), "users");
users.save({ id: "a", age: 1 });
try { users.save({ id: "b", age: -1 }); } catch (e: unknown) { if (e instanceof RangeError) out.push(e.message); else throw e; }
try { container.get(token<number>("nope")); } catch (e) { out.push((e as Error).message); }
export default { out, count: users.count, same: container.get(LOGGER) === container.get(LOGGER), port: container.get(CONFIG).db.port, flags: container.get(CONFIG).flags?.[1]! };
//= result: {
//=   out: ["users+a", "age of b: -1", "nothing is registered for nope"],
//=   count: 1,
//=   same: true,
//=   port: 5432,
//=   flags: "b",
//= }
