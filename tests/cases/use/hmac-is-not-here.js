const { createHmac } = require("crypto");
return createHmac("sha256", "key").update("x").digest("hex");
//= throws: TypeError
//= message: createHmac is not a function; no keys, signatures or ciphers can be had here: there are digests, with createHash of `require("crypto")` or crypto.subtle.digest
//= at: 2:8
