async function main() {
  return helper() + 1;
}

function helper() {
  return 1;
}

//= result: 2
