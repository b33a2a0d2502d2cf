async () => {
  const text = '{"created":"2024-03-01T10:00:00.000Z","items":[{"at":"2024-03-02T00:00:00.000Z","n":1}],"name":"2024"}';
  const iso = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
  const seen = [];
  const value = JSON.parse(text, function (key, item) {
    seen.push(key);
    return typeof item === 'string' && iso.test(item) ? new Date(item) : item;
  });
  const days = (value.items[0].at - value.created) / 864e5;
  const back = JSON.stringify(value, (key, item) => (key === 'n' ? item * 10 : item), 1);
  return { days, isDate: value.created instanceof Date, name: value.name, seen, back };
}

//= result: {
//=   days: 0.5833333333333334,
//=   isDate: true,
//=   name: "2024",
//=   seen: ["created", "at", "n", "0", "items", "name", ""],
//=   back: "{\n \"created\": \"2024-03-01T10:00:00.000Z\",\n \"items\": [\n  {\n   \"at\": \"2024-03-02T00:00:00.000Z\",\n   \"n\": 10\n  }\n ],\n \"name\": \"2024\"\n}",
//= }
