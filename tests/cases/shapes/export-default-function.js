export default async function job() {
  return 1;
}

//= result: 1
