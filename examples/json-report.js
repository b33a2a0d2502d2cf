// Reads every JSON file under a folder, adds them up, and writes a report.
//
//   isolate-run examples/json-report.js --db state.sqlite
//   isolate-run examples/json-report.js --db state.sqlite --input '{"folder":"/orders"}' --json
//
// An empty folder is filled with a few orders first, so that there is something to report.
async ({ folder = "/orders" } = {}) => {
  if (!(await state.exists(folder))) {
    await state.writeJson(`${folder}/2025/01/a-17.json`, { customer: "Ann", lines: [{ item: "lamp", price: 39.5, count: 2 }] });
    await state.writeJson(`${folder}/2025/01/a-18.json`, { customer: "Bo", lines: [{ item: "desk", price: 240, count: 1 }, { item: "lamp", price: 39.5, count: 1 }] });
    await state.writeJson(`${folder}/2025/02/a-19.json`, { customer: "Ann", lines: [{ item: "chair", price: 85, count: 4 }] });
    await state.writeFile(`${folder}/2025/02/a-20.json`, '{"customer": "Cy", "lines": [');
  }

  const report = { orders: 0, total: 0, customers: {}, items: {}, unreadable: [] };
  for (const path of await state.glob(`${folder}/**/*.json`)) {
    let order;
    try {
      order = await state.readJson(path);
    } catch (error) {
      console.warn(`skipped: ${error.message}`);
      report.unreadable.push(path);
      continue;
    }
    report.orders += 1;
    for (const { item, price, count } of order.lines) {
      const sum = price * count;
      report.total += sum;
      report.customers[order.customer] = (report.customers[order.customer] ?? 0) + sum;
      report.items[item] = (report.items[item] ?? 0) + count;
    }
  }

  await state.writeJson("/report.json", report);
  await state.updateJson("/report.json", [{ op: "set", path: ".largest", value: largest(report.customers) }]);
  return state.readJson("/report.json");

  function largest(sums) {
    return Object.entries(sums).sort(([, a], [, b]) => b - a)[0]?.[0] ?? null;
  }
};
