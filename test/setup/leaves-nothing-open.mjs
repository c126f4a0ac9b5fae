import { TestEnvironment } from 'jest-environment-node';

/** How long what is closing may take on a busy machine. */
const PATIENCE_MS = 20_000;

/**
 * Fails a file of tests that leaves something open which keeps its process from ending: a connection, a server, a child
 * process, a timer, a thread. Otherwise one such file has the whole run end by force, without a word of which it was.
 */
export default class LeavesNothingOpen extends TestEnvironment {
  #before = new Map();
  #threads = new Set();
  #watch = (thread) => {
    this.#threads.add(thread);
    thread.once('exit', () => this.#threads.delete(thread));
  };

  async setup() {
    await super.setup();
    this.#before = resources();
    process.on('worker', this.#watch);
  }

  async teardown() {
    const giveUp = Date.now() + PATIENCE_MS;
    while (this.#left().length > 0 && Date.now() < giveUp) await new Promise((resolve) => setTimeout(resolve, 20));
    const left = this.#left();
    process.off('worker', this.#watch);
    await super.teardown();
    if (left.length > 0) throw new Error(`These tests leave open: ${left.join(', ')}`);
  }

  #left() {
    const more = [...resources()].map(([name, count]) => [name, count - (this.#before.get(name) ?? 0)]);
    return [...more, ['Thread', this.#threads.size]].flatMap(([name, count]) =>
      count > 0 ? [`${count} ${name}`] : [],
    );
  }
}

/** How many there are of each kind of what keeps the process alive. */
function resources() {
  const counts = new Map();
  for (const name of process.getActiveResourcesInfo()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
