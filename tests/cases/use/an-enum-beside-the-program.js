enum Level { Low = 1, High = 5 }
export default () => Level.High;
//= result: 5
