enum A { X = 'text', Y }
return A.Y;
//= does not parse: SyntaxError
//= message: a member of an `enum` that follows a text needs a value of its own
//= at: 1:22
