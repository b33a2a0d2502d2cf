//! [files]
//! "/pkg/package.json" = "{\"main\":\"lib/start.js\"}"
//! "/pkg/lib/start.js" = "module.exports = { name: \"start\" };"
//! "/pkg/index.js" = "module.exports = { name: \"index\" };"

const pkg = require("/pkg");
return pkg.name;
//= result: "start"
