//! about = "A module with helpers and a run function that nothing calls."
//! [files]
//! "/a/x.txt" = "x"
//! "/a/y.txt" = "yy"

const ROOT: string = "/a";

interface Row { path: string; size: number }

async function rows(root: string): Promise<Row[]> {
  const found = await state.find(root, { type: "file" });
  return found.map(({ path, size }) => ({ path, size }));
}

const total = (list: readonly Row[]): number => list.reduce((n, { size }) => n + size, 0);

export async function run(): Promise<{ total: number; rows: Row[] }> {
  const list = await rows(ROOT);
  return { total: total(list), rows: list };
}
//= result: { total: 3, rows: [{ path: "/a/x.txt", size: 1 }, { path: "/a/y.txt", size: 2 }] }
