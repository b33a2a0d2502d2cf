//! options.javascript_only = true

const a: number = 1;
return a;

