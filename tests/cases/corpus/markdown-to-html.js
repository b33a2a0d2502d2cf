async () => {
  const source = `# Hello\n\nSome **bold** and *em* with \`code <b>\` and [link](https://x.y/?a=1&b=2).\n\n- one\n- two **2**\n\n1. first\n2. second\n\n> quote\n`;
  const escape = (s) => s.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);
  const inline = (s) => escape(s)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\*([^*]+)\*/g, '<em>$1</em>')
    .replace(/\[([^\]]+)\]\(([^)]+)\)/g, '<a href="$2">$1</a>');
  const html = source.trim().split(/\n{2,}/).map((block) => {
    const lines = block.split('\n');
    const heading = /^(#+) (.*)$/.exec(block);
    if (heading) return `<h${heading[1].length}>${inline(heading[2])}</h${heading[1].length}>`;
    if (lines.every((l) => /^- /.test(l))) return `<ul>${lines.map((l) => `<li>${inline(l.slice(2))}</li>`).join('')}</ul>`;
    if (lines.every((l) => /^\d+\. /.test(l))) return `<ol>${lines.map((l) => `<li>${inline(l.replace(/^\d+\. /, ''))}</li>`).join('')}</ol>`;
    if (lines.every((l) => l.startsWith('> '))) return `<blockquote>${lines.map((l) => inline(l.slice(2))).join('<br>')}</blockquote>`;
    return `<p>${inline(lines.join(' '))}</p>`;
  });
  return html.join('\n');
}

//= result: "<h1>Hello</h1>\n<p>Some <strong>bold</strong> and <em>em</em> with <code>code &lt;b&gt;</code> and <a href=\"https://x.y/?a=1&amp;b=2\">link</a>.</p>\n<ul><li>one</li><li>two <strong>2</strong></li></ul>\n<ol><li>first</li><li>second</li></ol>\n<blockquote>quote</blockquote>"
