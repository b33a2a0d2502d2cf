import MarkdownIt from "markdown-it";

const text = `Title
=====

1. one
2. two

   more of *two*

\`\`\`html
<b>&amp;</b>
\`\`\`

"Smart" -- quotes... (c) and 'single'. www.example.com a\\*b
<i>raw</i> &copy; &#x41; ![a](b "c") [d][e] **x*y*z** ~~s~~

| h | i |
|---|:-:|
| 1 | 2 |

[e]: /url "title"
`;

export default () => {
  const full = new MarkdownIt({ html: true, linkify: true, typographer: true, breaks: true });
  const plain = new MarkdownIt("commonmark");
  const own = new MarkdownIt();
  own.renderer.rules.strong_open = () => "<b>";
  own.renderer.rules.strong_close = () => "</b>";
  own.inline.ruler.before("emphasis", "at", (state, silent) => {
    if (state.src[state.pos] !== "@") return false;
    if (!silent) state.push("at", "", 0).content = state.src.slice(state.pos + 1, state.pos + 4);
    state.pos += 4;
    return true;
  });
  own.renderer.rules.at = (tokens, index) => `<at>${tokens[index].content}</at>`;
  return {
    full: full.render(text),
    plain: plain.render(text),
    own: own.render("**hi** @bob and [bad](javascript:alert(1))"),
    tokens: full.parse("# a\n- b", {}).map((token) => [token.type, token.tag, token.nesting, token.map]),
    inline: full.renderInline("_x_ http://münchen.de/ä"),
  };
};
