async () => { return null.x; }

//= throws: TypeError
//= message: Cannot read properties of null (reading 'x')
//= at: 1:27
