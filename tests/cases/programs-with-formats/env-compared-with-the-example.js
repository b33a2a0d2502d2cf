//! about = "The settings of .env are checked against the example: what lacks, what is unknown, what is still the default."
//! [files]
//! "/.env.example" = """
//! # Required
//! DATABASE_URL=postgres://localhost/shop
//! SECRET_KEY=change-me
//! SMTP_FROM="Shop <noreply@example.com>"
//! # Optional
//! LOG_LEVEL=info
//! FEATURES=
//! """
//! "/.env" = """
//! DATABASE_URL='postgres://app:p#ss@db/shop' # with a hash
//! export SECRET_KEY=change-me
//! LOG_LEVEL = debug
//! PRIVATE_KEY="-----BEGIN KEY-----
//! abc=
//! -----END KEY-----"
//! GREETING=`it's "quoted"`
//! FEATURES=beta,search # two
//! """

import fs from "fs";
import dotenv from "dotenv";

const example = dotenv.parse(fs.readFileSync("/.env.example"));
const actual = dotenv.parse(fs.readFileSync("/.env"));
const report = {
  missing: Object.keys(example).filter((key) => !(key in actual)),
  unknown: Object.keys(actual).filter((key) => !(key in example)),
  unchanged: Object.keys(example).filter((key) => example[key] && actual[key] === example[key]),
};
console.log(report);
console.log(actual.DATABASE_URL, actual.LOG_LEVEL, actual.FEATURES.split(","), actual.PRIVATE_KEY.split("\n").length, actual.GREETING);
//= result: undefined
//= console.log: "{\n  missing: [ 'SMTP_FROM' ],\n  unknown: [ 'PRIVATE_KEY', 'GREETING' ],\n  unchanged: [ 'SECRET_KEY' ]\n}"
//= console.log: postgres://app:p#ss@db/shop debug [ 'beta', 'search' ] 3 it's "quoted"
