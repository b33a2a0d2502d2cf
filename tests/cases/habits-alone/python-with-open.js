//+ files-project

with open("/README.md") as f: print(f.read())
//= does not parse: SyntaxError
//= message: Unexpected token 'open', expected '('
//= at: 21:6
