//+ files-project

const axios = require("axios")
//= throws: Error
//= message: Cannot find module 'axios': there is no network in this sandbox
//= code: MODULE_NOT_FOUND
//= at: 21:15
