export enum Status { Active = 'active', Closed = 'closed' }
interface Row { status: Status }
export async function main(): Promise<Row[]> {
  return Object.values(Status).map((status) => ({ status }));
}
//= result: [{ status: "active" }, { status: "closed" }]
