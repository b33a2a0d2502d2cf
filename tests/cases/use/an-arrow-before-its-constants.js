async () => `${PREFIX}${await state.exists("/nope")}`;
const PREFIX = "exists: ";
//= result: "exists: false"
