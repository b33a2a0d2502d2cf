const log = (target: unknown) => target;
@log
class User {}
return User.name;

//= does not parse: SyntaxError
//= message: decorators are not supported: call the function yourself on the class or the method
//= at: 2:1
