await state.exists("/")

//= result: true
