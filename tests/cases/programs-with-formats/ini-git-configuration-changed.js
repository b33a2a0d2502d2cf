//! about = "The configuration of a repository gets another address and user; sections with names in quotes stay."
//! [files]
//! "/repo/.git/config" = """
//! [core]
//! \trepositoryformatversion = 0
//! \tbare = false
//! [remote "origin"]
//! \turl = git@old.example.com:team/shop.git
//! \tfetch = +refs/heads/*:refs/remotes/origin/*
//! [branch "main"]
//! \tremote = origin
//! \tmerge = refs/heads/main
//! [branch "release/1.2"]
//! \tremote = origin
//! \tmerge = refs/heads/release/1.2
//! """

import { readFile, writeFile } from "node:fs/promises";
import { parse, stringify } from "ini";

const path = "/repo/.git/config";
const config: Record<string, any> = parse(await readFile(path, "utf8"));
config['remote "origin"'].url = config['remote "origin"'].url.replace("old.example.com", "git.example.com");
config.user = { name: "Ann Lee", email: "ann@example.com" };
await writeFile(path, stringify(config, { whitespace: true }));
console.log(Object.keys(config));
console.log(await readFile(path, "utf8"));
//= result: undefined
//= console.log: "[\n  'core',\n  'remote \"origin\"',\n  'branch \"main\"',\n  'branch \"release/1',\n  'user'\n]"
//= console.log: "[core]\nrepositoryformatversion = 0\nbare = false\n\n[remote \"origin\"]\nurl = git@git.example.com:team/shop.git\nfetch = +refs/heads/*:refs/remotes/origin/*\n\n[branch \"main\"]\nremote = origin\nmerge = refs/heads/main\n\n[branch \"release/1.2\"]\nremote = origin\nmerge = refs/heads/release/1.2\n\n[user]\nname = Ann Lee\nemail = ann@example.com\n"
//= changed: /repo/.git/config (284 -> 326)
