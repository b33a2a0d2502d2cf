async () => {
  const records = [
    { sku: 'A-1', title: 'Pen, blue', price: 1.5, tags: ['office', 'ink'] },
    { sku: 'B-2', title: 'Mug "XL"', price: 12, tags: [] },
    { sku: 'C-3', title: 'Multi\nline', price: null, tags: ['x'] },
  ];
  const escape = (value) => {
    const text = value === null || value === undefined ? '' : Array.isArray(value) ? value.join(';') : String(value);
    return /[",\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
  };
  const keys = Object.keys(records[0]);
  const lines = [keys.join(','), ...records.map((r) => keys.map((k) => escape(r[k])).join(','))];
  const csv = lines.join('\r\n');
  console.log(csv.length);
  return { csv, lines: csv.split('\r\n').length };
}

//= result: {
//=   csv: "sku,title,price,tags\r\nA-1,\"Pen, blue\",1.5,office;ink\r\nB-2,\"Mug \"\"XL\"\"\",12,\r\nC-3,\"Multi\nline\",,x",
//=   lines: 4,
//= }
//= console.log: 95
