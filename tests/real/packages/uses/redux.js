import { applyMiddleware, bindActionCreators, combineReducers, compose, createStore, legacy_createStore } from "redux";

export default async () => {
  const log = [];
  const todos = (state = [], action) => (action.type === "add" ? [...state, { text: action.text }] : action.type === "clear" ? [] : state);
  const count = (state = 0, action) => (action.type === "add" ? state + 1 : state);
  const logger = (store) => (next) => (action) => { log.push(action.type ?? typeof action); const result = next(action); log.push(store.getState().count); return result; };
  const thunk = ({ dispatch, getState }) => (next) => (action) => (typeof action === "function" ? action(dispatch, getState) : next(action));
  const store = legacy_createStore(combineReducers({ todos, count }), { count: 5 }, compose(applyMiddleware(thunk, logger)));
  const stop = store.subscribe(() => log.push("changed"));
  store.dispatch({ type: "add", text: "a" });
  await store.dispatch(async (dispatch, getState) => { await null; dispatch({ type: "add", text: "b" + getState().count }); });
  const actions = bindActionCreators({ clear: () => ({ type: "clear" }) }, store.dispatch);
  actions.clear();
  stop();
  store.replaceReducer(combineReducers({ count }));
  const attempt = (f) => { try { f(); return "fine"; } catch (error) { return error.message; } };
  return {
    log, state: store.getState(), same: createStore === legacy_createStore,
    errors: [attempt(() => store.dispatch({})), attempt(() => store.dispatch([])), attempt(() => combineReducers({ a: () => undefined })({}, { type: "x" }))],
    observable: typeof store[Symbol.observable ?? "@@observable"],
  };
};
