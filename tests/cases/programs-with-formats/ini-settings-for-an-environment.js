//! about = "Settings of an INI file are laid over each other for one environment, with the types that they stand for."
//! [files]
//! "/app.ini" = """
//! ; defaults
//! name = Shop
//! debug = false
//!
//! [server]
//! host = 0.0.0.0
//! port = 8080
//! origins[] = https://a.example.com
//! origins[] = https://b.example.com
//!
//! [server:production]
//! port = 80
//! # quotes keep what would be a comment
//! banner = "Welcome; be kind"
//!
//! [database]
//! url = postgres://u:p=w@db/shop
//! pool = 5
//!
//! [database:production]
//! pool = 50
//! password = it's#1
//! """

const fs = require("fs");
const ini = require("ini");

const typed = (v) => (Array.isArray(v) ? v.map(typed) : typeof v === "string" && /^\d+$/.test(v) ? Number(v) : v);
const raw = ini.parse(fs.readFileSync("/app.ini", "utf-8"));
const config = {};
for (const [key, value] of Object.entries(raw)) {
  const [section, environment] = key.split(":");
  if (environment && environment !== "production") continue;
  const plain = typeof value === "object" ? Object.fromEntries(Object.entries(value).map(([k, v]) => [k, typed(v)])) : typed(value);
  config[section] = typeof plain === "object" ? { ...config[section], ...plain } : plain;
}
fs.writeFileSync("/config.json", JSON.stringify(config, null, 2));
console.log(fs.readFileSync("/config.json", "utf8"));
//= result: undefined
//= console.log: "{\n  \"name\": \"Shop\",\n  \"debug\": false,\n  \"server\": {\n    \"host\": \"0.0.0.0\",\n    \"port\": 80,\n    \"origins\": [\n      \"https://a.example.com\",\n      \"https://b.example.com\"\n    ],\n    \"banner\": \"Welcome; be kind\"\n  },\n  \"database\": {\n    \"url\": \"postgres://u:p=w@db/shop\",\n    \"pool\": 50,\n    \"password\": \"it's\"\n  }\n}"
//= created: /config.json (- -> 313)
