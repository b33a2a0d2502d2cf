//! about = "Milestones with dates are sorted: what is late on a given day, how many days are left for the next."
//! [files]
//! "/milestones.toml" = """
//! today = 2024-05-06
//!
//! [[milestone]]
//! name = "Beta"
//! due = 2024-04-30
//! done = true
//!
//! [[milestone]]
//! name = "Security review"
//! due = 2024-05-02
//!
//! [[milestone]]
//! name = "Release"
//! due = 2024-05-21T09:00:00+02:00
//! owner.name = "Ann"
//! owner.standup = 09:30:00
//!
//! [[milestone]]
//! name = "Retrospective"
//! due = 2024-06-03T15:30:00
//! """

interface Milestone { name: string; due: string | Date; done?: boolean; owner?: { name: string; standup: string } }

const day = (due: string | Date): number => Math.floor(new Date(typeof due === "string" && due.length > 10 ? due + "Z" : due).getTime() / 86_400_000);

export default async () => {
  const plan = (await state.readToml("/milestones.toml")) as { today: string; milestone: Milestone[] };
  const now = day(plan.today);
  const open = plan.milestone.filter((m) => !m.done).map((m) => ({ ...m, days: day(m.due) - now }));
  const late = open.filter((m) => m.days < 0).map((m) => `${m.name}: ${-m.days} days late`);
  const next = open.filter((m) => m.days >= 0).sort((a, b) => a.days - b.days);
  return { late, next: next.map(({ name, days, owner }) => ({ name, days, owner: owner ? `${owner.name} at ${owner.standup}` : "nobody" })) };
};
//= result: {
//=   late: ["Security review: 4 days late"],
//=   next: [
//=     { name: "Release", days: 15, owner: "Ann at 09:30:00" },
//=     { name: "Retrospective", days: 28, owner: "nobody" },
//=   ],
//= }
