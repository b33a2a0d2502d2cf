//! about = "A table with a column for each month becomes one line for each month that has a value."
//! [files]
//! "/budget.csv" = """
//! Department,Account,Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec
//! Sales,Travel,1200,900,,1500,,2000,,,1100,950,1000,400
//! Sales,Fairs,,,8000,,,,,,"12,500",,,
//! IT,Licences,3100,3100,3100,3100,3100,3100,3250,3250,3250,3250,3250,3250
//! IT,"Hardware, used",,450,,,,,,,,,,1999.90
//! """

const fs = require("fs");
const { parse } = require("csv-parse/sync");
const { stringify } = require("csv-stringify/sync");

const rows = parse(fs.readFileSync("/budget.csv"), { columns: true });
const long = rows.flatMap(({ Department, Account, ...months }) =>
  Object.entries(months)
    .filter(([, amount]) => amount !== "")
    .map(([month, amount]) => ({ Department, Account, Month: month, Amount: parseFloat(amount.replaceAll(",", "")) })),
);
fs.writeFileSync("/budget-long.csv", stringify(long, { header: true }));
console.log(long.length, "lines,", long.reduce((sum, r) => sum + r.Amount, 0));
console.log(fs.readFileSync("/budget-long.csv", "utf8").split("\n").slice(0, 14).join("\n"));
