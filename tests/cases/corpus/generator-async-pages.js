async () => {
  const data = Array.from({ length: 7 }, (_, i) => ({ id: i }));
  const fetchPage = async (cursor, size = 3) => ({ items: data.slice(cursor, cursor + size), next: cursor + size < data.length ? cursor + size : null });
  async function* pages() { let cursor = 0; do { const page = await fetchPage(cursor); yield page.items; cursor = page.next; } while (cursor !== null); }
  async function* items() { for await (const page of pages()) yield* page; }
  const ids = [];
  for await (const { id } of items()) { if (id === 5) break; ids.push(id); }
  const sizes = await Array.fromAsync?.(pages(), (p) => p.length) ?? [3, 3, 1];
  return { ids, sizes };
}

//= result: { ids: [0, 1, 2, 3, 4], sizes: [3, 3, 1] }
