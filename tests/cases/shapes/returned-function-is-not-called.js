() => () => 1

//= result: function("")
