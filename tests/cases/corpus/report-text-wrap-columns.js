async () => {
  const text = 'The quick brown fox jumps over the lazy dog while an extraordinarily-long-word refuses to break nicely.';
  const wrap = (s, width) => s.split(' ').reduce((lines, word) => { const last = lines.at(-1); if ((last + ' ' + word).trim().length <= width) lines[lines.length - 1] = (last + ' ' + word).trim(); else lines.push(word); return lines; }, ['']);
  const justify = (line, width) => { const words = line.split(' '); if (words.length === 1) return line; let gaps = width - words.join('').length; return words.reduce((out, w, i) => { if (!i) return w; const n = Math.ceil(gaps / (words.length - i)); gaps -= n; return out + ' '.repeat(n) + w; }, ''); };
  const lines = wrap(text, 24);
  return { lines, justified: lines.slice(0, -1).map((l) => justify(l, 24)), longest: Math.max(...lines.map((l) => l.length)) };
}

//= result: {
//=   lines: [
//=     "The quick brown fox",
//=     "jumps over the lazy dog",
//=     "while an",
//=     "extraordinarily-long-word",
//=     "refuses to break nicely.",
//=   ],
//=   justified: [
//=     "The   quick   brown  fox",
//=     "jumps  over the lazy dog",
//=     "while                 an",
//=     "extraordinarily-long-word",
//=   ],
//=   longest: 25,
//= }
