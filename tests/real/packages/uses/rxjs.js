import { BehaviorSubject, EMPTY, ReplaySubject, Subject, combineLatest, concat, defer, firstValueFrom, forkJoin, from, interval, lastValueFrom, merge, of, throwError, timer, zip } from "rxjs";
import { bufferCount, catchError, concatMap, debounceTime, delay, distinctUntilChanged, exhaustMap, filter, finalize, groupBy, map, mergeMap, pairwise, reduce, retry, scan, share, startWith, switchMap, take, takeUntil, tap, toArray, withLatestFrom } from "rxjs/operators";

export default async () => {
  const all = (observable) => lastValueFrom(observable.pipe(toArray()));
  const log = [];
  const subject = new Subject();
  const behavior = new BehaviorSubject("first");
  const replay = new ReplaySubject(2);
  [1, 2, 3].forEach((n) => replay.next(n));
  replay.complete();
  subject.pipe(withLatestFrom(behavior)).subscribe((pair) => log.push(pair));
  subject.next(1);
  behavior.next("second");
  subject.next(2);
  let tries = 0;
  const flaky = defer(() => (++tries < 3 ? throwError(() => new Error("try " + tries)) : of("done " + tries)));
  const shared = interval(5).pipe(take(3), share());
  return {
    log,
    basics: await all(from([1, 2, 3, 4, 5]).pipe(filter((n) => n % 2), map((n) => n * n), scan((a, b) => a + b, 0))),
    distinct: await all(of(1, 1, 2, 2, 1).pipe(distinctUntilChanged(), pairwise())),
    grouped: await all(from(["ant", "bee", "ape"]).pipe(groupBy((word) => word[0]), mergeMap((group) => group.pipe(reduce((list, word) => [...list, word], [group.key]))))),
    concat: await all(of(30, 10, 20).pipe(concatMap((ms) => of(ms).pipe(delay(ms))))),
    merged: await all(of(30, 10, 20).pipe(mergeMap((ms) => of(ms).pipe(delay(ms))))),
    switched: await all(interval(60).pipe(take(3), switchMap((n) => timer(0, 25).pipe(take(4), map((m) => `${n}${m}`))))),
    exhausted: await all(interval(30).pipe(take(4), exhaustMap((n) => of(n).pipe(delay(45))))),
    debounced: await all(concat(of(1), timer(5).pipe(map(() => 2)), timer(50).pipe(map(() => 3))).pipe(debounceTime(20))),
    retried: await firstValueFrom(flaky.pipe(retry(5))),
    caught: await all(throwError(() => new TypeError("bad")).pipe(catchError((error) => of(error.name + ": " + error.message)), finalize(() => log.push("end")))),
    fork: await lastValueFrom(forkJoin({ a: of(1, 2), b: Promise.resolve(3) })),
    latest: await all(combineLatest([of(1, 2), of("a", "b")])),
    zipped: await all(zip(of(1, 2, 3), of("a", "b"))),
    replayed: await all(replay.pipe(startWith(0))),
    until: await all(interval(30).pipe(takeUntil(timer(105)))),
    buffered: await all(merge(of(1, 2), of(3), EMPTY).pipe(bufferCount(2), tap((list) => log.push(list.length)))),
    shared: await Promise.all([all(shared), all(shared.pipe(map((n) => -n)))]),
  };
};
