"use strict";
return (function () { return this === undefined; })();

//= result: true
