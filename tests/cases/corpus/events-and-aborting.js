async () => {
  const out = [];
  const log = (...values) => out.push(values.map(String).join(' '));
  class Store extends EventTarget {
    #values = new Map();
    set(key, value) {
      const event = new CustomEvent('change', { detail: { key, value, before: this.#values.get(key) }, cancelable: true });
      if (this.dispatchEvent(event)) this.#values.set(key, value);
      return this.#values.get(key);
    }
  }
  const store = new Store();
  const onChange = (event) => log('change', event.detail.key, event.detail.value, event.detail.before, event.target === store);
  store.addEventListener('change', onChange);
  store.addEventListener('change', onChange);
  store.addEventListener('change', (event) => log('once', event.type), { once: true });
  store.addEventListener('change', { handleEvent(event) { if (event.detail.value < 0) event.preventDefault(); log('guard', event.defaultPrevented); } });
  log(store.set('a', 1), store.set('a', -5), store.set('a', 2));
  store.removeEventListener('change', onChange);
  log(store.set('b', 3));
  store.addEventListener('stop', (event) => { log('first'); event.stopImmediatePropagation(); });
  store.addEventListener('stop', () => log('never'));
  log(store.dispatchEvent(new Event('stop')));
  const later = () => log('taken away');
  store.addEventListener('list', () => { log('one'); store.removeEventListener('list', later); store.addEventListener('list', () => log('next time')); });
  store.addEventListener('list', later);
  store.dispatchEvent(new Event('list'));

  const controller = new AbortController();
  store.addEventListener('tick', () => log('tick'), { signal: controller.signal });
  store.dispatchEvent(new Event('tick'));
  const work = async (signal) => {
    for (let step = 0; ; step++) {
      signal.throwIfAborted();
      if (step === 3) controller.abort();
      await null;
    }
  };
  await work(controller.signal).catch((error) => log(error.name, error.message, error.code, error instanceof DOMException, error instanceof Error));
  store.dispatchEvent(new Event('tick'));
  const other = new AbortController();
  other.signal.onabort = function (event) { log('onabort', event.type, this === other.signal); };
  other.abort('enough');
  other.abort('again');
  log(other.signal.aborted, other.signal.reason, AbortSignal.abort().reason.name, AbortSignal.abort(7).reason);
  const timeout = AbortSignal.timeout(5);
  await new Promise((resolve) => { timeout.addEventListener('abort', resolve); setTimeout(resolve, 60); });
  log(timeout.aborted, timeout.reason.name, timeout.reason.code);
  const exception = new DOMException('gone', 'NotFoundError');
  log(exception, exception.code, new DOMException().name, new DOMException('m', 'Own').code, Object.prototype.toString.call(exception));
  for (const wrong of [() => new AbortSignal(), () => new Event(), () => store.dispatchEvent({}), () => structuredClone(() => 1), () => atob('a')]) {
    try { wrong(); } catch (error) { log(error.name); }
  }
  return out;
}
//= result: [
//=   "change a 1 undefined true",
//=   "once change",
//=   "guard false",
//=   "change a -5 1 true",
//=   "guard true",
//=   "change a 2 1 true",
//=   "guard false",
//=   "1 1 2",
//=   "guard false",
//=   "3",
//=   "first",
//=   "true",
//=   "one",
//=   "tick",
//=   "AbortError This operation was aborted 20 true true",
//=   "onabort abort true",
//=   "true enough AbortError 7",
//=   "true TimeoutError 23",
//=   "NotFoundError: gone 8 Error 0 [object DOMException]",
//=   "TypeError",
//=   "TypeError",
//=   "TypeError",
//=   "DataCloneError",
//=   "InvalidCharacterError",
//= ]
