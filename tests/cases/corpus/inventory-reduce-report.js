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

