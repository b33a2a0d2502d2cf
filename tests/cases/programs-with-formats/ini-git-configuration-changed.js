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
