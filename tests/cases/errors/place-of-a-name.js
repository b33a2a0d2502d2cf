const list = [1];
list.push(2); list.push(lost);
return list;

