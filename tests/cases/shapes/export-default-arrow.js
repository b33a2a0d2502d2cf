export default async () => 1;

//= result: 1
