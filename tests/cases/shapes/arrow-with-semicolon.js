async () => 1;

//= result: 1
