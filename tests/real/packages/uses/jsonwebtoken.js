import jwt from "jsonwebtoken";
import { Buffer } from "node:buffer";

export default async () => {
  const attempt = (f) => { try { return f(); } catch (error) { return [error.name, error.message, error.expiredAt ?? error.date ?? null]; } };
  const iat = 1_600_000_000, clockTimestamp = iat + 10;
  const sign = (payload, options) => jwt.sign(payload, "secret", { ...(typeof payload === "object" && { noTimestamp: !payload.iat }), ...options });
  const token = sign({ iat, sub: "ann", name: "Grüße 😀", list: [1, null] }, { expiresIn: "1h", audience: ["a", "b"], issuer: "me", jwtid: "7", keyid: "k1", notBefore: 5 });
  const verify = (given, options, key = "secret") => attempt(() => jwt.verify(given, key, { clockTimestamp, ...options }));
  const [head, body, mark] = token.split(".");
  return {
    token,
    algorithms: ["HS256", "HS384", "HS512", "none"].map((algorithm) => attempt(() => jwt.sign({ a: 1 }, algorithm === "none" ? "" : "secret", { algorithm, noTimestamp: true }))),
    kinds: [sign("plain text"), sign(Buffer.from("bytes").toString()), jwt.sign({ a: 1 }, Buffer.from("key"), { noTimestamp: true, header: { extra: "x" } })],
    decoded: [jwt.decode(token), jwt.decode(token, { complete: true }).header, jwt.decode("nothing"), jwt.decode(sign("text"), { json: false })],
    verified: [verify(token), verify(token, { audience: /^b$/, issuer: ["you", "me"], jwtid: "7", subject: "ann", maxAge: "2h" }), verify(token, { complete: true }).header],
    wrong: [verify(token, {}, "other"), verify(token, { audience: "c" }), verify(token, { issuer: "you" }), verify(token, { subject: "bob" }), verify(token, { maxAge: 5 }), verify(token, { clockTimestamp: iat + 4000 }), verify(token, { clockTimestamp: iat }), verify(token, { algorithms: ["HS512"] }), verify(`${head}.${body}x.${mark}`), verify("a.b"), verify(""), verify(`${head}.${body}.`)],
    tolerant: [verify(token, { clockTimestamp: iat + 3605, clockTolerance: 10 }).sub, verify(token, { clockTimestamp: iat + 4000, ignoreExpiration: true }).sub],
    called: await new Promise((go) => jwt.verify(token, (header, done) => setTimeout(() => done(null, header.kid === "k1" ? "secret" : "no"), 1), { clockTimestamp }, (error, value) => go(error ? [error.name, error.message] : value.sub))),
    signed: await new Promise((go) => jwt.sign({ iat }, "secret", { expiresIn: 60 }, (error, value) => go(jwt.decode(value)))),
    errors: [attempt(() => sign({ exp: "x" })), attempt(() => sign({ a: 1 }, { expiresIn: "nonsense" })), attempt(() => jwt.sign({}, "")), attempt(() => jwt.sign({ a: 1 }, "s", { algorithm: "XX" })), attempt(() => sign({ exp: 5 }, { expiresIn: 5 })), attempt(() => sign("text", { expiresIn: 5 })), attempt(() => jwt.sign({ a: 1 }, "s", { unknown: 1 }))],
    classes: [new jwt.TokenExpiredError("late", new Date(0)) instanceof jwt.JsonWebTokenError, Object.keys(jwt)],
  };
};
