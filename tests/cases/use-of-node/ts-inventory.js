//! about = "Types, an enum, an abstract class, generics and guards, compiled away."
//! [files]
//! "/inv/items.json" = "[{\"sku\":\"A1\",\"kind\":0,\"qty\":3},{\"sku\":\"B2\",\"kind\":1,\"qty\":0},{\"sku\":\"\",\"kind\":7}]"

import { promises as fs } from "fs";
import type { PathLike } from "fs";

enum Kind { Tool, Part = 1, Other = "x".length + 6 }

interface Item { readonly sku: string; kind: Kind; qty?: number }
type Result<T> = { ok: true; value: T } | { ok: false; why: string };

abstract class Store<T extends object> {
  protected constructor(private readonly where: PathLike, public label: string = "store") {}
  abstract check(raw: unknown): Result<T>;
  async load(): Promise<Array<Result<T>>> {
    const raw = JSON.parse(await fs.readFile(this.where, "utf8")) as unknown[];
    return raw.map((one) => this.check(one));
  }
}

class Items extends Store<Item> {
  static open(where: string): Items { return new Items(where, "items"); }
  check(raw: unknown): Result<Item> {
    return isItem(raw) ? { ok: true, value: raw } : { ok: false, why: `bad ${JSON.stringify(raw)}` };
  }
}

function isItem(value: any): value is Item {
  return typeof value?.sku === "string" && value.sku !== "" && value.kind in Kind;
}

export default async function main(): Promise<Record<string, unknown>> {
  const store = Items.open("/inv/items.json");
  const results = await store.load();
  const good = results.filter((r): r is Extract<typeof r, { ok: true }> => r.ok).map((r) => r.value);
  return {
    label: store.label,
    kinds: good.map((i) => Kind[i.kind] as keyof typeof Kind),
    total: good.reduce<number>((n, { qty = 0 }) => n + qty, 0),
    bad: results.flatMap((r) => (r.ok ? [] : [r.why])),
    members: Object.entries(Kind),
  } satisfies Record<string, unknown>;
}
//= result: {
//=   label: "items",
//=   kinds: ["Tool", "Part"],
//=   total: 3,
//=   bad: ["bad {\"sku\":\"\",\"kind\":7}"],
//=   members: [["0", "Tool"], ["1", "Part"], ["7", "Other"], ["Tool", 0], ["Part", 1], ["Other", 7]],
//= }
