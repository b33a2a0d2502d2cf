async () => {
  const calendar = (year, month) => {
    const first = new Date(Date.UTC(year, month - 1, 1));
    const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
    const lead = (first.getUTCDay() + 6) % 7;
    const cells = [...Array(lead).fill('  '), ...Array.from({ length: days }, (_, i) => String(i + 1).padStart(2))];
    const weeks = [];
    while (cells.length) weeks.push(cells.splice(0, 7).join(' '));
    return ['Mo Tu We Th Fr Sa Su', ...weeks].join('\n');
  };
  console.log(calendar(2024, 2));
  const leap = [1900, 2000, 2023, 2024].filter((y) => new Date(Date.UTC(y, 1, 29)).getUTCMonth() === 1);
  return { rows: calendar(2023, 10).split('\n').length, leap };
}

//= result: { rows: 7, leap: [2000, 2024] }
//= console.log: "Mo Tu We Th Fr Sa Su\n          1  2  3  4\n 5  6  7  8  9 10 11\n12 13 14 15 16 17 18\n19 20 21 22 23 24 25\n26 27 28 29"
