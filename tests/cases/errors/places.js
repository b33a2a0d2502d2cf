const data = { rows: undefined };
function total(rows) {
  return rows.length;
}
const first = total([]);
const second = total(data.rows);
return first + second;

//= throws: TypeError
//= message: Cannot read properties of undefined (reading 'length')
//= at: 3:15
