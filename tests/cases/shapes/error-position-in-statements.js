const a = null;

a.b;

//= throws: TypeError
//= message: Cannot read properties of null (reading 'b')
//= at: 3:3
