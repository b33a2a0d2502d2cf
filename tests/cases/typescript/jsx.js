const page: unknown = <div className="a">hi</div>;
return page;

//= does not parse: SyntaxError
//= message: Expected `>` but found `Identifier`
//= at: 1:28
