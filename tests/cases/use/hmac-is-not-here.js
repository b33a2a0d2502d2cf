const { createHmac } = require("crypto");
return createHmac("sha256", "key").update("x").digest("hex");
//= result: "4fc3b7eaf34d7e594a6f51d9517ba543abf41067b27587ffd82ba3584e4d3cdd"
