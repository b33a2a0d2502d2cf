//! about = "Dates of a month, with Intl."

const month = new Date(Date.UTC(2024, 1, 1));
const days = new Date(Date.UTC(2024, 2, 0)).getUTCDate();
const lead = (month.getUTCDay() + 6) % 7;
const cells = [...Array(lead).fill("  "), ...Array.from({ length: days }, (_, i) => String(i + 1).padStart(2))];
const weeks = [];
while (cells.length) weeks.push(cells.splice(0, 7).join(" "));
console.log(new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" }).format(month));
console.log("Mo Tu We Th Fr Sa Su");
console.log(weeks.join("\n"));
const money = new Intl.NumberFormat("de-DE", { style: "currency", currency: "EUR" });
console.log([1234.5, -0.005, 1e6].map((n) => money.format(n)).join(" | "));
console.log(new Intl.ListFormat("en", { type: "conjunction" }).format(["a", "b", "c"]), new Intl.PluralRules("en", { type: "ordinal" }).select(22));
//= result: undefined
//= console.log: February 2024
//= console.log: Mo Tu We Th Fr Sa Su
//= console.log: "          1  2  3  4\n 5  6  7  8  9 10 11\n12 13 14 15 16 17 18\n19 20 21 22 23 24 25\n26 27 28 29"
//= console.log: 1.234,50 € | -0,01 € | 1.000.000,00 €
//= console.log: a, b, and c two
