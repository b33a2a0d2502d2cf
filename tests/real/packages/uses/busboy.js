import busboy from "busboy";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { Readable } from "node:stream";

const BOUNDARY = "----boundary7";
const part = (head, body) => Buffer.concat([Buffer.from(`--${BOUNDARY}\r\n${head.join("\r\n")}\r\n\r\n`), Buffer.from(body), Buffer.from("\r\n")]);
const BODY = Buffer.concat([
  part(['Content-Disposition: form-data; name="title"'], "Grüße 😀"),
  part(['Content-Disposition: form-data; name="latin"', "Content-Type: text/plain; charset=iso-8859-1"], Buffer.from("für", "latin1")),
  part(['Content-Disposition: form-data; name="upload"; filename="C:\\\\dir\\\\a b.txt"', "Content-Type: text/plain"], "line\r\n--almost\r\n".repeat(500)),
  part(["Content-Disposition: form-data; name=\"other\"; filename*=utf-8''n%c3%a4me.bin", "Content-Type: application/x-thing", "Content-Transfer-Encoding: binary"], Buffer.from([0, 255, 13, 10, 45, 45])),
  part(['Content-Disposition: form-data; name="empty"; filename=""'], ""),
  Buffer.from(`--${BOUNDARY}--\r\n`),
]);

export default async () => {
  const parse = (body, type, options = {}, size = 100) => new Promise((go) => {
    const log = [];
    try {
      const parser = busboy({ headers: { "content-type": type }, ...options });
      parser.on("field", (name, value, info) => log.push(["field", name, value, { ...info }]));
      parser.on("file", (name, stream, info) => {
        const hash = createHash("md5"), entry = ["file", name, { ...info }];
        let length = 0;
        log.push(entry);
        stream.on("limit", () => entry.push("limit")).on("data", (data) => { hash.update(data); length += data.length; }).on("close", () => entry.push(length, hash.digest("hex"), stream.truncated));
      });
      for (const name of ["partsLimit", "filesLimit", "fieldsLimit"]) parser.on(name, () => log.push(name));
      parser.on("error", (error) => { log.push(["error", error.message]); setTimeout(() => go(log), 2); }).on("close", () => go([...log, "close"]));
      Readable.from(Array.from({ length: Math.ceil(body.length / size) }, (_, at) => body.subarray(at * size, at * size + size)), { objectMode: false }).pipe(parser);
    } catch (error) { go(["thrown", error.message]); }
  });
  const form = `multipart/form-data; boundary=${BOUNDARY}`;
  const pairs = "multipart", urlencoded = "application/x-www-form-urlencoded";
  const whole = await parse(BODY, form);
  return {
    whole,
    cut: await Promise.all([1, 7, 4096].map(async (size) => JSON.stringify(await parse(BODY, form, {}, size)) === JSON.stringify(whole))),
    path: (await parse(BODY, form, { preservePath: true }))[2],
    limits: [await parse(BODY, form, { limits: { fileSize: 100, fields: 1 } }), await parse(BODY, form, { limits: { files: 1, fieldSize: 3 } }), await parse(BODY, form, { limits: { parts: 2 } })],
    pairs: await parse(Buffer.from("a=1&b=x+y%20z&c&d=%E2%82%AC&a=2&=n&e=%zz"), urlencoded, {}, 3),
    limited: await parse(Buffer.from("first=123456789&second=2&third=3"), urlencoded, { limits: { fieldSize: 4, fieldNameSize: 5, fields: 2 } }),
    latin: await parse(Buffer.from("k=%FC"), `${urlencoded}; charset=latin1`),
    wrong: [await parse(BODY.subarray(0, 300), form), await parse(BODY, "multipart/form-data"), await parse(BODY, "text/plain"), await parse(BODY, pairs), await parse(Buffer.from("nothing"), form)],
  };
};
