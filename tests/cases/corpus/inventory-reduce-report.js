async () => {
  const moves = [{ sku: 'pen', qty: 10 }, { sku: 'mug', qty: 4 }, { sku: 'pen', qty: -3 }, { sku: 'mug', qty: -5 }, { sku: 'cap', qty: 1 }];
  const { stock, short } = moves.reduce((acc, { sku, qty }) => {
    const next = (acc.stock[sku] ?? 0) + qty;
    if (next < 0) acc.short.push({ sku, missing: -next });
    acc.stock[sku] = Math.max(0, next);
    return acc;
  }, { stock: {}, short: [] });
  console.table(Object.entries(stock).map(([sku, qty]) => ({ sku, qty })));
  console.log('%s has %d of %j', 'stock', 3, { a: 1 });
  console.warn('short:', short);
  return { stock, short, low: Object.keys(stock).filter((k) => stock[k] < 2).sort() };
}

//= result: {
//=   stock: { pen: 7, mug: 0, cap: 1 },
//=   short: [{ sku: "mug", missing: 1 }],
//=   low: ["cap", "mug"],
//= }
//= console.log: "┌─────────┬───────┬─────┐\n│ (index) │ sku   │ qty │\n├─────────┼───────┼─────┤\n│ 0       │ 'pen' │ 7   │\n│ 1       │ 'mug' │ 0   │\n│ 2       │ 'cap' │ 1   │\n└─────────┴───────┴─────┘"
//= console.log: stock has 3 of {"a":1}
//= console.warn: short: [ { sku: 'mug', missing: 1 } ]
