import nacl from "tweetnacl";

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export default () => {
  const seed = Uint8Array.from({ length: 32 }, (_, n) => n * 5), other = seed.map((n) => n ^ 77);
  const nonce = Uint8Array.from({ length: 24 }, (_, n) => 255 - n);
  const message = new TextEncoder().encode("attack at däwn");
  const signer = nacl.sign.keyPair.fromSeed(seed);
  const ann = nacl.box.keyPair.fromSecretKey(seed), bob = nacl.box.keyPair.fromSecretKey(other);
  const box = nacl.box(message, nonce, bob.publicKey, ann.secretKey);
  const signature = nacl.sign.detached(message, signer.secretKey);
  return {
    hash: hex(nacl.hash(message)),
    secret: hex(nacl.secretbox(message, nonce, seed)),
    opened: new TextDecoder().decode(nacl.secretbox.open(nacl.secretbox(message, nonce, seed), nonce, seed)),
    tampered: nacl.secretbox.open(nacl.secretbox(message, nonce, seed).fill(1, 3, 4), nonce, seed),
    keys: [hex(signer.publicKey), hex(ann.publicKey)],
    signature: hex(signature),
    verified: [nacl.sign.detached.verify(message, signature, signer.publicKey), nacl.sign.detached.verify(message.map((n) => n ^ 1), signature, signer.publicKey)],
    box: hex(box),
    unboxed: new TextDecoder().decode(nacl.box.open(box, nonce, ann.publicKey, bob.secretKey)),
    shared: hex(nacl.scalarMult(seed, bob.publicKey)) === hex(nacl.scalarMult(other, ann.publicKey)),
    random: [nacl.randomBytes(16).length, nacl.verify(seed, seed)],
    error: (() => { try { return nacl.box(message, nonce.subarray(1), bob.publicKey, ann.secretKey); } catch (error) { return error.message; } })(),
  };
};
