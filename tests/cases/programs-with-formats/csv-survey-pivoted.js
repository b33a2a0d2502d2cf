//! about = "Answers of a survey, one a line, become one line for each person and one column for each question."
//! [files]
//! "/answers.csv" = """
//! person,question,answer
//! p1,age,34
//! p1,city,"Lyon, FR"
//! p2,age,28
//! p2,likes,"tea
//! and cake"
//! p1,likes,coffee
//! p3,city,Oslo
//! p3,age,
//! """

async () => {
  const answers = await state.readCsv("/answers.csv", { header: true });
  const questions = [...new Set(answers.map((a) => a.question))].sort();
  const people = new Map();
  for (const { person, question, answer } of answers) {
    if (!people.has(person)) people.set(person, { person });
    people.get(person)[question] = answer;
  }
  await state.writeCsv("/pivot.csv", [...people.values()], { columns: ["person", ...questions] });
  return await state.readCsv("/pivot.csv");
}
//= result: [
//=   ["person", "age", "city", "likes"],
//=   ["p1", "34", "Lyon, FR", "coffee"],
//=   ["p2", "28", "", "tea\nand cake"],
//=   ["p3", "", "Oslo", ""],
//= ]
//= created: /pivot.csv (- -> 78)
