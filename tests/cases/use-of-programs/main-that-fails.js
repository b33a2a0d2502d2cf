//! about = "The usual end of a script: what fails is told, and the code is 1."

class ValidationError extends Error {
  constructor(field, message) { super(`${field}: ${message}`); this.name = this.constructor.name; this.field = field; }
}

function validate(user) {
  const errors = [];
  if (!user.name?.trim()) errors.push(new ValidationError("name", "is required"));
  if (!/^\S+@\S+$/.test(user.email ?? "")) errors.push(new ValidationError("email", "is invalid"));
  if (errors.length) throw new AggregateError(errors, `${errors.length} problems`);
  return user;
}

async function main() {
  console.log(validate({ name: "Ann", email: "a@b.c" }).name);
  validate({ name: " ", email: "x" });
}

main()
  .catch((error) => {
    console.log(error.name, error.message, error.errors.map((e) => `${e.name} ${e.field}`));
    process.exit(1);
  })
  .finally(() => console.log("never printed"));
//= throws: Error
//= message: exited with code 1
//= console.log: Ann
//= console.log: AggregateError 2 problems [ 'ValidationError name', 'ValidationError email' ]
