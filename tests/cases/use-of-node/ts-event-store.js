//! about = "Unions with tags, exhaustive checks, overloads, generics with defaults, and a namespace."
//! [files]
//! "/events.jsonl" = "{\"type\":\"opened\",\"id\":1,\"owner\":\"ann\"}\n{\"type\":\"paid\",\"id\":1,\"amount\":12.5}\n{\"type\":\"paid\",\"id\":2,\"amount\":1}\n{\"type\":\"closed\",\"id\":1}\n"

import * as fs from "node:fs";

type Opened = { type: "opened"; id: number; owner: string };
type Paid = { type: "paid"; id: number; amount: number };
type Closed = { type: "closed"; id: number };
type Event = Opened | Paid | Closed;
type Account = { owner?: string; total: number; open: boolean };

namespace Format {
  export const money = (n: number): string => n.toFixed(2);
  export namespace Deep { export let calls = 0; }
}

function never(value: never): never {
  throw new Error(`unknown event ${JSON.stringify(value)}`);
}

function pick<T, K extends keyof T>(from: T, ...keys: K[]): Pick<T, K>;
function pick(from: any, ...keys: any[]): any {
  Format.Deep.calls++;
  return Object.fromEntries(keys.map((key) => [key, from[key]]));
}

class Store<E extends { id: number } = Event> {
  private accounts: Map<number, Account> = new Map<number, Account>();
  readonly #log: E[] = [];
  declare note?: string;
  constructor(protected readonly apply: (account: Account, event: E) => void) {}
  push(event: E): this {
    const account = this.accounts.get(event.id) ?? <Account>{ total: 0, open: false };
    this.apply(account, event);
    this.accounts.set(event.id, account!);
    this.#log.push(event);
    return this;
  }
  *[Symbol.iterator](): IterableIterator<[number, Account]> { yield* this.accounts; }
  get size(): number { return this.#log.length; }
}

const store = new Store<Event>((account, event): void => {
  switch (event.type) {
    case "opened": account.owner = event.owner; account.open = true; break;
    case "paid": account.total += event.amount; break;
    case "closed": account.open = false; break;
    default: never(event);
  }
});
const lines = fs.readFileSync("/events.jsonl", "utf8").split("\n").filter(Boolean) as string[];
for (const line of lines) store.push(JSON.parse(line) as Event);
const summary: Record<`#${number}`, string> = {};
for (const [id, { owner = "?", total, open }] of store) summary[`#${id}`] = `${owner} ${Format.money(total)} ${open ? "open" : "closed"}`;
console.log(summary, store.size, pick({ a: 1, b: 2 }, "a"), Format.Deep.calls, "note" in store, Object.keys(store));
const tuple = [1, "x"] as const satisfies readonly [number, string];
let maybe: string | undefined;
console.log(tuple.length, maybe?.length ?? -1, (maybe as unknown as string) === undefined, typeof (store as any).accounts);
//= result: undefined
//= console.log: { '#1': 'ann 12.50 closed', '#2': '? 1.00 closed' } 4 { a: 1 } 1 false [ 'apply', 'accounts' ]
//= console.log: 2 -1 true object
