import { Marked, marked } from "marked";

const text = `# Title *with* \`code\`

A paragraph with **bold**, _it_, ~~gone~~, <b>html</b> & [link](http://a.b "t") and ![img](x.png).
Auto: https://example.com/?a=1&b=2. Line  
break

- one
  - nested
- [x] done
1. first
2. second

> quote
> > deeper

| a | b |
|:--|--:|
| 1 | \`|\` |

\`\`\`js
if (a < b) { }
\`\`\`

    indented

***
[ref]: http://ref.example 'T'
See [ref].
`;

export default async () => {
  const own = new Marked({
    renderer: { heading({ tokens, depth }) { return `<h${depth} id="x">${this.parser.parseInline(tokens)}</h${depth}>\n`; } },
    walkTokens(token) { if (token.type === "link") token.href += "#seen"; },
    extensions: [{ name: "mark", level: "inline", start: (src) => src.indexOf("=="), tokenizer(src) { const found = /^==([^=]+)==/.exec(src); return found && { type: "mark", raw: found[0], text: found[1] }; }, renderer: (token) => `<mark>${token.text}</mark>` }],
  });
  return {
    html: marked.parse(text),
    inline: marked.parseInline("a *b* `c`"),
    tokens: marked.lexer(text).map((token) => token.type),
    breaks: marked.parse("a\nb", { breaks: true }),
    own: own.parse("# hi ==there==\n[x](y)"),
    async: await new Marked({ async: true }).parse("**x**"),
    plain: marked.parse("* a\n\n* b", { gfm: false }),
  };
};
