//! about = "Orders get the names of their customers, customers without orders stay, orders without a customer are told."
//! [files]
//! "/customers.csv" = """
//! id,name,country,tier
//! C-01,"Meyer & Sons, Ltd.",DE,gold
//! C-02,Ada Lovelace,GB,silver
//! C-03,Nils Åkesson,SE,
//! C-04,"O""Brien Foods",IE,gold
//! """
//! "/orders.csv" = """
//! order,customer,total
//! 5001,C-02,120.50
//! 5002,C-01,89.90
//! 5003,C-09,15.00
//! 5004,C-01,1210.10
//! 5005,C-04,300
//! """

const fs = require("fs");

const load = (file) => CSV.parse(fs.readFileSync(file, "utf8"), { header: true });
const customers = load("/customers.csv");
const orders = load("/orders.csv");
const byCustomer = Object.groupBy(orders, (o) => o.customer);

const report = customers.map(({ id, name, country, tier }) => {
  const own = byCustomer[id] ?? [];
  return { id, name, country, tier: tier || "none", orders: own.length, total: own.reduce((sum, o) => sum + Number(o.total), 0).toFixed(2) };
});
fs.writeFileSync("/report.csv", CSV.stringify(report));

const known = new Set(customers.map((c) => c.id));
console.log(fs.readFileSync("/report.csv", "utf8"));
console.log("without a customer:", orders.filter((o) => !known.has(o.customer)).map((o) => o.order));
//= result: undefined
//= console.log: "id,name,country,tier,orders,total\nC-01,\"Meyer & Sons, Ltd.\",DE,gold,2,1300.00\nC-02,Ada Lovelace,GB,silver,1,120.50\nC-03,Nils Åkesson,SE,none,0,0.00\nC-04,\"O\"\"Brien Foods\",IE,gold,1,300.00\n"
//= console.log: without a customer: [ '5003' ]
//= created: /report.csv (- -> 188)
