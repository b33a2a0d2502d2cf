

async () => {
  return 6;
}

//= result: 6
