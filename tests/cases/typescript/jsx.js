const page: unknown = <div className="a">hi</div>;
return page;

//= does not parse: SyntaxError
//= message: Expected `>` but found `Identifier`. JSX is not supported: build the text with template literals
//= at: 1:28
