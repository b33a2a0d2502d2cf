const load = async () => 5;
class Loader { value = await load(); }
return new Loader().value;
//= does not parse: SyntaxError
//= message: Unexpected token 'load', expected ';'. `await` works at the top level and inside async functions only: write `async` before the function around it
//= at: 2:30
