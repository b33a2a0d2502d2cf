//! about = "An invoice with amounts and dates in several languages."

import { writeFileSync } from "fs";

const lines = [["Widget", 3, 19.99], ["Größe XL", 1, 1234.5], ["Rabatt", 1, -50]];
const total = lines.reduce((sum, [, n, price]) => sum + n * price, 0);
const date = new Date(Date.UTC(2024, 1, 29, 23, 59, 59));
const out = [];
for (const [locale, currency] of [["en-US", "USD"], ["de-DE", "EUR"], ["ja-JP", "JPY"], ["fr-CH", "CHF"]]) {
  const money = new Intl.NumberFormat(locale, { style: "currency", currency });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  out.push(`${locale}: ${money.format(total)} ${day.format(date)} ${(1234567.891).toLocaleString(locale)}`);
}
out.push(date.toLocaleDateString("en-GB"), date.toLocaleTimeString("en-US", { timeZone: "America/New_York", timeZoneName: "short" }));
out.push(new Date(2024, 0, 31).toISOString(), new Date("2024-03-10").getDay(), String(new Date("nope")));
const next = new Date(date); next.setUTCMonth(next.getUTCMonth() + 12);
out.push(next.toISOString(), (next - date) / 864e5, new Date(date.getTime() + 1000).toJSON(), date.toString());
out.push(new Intl.PluralRules("en", { type: "ordinal" }).select(22), new Intl.ListFormat("en").format(["a", "b", "c"]), new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(-1, "day"));
out.push((0.1 + 0.2).toFixed(2), (1e21).toString(), (255).toString(16), Number("0x1f"), parseInt("12px"), (1.005).toFixed(2), (25).toString(36), 0.000001234.toExponential(2), 5e-324);
out.push(["ä", "a", "z", "Z", "é"].sort(new Intl.Collator("de").compare).join(""), ["10", "9", "1"].sort(new Intl.Collator(undefined, { numeric: true }).compare).join());
writeFileSync("/invoice.txt", out.join("\n"));
for (const line of out) console.log(line);
//= result: undefined
//= console.log: en-US: $1,244.47 February 29, 2024 1,234,567.891
//= console.log: de-DE: 1.244,47 € 29. Februar 2024 1.234.567,891
//= console.log: ja-JP: ￥1,244 2024年2月29日 1,234,567.891
//= console.log: fr-CH: 1'244.47 CHF 29 février 2024 1'234'567,891
//= console.log: 29/02/2024
//= console.log: 6:59:59 PM EST
//= console.log: 2024-01-31T00:00:00.000Z
//= console.log: 0
//= console.log: Invalid Date
//= console.log: 2025-03-01T23:59:59.000Z
//= console.log: 366
//= console.log: 2024-03-01T00:00:00.000Z
//= console.log: Thu Feb 29 2024 23:59:59 GMT+0000 (Coordinated Universal Time)
//= console.log: two
//= console.log: a, b, and c
//= console.log: yesterday
//= console.log: 0.30
//= console.log: 1e+21
//= console.log: ff
//= console.log: 31
//= console.log: 12
//= console.log: 1.00
//= console.log: p
//= console.log: 1.23e-6
//= console.log: 5e-324
//= console.log: aäézZ
//= console.log: 1,9,10
//= created: /invoice.txt (- -> 465)
