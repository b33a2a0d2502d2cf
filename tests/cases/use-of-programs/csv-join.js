//! about = "Two tables are joined by a key; rows without a partner are told."
//! [files]
//! "/users.csv" = "id;name\n1;Ann\n2;Bo\n3;Cy\n"
//! "/orders.csv" = "order;user;sum\na;1;5\nb;1;7.5\nc;9;1\n"

const read = async (path) => {
  const [head, ...lines] = (await state.readFile(path)).trim().split("\n");
  const keys = head.split(";");
  return lines.map((line) => Object.fromEntries(line.split(";").map((v, i) => [keys[i], v])));
};
const [users, orders] = await Promise.all([read("/users.csv"), read("/orders.csv")]);
const byId = new Map(users.map((u) => [u.id, { ...u, orders: [] }]));
const orphans = [];
for (const order of orders) {
  const user = byId.get(order.user);
  user ? user.orders.push(order) : orphans.push(order.order);
}
const report = [...byId.values()].map(({ name, orders }) => ({ name, count: orders.length, sum: orders.reduce((n, o) => n + parseFloat(o.sum), 0) }));
console.table(report);
({ report, orphans });
//= result: {
//=   report: [
//=     { name: "Ann", count: 2, sum: 12.5 },
//=     { name: "Bo", count: 0, sum: 0 },
//=     { name: "Cy", count: 0, sum: 0 },
//=   ],
//=   orphans: ["c"],
//= }
//= console.log: "┌─────────┬───────┬───────┬──────┐\n│ (index) │ name  │ count │ sum  │\n├─────────┼───────┼───────┼──────┤\n│ 0       │ 'Ann' │ 2     │ 12.5 │\n│ 1       │ 'Bo'  │ 0     │ 0    │\n│ 2       │ 'Cy'  │ 0     │ 0    │\n└─────────┴───────┴───────┴──────┘"
