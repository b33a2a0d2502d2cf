async () => {
  const tree = { name: '/', children: [{ name: 'src', children: [{ name: 'a.js', size: 10 }, { name: 'lib', children: [{ name: 'b.js', size: 32 }] }] }, { name: 'README', size: 5 }] };
  const size = (node) => node.size ?? node.children.reduce((sum, child) => sum + size(child), 0);
  const draw = (node, prefix = '', isLast = true, isRoot = true) => {
    const line = isRoot ? node.name : `${prefix}${isLast ? '└── ' : '├── '}${node.name} (${size(node)})`;
    const next = isRoot ? '' : prefix + (isLast ? '    ' : '│   ');
    return [line, ...(node.children ?? []).flatMap((c, i, all) => draw(c, next, i === all.length - 1, false))];
  };
  console.log(draw(tree).join('\n'));
  return size(tree);
}

//= result: 47
//= console.log: "/\n├── src (42)\n│   ├── a.js (10)\n│   └── lib (32)\n│       └── b.js (32)\n└── README (5)"
