async () => {
  const html = '<div id="a" data-x=1 hidden><p>Hi &amp; bye</p><br/><img src="i.png" alt=""></div>';
  const voids = new Set(['br', 'img', 'hr', 'input']);
  const root = { tag: '#root', children: [] };
  const stack = [root];
  const token = /<(\/?)([a-z][\w-]*)((?:\s+[\w-]+(?:=(?:"[^"]*"|[^\s>"]+))?)*)\s*(\/?)>|([^<]+)/gi;
  for (const [, close, tag, attributes, self, text] of html.matchAll(token)) {
    const top = stack.at(-1);
    if (text !== undefined) { top.children.push(text.replaceAll('&amp;', '&')); continue; }
    if (close) { if (top.tag !== tag) throw new Error(`unexpected </${tag}>`); stack.pop(); continue; }
    const node = { tag, children: [] };
    for (const [, name, , quoted, bare] of attributes.matchAll(/([\w-]+)(=(?:"([^"]*)"|([^\s"]+)))?/g)) (node.attributes ??= {})[name] = quoted ?? bare ?? true;
    top.children.push(node);
    if (!self && !voids.has(tag)) stack.push(node);
  }
  const outline = (node, depth = 0) => typeof node === 'string' ? [`${' '.repeat(depth)}"${node}"`] : [`${' '.repeat(depth)}${node.tag}`, ...node.children.flatMap((c) => outline(c, depth + 1))];
  return { tree: root.children, outline: outline(root) };
}

//= result: {
//=   tree: [
//=     {
//=       tag: "div",
//=       children: [
//=         { tag: "p", children: ["Hi & bye"] },
//=         { tag: "br", children: [] },
//=         { tag: "img", children: [], attributes: { src: "i.png", alt: "" } },
//=       ],
//=       attributes: { id: "a", "data-x": "1", hidden: true },
//=     },
//=   ],
//=   outline: ["#root", " div", "  p", "   \"Hi & bye\"", "  br", "  img"],
//= }
