const a = null;

a.b;

//= throws: TypeError
//= message: Cannot read properties of null or undefined (reading 'b'): a is null or undefined
//= at: 3:3
