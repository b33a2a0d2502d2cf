//! about = "ini and dotenv: files that programs keep their settings in."
//! [files]
//! "/.env" = "# settings\nNAME=demo\nexport KEY=\"a\\nb\"\nQUOTED='x # y' # comment\nKEPT=file\n"
//! "/app.ini" = "; settings\ntop = 1\n[server]\nport=80\nhosts[]=a\nhosts[]=b\n[server.tls]\non=true\nname=\"x;y\"\n"

import * as ini from "ini";
import dotenv from "dotenv";
import { readFileSync } from "fs";

process.env.KEPT = "before";
const { parsed, error } = dotenv.config();
console.log(JSON.stringify(parsed), error, process.env.NAME, process.env.KEPT);
console.log(dotenv.config({ path: "/none.env" }).error.code, JSON.stringify(dotenv.parse("A=1\nB = two # c")));
const settings = ini.parse(readFileSync("/app.ini", "utf8"));
console.log(JSON.stringify(settings));
settings.server.tls.off = false;
console.log(ini.stringify(settings));
//= result: undefined
//= console.log: {"NAME":"demo","KEY":"a\nb","QUOTED":"x # y","KEPT":"file"} undefined demo before
//= console.log: ENOENT {"A":"1","B":"two"}
//= console.log: {"top":"1","server":{"port":"80","hosts":["a","b"],"tls":{"on":true,"name":"x;y"}}}
//= console.log: "top=1\n\n[server]\nport=80\nhosts[]=a\nhosts[]=b\n\n[server.tls]\non=true\nname=x\\;y\noff=false\n"
