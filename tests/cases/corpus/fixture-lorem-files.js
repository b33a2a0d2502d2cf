async () => {
  const words = 'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor'.split(' ');
  let n = 7;
  const next = (max) => (n = (n * 1103515245 + 12345) % 2147483648) % max;
  const sentence = () => { const list = Array.from({ length: 4 + next(5) }, () => words[next(words.length)]); return list.join(' ').replace(/^./, (c) => c.toUpperCase()) + '.'; };
  const files = new Map();
  for (const folder of ['docs', 'src/deep']) for (let i = 1; i <= 2; i++) files.set(`/${folder}/file-${String(i).padStart(3, '0')}.txt`, Array.from({ length: 2 }, sentence).join(' ') + '\n');
  return { files: Object.fromEntries(files), bytes: [...files.values()].reduce((s, t) => s + new TextEncoder().encode(t).length, 0) };
}

//= result: {
//=   files: {
//=     "/docs/file-001.txt": "Lorem amet lorem sed sed. Sed lorem sed sed lorem.\n",
//=     "/docs/file-002.txt": "Amet amet lorem lorem amet lorem amet. Amet amet sed lorem.\n",
//=     "/src/deep/file-001.txt": "Lorem amet lorem amet amet sed lorem. Amet sed sed sed amet amet sed.\n",
//=     "/src/deep/file-002.txt": "Lorem amet lorem sed lorem sed sed. Lorem amet amet amet lorem.\n",
//=   },
//=   bytes: 245,
//= }
