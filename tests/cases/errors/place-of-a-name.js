const list = [1];
list.push(2); list.push(lost);
return list;

//= throws: ReferenceError
//= message: lost is not defined
//= at: 2:25
