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
//= result: undefined
//= console.log: 24 lines, 70099.9
//= console.log: "Department,Account,Month,Amount\nSales,Travel,Jan,1200\nSales,Travel,Feb,900\nSales,Travel,Apr,1500\nSales,Travel,Jun,2000\nSales,Travel,Sep,1100\nSales,Travel,Oct,950\nSales,Travel,Nov,1000\nSales,Travel,Dec,400\nSales,Fairs,Mar,8000\nSales,Fairs,Sep,12500\nIT,Licences,Jan,3100\nIT,Licences,Feb,3100\nIT,Licences,Mar,3100"
//= created: /budget-long.csv (- -> 559)
