async () => {
  const inner = new TypeError('inner', { cause: 'disk' });
  throw new AggregateError([new Error('one'), 'two', inner], 'all failed', { cause: inner });
}

//= throws: AggregateError
//= message: "all failed\n  - Error: one\n  - 'two'\n  - TypeError: inner"
//= cause: "TypeError: inner\ncaused by 'disk'"
//= at: 3:9
