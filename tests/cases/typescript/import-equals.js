import fs = require('fs');
return fs;

