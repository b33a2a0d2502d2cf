class User { constructor(private readonly name: string) {} }
return new User('Ann');

