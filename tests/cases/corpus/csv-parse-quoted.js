async () => {
  // A CSV parser that knows quotes, doubled quotes and line ends inside of quotes.
  const text = 'id,name,note\n1,"Smith, John","said ""hi"""\n2,Ann,"two\nlines"\n3,,\n';
  function parse(input) {
    const rows = [];
    let row = [], field = '', quoted = false;
    for (let i = 0; i < input.length; i++) {
      const c = input[i];
      if (quoted) {
        if (c === '"' && input[i + 1] === '"') { field += '"'; i++; }
        else if (c === '"') quoted = false;
        else field += c;
      } else if (c === '"') quoted = true;
      else if (c === ',') { row.push(field); field = ''; }
      else if (c === '\n') { row.push(field); rows.push(row); row = []; field = ''; }
      else field += c;
    }
    if (field || row.length) { row.push(field); rows.push(row); }
    return rows;
  }
  const [header, ...rows] = parse(text);
  return rows.map((r) => Object.fromEntries(header.map((h, i) => [h, r[i]])));
}

//= result: [
//=   { id: "1", name: "Smith, John", note: "said \"hi\"" },
//=   { id: "2", name: "Ann", note: "two\nlines" },
//=   { id: "3", name: "", note: "" },
//= ]
