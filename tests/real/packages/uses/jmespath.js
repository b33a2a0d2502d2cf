import jmespath from "jmespath";

const data = { people: [{ name: "Ann", age: 30, tags: ["a", "b"] }, { name: "Bob", age: 20, tags: [] }, { name: "Cy", age: 25, tags: ["c"] }], ops: { f1: { n: 1 }, f2: { n: 2 } }, "odd key": [[0, 1], [2, 3]] };

export default () => ({
  found: ["people[0].name", "people[*].name", "people[-1]", "people[:2].age", "people[::-1].name", "people[?age > `22`].name", "ops.*.n", "\"odd key\"[]", "people[].tags[]", "people[*].{n: name, first: tags[0]}", "people | [1]", "people[?contains(tags, 'c')] | [0].name", "missing || 'none'", "people[?!tags].name", "@.people[?name=='Ann' && age<`40`].age | [0]"].map((expression) => jmespath.search(data, expression)),
  functions: ["length(people)", "sort_by(people, &age)[*].name", "max_by(people, &age).name", "sum(people[*].age)", "avg(people[*].age)", "keys(ops)", "join(', ', people[*].name)", "map(&length(tags), people)", "reverse(people[*].age)", "to_string(ops)", "type(people)", "merge(ops, {x: `1`})", "to_number('1e3')", "not_null(missing, `5`)", "starts_with('abc', 'ab')", "sort(people[*].name)", "ceil(`1.2`)", "values(ops)"].map((expression) => jmespath.search(data, expression)),
  tree: jmespath.compile("a.b[?c=='d']"),
  errors: ["a[", "length(`1`)", "nothing(@)", "a..b", "abs('x')"].map((expression) => { try { return jmespath.search(data, expression); } catch (error) { return [error.name, error.message]; } }),
});
