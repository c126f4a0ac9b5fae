/** Names the call in a request, and in what the script fetches for it; the script does not see it. */
export const CALL_HEADER = 'x-script-call';

/** What the wrapper writes for a call besides messages: that it answered, and that its background work is done. */
export const ANSWERED = 'answered';
export const ENDED = 'ended';

/** The message follows as JSON; the second form is for the beginning of a longer one. */
export const MESSAGE = 'message';
export const CUT_MESSAGE = 'cut';

/** What is written at the script's top level belongs to no call. */
export const STARTUP = 'startup';

/**
 * The main module around each script. Every line it writes begins with the id of the call it belongs to, which
 * cannot be guessed, and the script never sees one: so a script can't write into the log of another call. It keeps its own
 * references to what it uses, as the script may replace what is global. A request without an id is a ping. What a script
 * fetches has the id of the call as well, which is taken off on the way out.
 */
export const WRAPPER = `
import { AsyncLocalStorage } from 'node:async_hooks';
import { format } from 'node:util';

const uncurry = (method) => Function.prototype.call.bind(method);
const headersOf = uncurry(Object.getOwnPropertyDescriptor(Request.prototype, 'headers').get);
const getHeader = uncurry(Headers.prototype.get);
const setHeader = uncurry(Headers.prototype.set);
const deleteHeader = uncurry(Headers.prototype.delete);
const slice = uncurry(String.prototype.slice);
const then = uncurry(Promise.prototype.then);
const resolved = Promise.resolve.bind(Promise);
const { stringify } = JSON;
const [OwnHeaders, OwnRequest, OwnResponse, ownFetch] = [Headers, Request, Response, fetch];

const calls = new AsyncLocalStorage();
const run = calls.run.bind(calls);
const current = calls.getStore.bind(calls);
const print = console.log.bind(console);
const newCall = (id) => ({ id, lines: 1000, characters: 256000 });
const startup = newCall('${STARTUP}');

const textOf = (values) => {
  try {
    return format(...values);
  } catch {
    return 'A value that cannot be shown';
  }
};

const writeTo = (call, level, values) => {
  if (call.lines <= 0 || call.characters <= 0) return;
  const text = textOf(values);
  const cut = text.length > 16000;
  const kept = cut ? slice(text, 0, 16000) : text;
  call.lines -= 1;
  call.characters -= kept.length;
  print(call.id + (cut ? ' ${CUT_MESSAGE} ' : ' ${MESSAGE} ') + level + ' ' + stringify(kept));
};

const LEVELS = { debug: 'debug', trace: 'debug', log: 'info', info: 'info', dir: 'info', table: 'info', warn: 'warn', error: 'error' };
for (const name in LEVELS) {
  const level = LEVELS[name];
  console[name] = (...values) => writeTo(current() ?? startup, level, values);
}
console.assert = (condition, ...values) => {
  if (!condition) writeTo(current() ?? startup, 'error', ['Assertion failed:', ...values]);
};

globalThis.fetch = async (input, init) => {
  const request = new OwnRequest(input, init);
  const call = current();
  if (call) setHeader(headersOf(request), '${CALL_HEADER}', call.id);
  return ownFetch(request);
};

const script = (await import('script')).default;
if (typeof script?.fetch !== 'function') throw new TypeError('it has no default export with a method "fetch"');
const handle = uncurry(script.fetch);

const answer = async (call, request, context) => {
  let pending = 1;
  const settle = () => {
    pending -= 1;
    if (pending === 0) print(call.id + ' ${ENDED}');
  };
  const failed = (error) => writeTo(call, 'error', [error]);
  const own = {
    waitUntil(work) {
      pending += 1;
      context.waitUntil(then(resolved(work), settle, (error) => { failed(error); settle(); }));
    },
    passThroughOnException() {},
    props: {},
  };
  try {
    const headers = new OwnHeaders(headersOf(request));
    deleteHeader(headers, '${CALL_HEADER}');
    deleteHeader(headers, 'connection');
    const response = await run(call, () => handle(script, new OwnRequest(request, { headers }), {}, own));
    if (!(response instanceof OwnResponse)) throw new TypeError('The handler returned no Response');
    return response;
  } catch (error) {
    failed(error);
    return new OwnResponse('The script failed', { status: 500 });
  } finally {
    print(call.id + ' ${ANSWERED}');
    settle();
  }
};

export default {
  fetch(request, _environment, context) {
    const id = getHeader(headersOf(request), '${CALL_HEADER}');
    return id === null ? new OwnResponse(null, { status: 204 }) : answer(newCall(id), request, context);
  },
};
`;
