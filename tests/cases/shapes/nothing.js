
//= result: undefined
