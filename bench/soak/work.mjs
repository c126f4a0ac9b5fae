/** Runs what callers do, each at its pace, until the time is over. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Unknown } from './caller.mjs';

/**
 * `callers`: name, `every` (milliseconds from one step to the next, on average) and `step()` of each. Steps are not begun
 * while the server is away. What a step throws is a fault, unless a kill explains it.
 */
export async function work(callers, soak) {
  await Promise.all(callers.map((one) => run(one, soak)));
}

async function run({ name, every, step }, soak) {
  // Not all of them at once.
  await sleep(Math.random() * every);
  while (!soak.isOver()) {
    const begin = Date.now();
    if (soak.isAway()) {
      await sleep(100);
      continue;
    }
    try {
      await step();
      soak.ledger.count(`steps: ${name}`);
    } catch (error) {
      if (!(error instanceof Unknown)) {
        if (soak.server.isStruck(begin)) soak.calls.unknown++;
        else soak.calls.fault(`${name}: ${error.stack}`);
      }
    }
    const rest = every * (0.5 + Math.random()) - (Date.now() - begin);
    await sleep(Math.max(rest, 20));
  }
}
