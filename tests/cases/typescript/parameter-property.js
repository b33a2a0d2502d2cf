class User { constructor(private readonly name: string) {} }
return new User('Ann');

//= does not parse: SyntaxError
//= message: TypeScript's parameter properties are not supported: declare the field in the class and assign it in the constructor, e.g. this.name = name
//= at: 1:26
