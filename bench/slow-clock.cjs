/**
 * Loaded before everything else: clocks and timers of the process go SLOW_CLOCK times slower. What is due every five
 * seconds then comes as seldom among requests that take so much longer.
 */
const timers = require('node:timers');
const promises = require('node:timers/promises');
const hooks = require('node:perf_hooks');
const { promisify } = require('node:util');

const slower = Number(process.env.SLOW_CLOCK ?? 1);
/** Milliseconds; shorter ones are pauses between turns of the same work. */
const SHORT = 20;
const MOST = 2 ** 31 - 1;

const last = (ms) => (ms >= SHORT ? Math.min(ms * slower, MOST) : ms);
const now = performance.now.bind(performance);
const begun = now();
performance.now = () => begun + (now() - begun) / slower;

for (const name of ['setTimeout', 'setInterval']) {
  const original = timers[name];
  const slow = (callback, ms, ...rest) => original(callback, last(ms), ...rest);
  if (original[promisify.custom]) slow[promisify.custom] = original[promisify.custom];
  globalThis[name] = timers[name] = slow;
}
const { setTimeout: sleep } = promises;
promises.setTimeout = (ms, ...rest) => sleep(last(ms), ...rest);
const { monitorEventLoopDelay } = hooks;
hooks.monitorEventLoopDelay = ({ resolution = 10 } = {}) => monitorEventLoopDelay({ resolution: resolution * slower });
require('node:module').syncBuiltinESMExports();
