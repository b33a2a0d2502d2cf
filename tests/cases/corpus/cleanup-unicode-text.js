async () => {
  const lines = ['Ｃａｆé\u00a0  “quoted” – dash…', 'e\u0301 vs é', 'tab\tand\u200bzero\u200bwidth', 'ﬁne İstanbul ß'];
  const clean = lines.map((s) => s.normalize('NFKC').replace(/[“”]/g, '"').replace(/[–—]/g, '-').replace(/[\u200b-\u200d\ufeff]/g, '').replace(/\s+/g, ' ').trim());
  const plain = clean.map((s) => s.normalize('NFD').replace(/\p{M}/gu, ''));
  return { clean, plain, upper: clean[3].toUpperCase(), lengths: clean.map((s) => [s.length, [...s].length]), wellFormed: ['a\ud800'.isWellFormed(), 'a\ud800'.toWellFormed()] };
}

//= result: {
//=   clean: ["Café \"quoted\" - dash...", "é vs é", "tab andzerowidth", "fine İstanbul ß"],
//=   plain: ["Cafe \"quoted\" - dash...", "e vs e", "tab andzerowidth", "fine Istanbul ß"],
//=   upper: "FINE İSTANBUL SS",
//=   lengths: [[23, 23], [6, 6], [16, 16], [15, 15]],
//=   wellFormed: [false, "a�"],
//= }
