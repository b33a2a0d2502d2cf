async () => {
  const inner = new TypeError('inner', { cause: 'disk' });
  throw new AggregateError([new Error('one'), 'two', inner], 'all failed', { cause: inner });
}

